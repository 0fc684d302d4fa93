package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;

class EvaluationReportTest {
  private static final Samples.Rows ROWS = Samples.target(400, 5);

  @Test
  void givenMetrics_thenValuesAndIntervalsAreListed() {
    List<MeasuredMetric> metrics =
        List.of(
            new MeasuredMetric("ECE (15 equal-width bins)", 0.05372, 0.048, 0.0612),
            new MeasuredMetric("NLL", Double.POSITIVE_INFINITY, Double.NaN, Double.NaN));

    String html = EvaluationReport.of("a.npy", metrics, diagram(15)).toHtml();

    assertThat(html)
        .contains(
            "ECE (15 equal-width bins)</th><td>0.0537</td><td>0.0480 – 0.0612</td>",
            "NLL</th><td>∞</td><td>–</td>")
        .contains("400 rows · 15 bins");
  }

  @Test
  void givenHostileNames_thenTheyAreEscaped() {
    String hostile = "<img src=x onerror=alert(1)>";

    String html =
        EvaluationReport.of(hostile, List.of(new MeasuredMetric(hostile, 1, 1, 1)), diagram(10))
            .withCommand(hostile)
            .withVersion(hostile)
            .withWarnings(List.of(hostile))
            .toHtml();

    assertThat(html).doesNotContain("<img");
    assertThat(html.split("&lt;img", -1)).hasSizeGreaterThanOrEqualTo(7);
  }

  @Test
  void givenNoRows_thenThePageStillOpens() {
    String html = EvaluationReport.of("empty", List.of(), ReliabilityDiagram.empty(15)).toHtml();

    // The script at the end speaks of numbers that are none; the page itself must not.
    String shown = html.substring(0, html.indexOf("<script"));
    assertThat(shown).contains("ECE –").doesNotContain("NaN").doesNotContain("data-bin");
  }

  @Test
  void givenTooManyBins_thenTheChartIsLeftOutAndSaid() {
    String html = EvaluationReport.of("fine", List.of(), diagram(5000)).toHtml();

    assertThat(html).contains("5000 bins are too many to draw").hasSizeLessThan(50_000);
  }

  private static ReliabilityDiagram diagram(int bins) {
    return ReliabilityDiagram.of(
        LabelledPredictions.of(ROWS.logits().softmax(1), ROWS.labels()), bins);
  }
}
