package org.transcal.report.markup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ElementTest {
  @Test
  void givenMarkupAsText_thenItIsEscaped() {
    Element element = Element.of("p", "<b>\"Tom\" & 'Jerry'</b>");

    assertThat(element.write())
        .isEqualTo("<p>&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;</p>");
  }

  @Test
  void givenMarkupAsAttribute_thenItCannotLeaveTheQuotes() {
    Element element = Element.of("div").with("aria-label", "\" onclick=\"alert(1)");

    assertThat(element.write())
        .isEqualTo("<div aria-label=\"&quot; onclick=&quot;alert(1)\"></div>");
  }

  @Test
  void givenCharactersThatXmlCannotHold_thenTheyAreReplaced() {
    Element element = Element.of("p", "a\u0000b\u001bc\ud800d\uffffe");

    assertThat(element.write()).isEqualTo("<p>a\ufffdb\ufffdc\ufffdd\ufffde</p>");
  }

  @Test
  void givenCharactersBeyondTheBasicPlane_thenTheyStay() {
    assertThat(Element.of("p", "𝜆 → 数").write()).isEqualTo("<p>𝜆 → 数</p>");
  }

  @Test
  void givenShapesVoidsAndEmptyElements_thenEachIsClosedItsOwnWay() {
    Element parent =
        Element.of("div").add(Element.of("rect"), Element.of("meta"), Element.of("td"));

    assertThat(parent.write()).isEqualTo("<div><rect/><meta><td></td></div>");
  }

  @Test
  void givenBackticks_thenCodeBetweenPairsOfThem() {
    assertThat(Element.of("p").prose("`a<b` leads, `c").write())
        .isEqualTo("<p><code>a&lt;b</code> leads, `c</p>");
  }

  @Test
  void givenADate_thenItIsMarkedSoThatItStaysOnOneLine() {
    assertThat(Element.of("p").prose("since 2026-11-14: `a 2026-11-14`").write())
        .isEqualTo("<p>since <time>2026-11-14</time>: <code>a 2026-11-14</code></p>");
  }

  @Test
  void givenNumbersWithUnits_thenNoLineBreakBetweenThemExceptInCode() {
    assertThat(Element.of("p", "90 % of it, 3 points, ± 0.2 and T = 1.5 or λ = 0.5").write())
        .isEqualTo(
            "<p>90\u00a0% of it, 3\u00a0points, ±\u00a00.2 and T\u00a0=\u00a01.5 or"
                + " λ\u00a0=\u00a00.5</p>");
    assertThat(Element.of("code", "90 % T = 1").write()).isEqualTo("<code>90 % T = 1</code>");
  }
}
