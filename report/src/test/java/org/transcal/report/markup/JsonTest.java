package org.transcal.report.markup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTest {
  private static final String HOSTILE = "</script><!--\u2028\u2029\"\\\n&";
  private static final String HARMLESS =
      "\"\\u003c/script\\u003e\\u003c!--\\u2028\\u2029\\\"\\\\\\u000a\\u0026\"";

  @Test
  void givenHostileText_thenNothingEndsTheScriptOrALine() {
    Json json = new Json().with(HOSTILE, HOSTILE).with("inner", new Json().with("x", HOSTILE));

    assertThat(json.write())
        .isEqualTo("{%1$s:%1$s,\"inner\":{\"x\":%1$s}}".replace("%1$s", HARMLESS));
  }

  @Test
  void givenHostileTextAsData_thenThePageHasItsOwnTwoScriptsOnly() {
    String html = Page.titled("t").data("x", new Json().with("name", HOSTILE)).write();

    assertThat(html.split("</script", -1)).hasSize(3);
    assertThat(html).contains(HARMLESS);
  }
}
