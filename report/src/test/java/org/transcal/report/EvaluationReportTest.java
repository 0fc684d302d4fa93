package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;

class EvaluationReportTest {
  private static final Samples.Rows ROWS = Samples.target(400, 5);

  @Test
  void givenMetrics_thenValuesAndIntervalsAreListed() {
    MetricEvaluation evaluation =
        evaluation(
            diagram(15),
            score("ECE (15 equal-width bins)", 0.05372, 0.048, 0.0612),
            score("NLL", Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY));

    String html = EvaluationReport.of("a.npy", evaluation).toHtml();

    assertThat(html)
        .contains(
            "ECE (15 equal-width bins)</th><td>0.0537</td><td>0.0480 – 0.0612</td>",
            "NLL</th><td>∞</td><td>1.0000 – ∞</td>")
        .contains("400 rows · 15 bins");
  }

  @Test
  void givenHostileNames_thenTheyAreEscaped() {
    String hostile = "<img src=x onerror=alert(1)>";

    String html =
        EvaluationReport.of(hostile, evaluation(diagram(10), score(hostile, 1, 1, 1)))
            .withCommand(hostile)
            .withVersion(hostile)
            .withWarnings(List.of(hostile))
            .toHtml();

    assertThat(html).doesNotContain("<img");
    assertThat(html.split("&lt;img", -1)).hasSizeGreaterThanOrEqualTo(7);
  }

  @Test
  void givenNoRows_thenThePageStillOpens() {
    String html = EvaluationReport.of("empty", evaluation(ReliabilityDiagram.empty(15))).toHtml();

    // The script at the end mentions NaN; the page itself must not.
    String shown = html.substring(0, html.indexOf("<script"));
    assertThat(shown).contains("ECE –").doesNotContain("NaN").doesNotContain("data-bin");
  }

  @Test
  void givenTooManyBins_thenThePageSaysThatTheChartIsLeftOut() {
    String html = EvaluationReport.of("fine", evaluation(diagram(5000))).toHtml();

    assertThat(html).contains("5000 bins are too many to draw").hasSizeLessThan(50_000);
  }

  private static MetricEvaluation evaluation(
      ReliabilityDiagram diagram, MetricEvaluation.Score... scores) {
    return new MetricEvaluation(
        400, 5, 0.95, List.of(scores), diagram, ReliabilityDiagram.empty(500), List.of());
  }

  private static MetricEvaluation.Score score(String title, double value, double low, double high) {
    CalibrationMetric metric =
        new CalibrationMetric() {
          @Override
          public String key() {
            return "key";
          }

          @Override
          public String title() {
            return title;
          }

          @Override
          public double measure(LabelledPredictions predictions) {
            return value;
          }
        };
    return new MetricEvaluation.Score(metric, new Estimate(value, new Interval(low, high)));
  }

  private static ReliabilityDiagram diagram(int bins) {
    return ReliabilityDiagram.of(
        LabelledPredictions.of(ROWS.logits().softmax(1), ROWS.labels()), bins);
  }
}
