package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.transcal.comparison.MethodComparison;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ReliabilityPictureTest {
  @Test
  void givenAFit_thenAnSvgFileWithTwoDiagrams() throws Exception {
    MethodComparison comparison = Samples.typical("A2C");
    KnownTruth truth = Samples.truth(comparison.task(), 2.1);

    String svg = FitReport.of(Samples.fit(comparison)).withTruth(truth).toSvg();

    Document document = parse(svg);
    Element root = document.getDocumentElement();
    assertThat(root.getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
    assertThat(root.getElementsByTagName("svg").getLength()).isEqualTo(2);
    assertThat(svg).contains("Before calibration").contains("After transcal");
    assertThat(svg).doesNotContain("var(--").doesNotContain("<script");
    assertThat(svg).contains("#ffffff").contains("class=\"truth\"");
  }

  @Test
  void givenTheSameInput_thenTheSameBytes() {
    assertThat(FitReport.of(Samples.fit(Samples.typical("A2C"))).toSvg())
        .isEqualTo(FitReport.of(Samples.fit(Samples.typical("A2C"))).toSvg());
  }

  @Test
  void givenNoFit_thenThereIsNothingToDraw() {
    MethodComparison typical = Samples.typical("A2C");
    MethodComparison failed =
        Samples.comparison(
            typical.task(), Optional.empty(), 0, 15, List.of(Samples.failed("transcal", "why")));

    assertThatIllegalStateException()
        .isThrownBy(() -> FitReport.of(Samples.fit(failed)).toSvg())
        .withMessageContaining("no picture after calibration");
  }

  private static Document parse(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }
}
