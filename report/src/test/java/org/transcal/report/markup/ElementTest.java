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
}
