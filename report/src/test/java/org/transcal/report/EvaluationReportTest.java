package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.CalibrationMetric;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.number.Numerals;
import org.transcal.workflow.Evaluate;

class EvaluationReportTest {
  private static final Samples.Rows ROWS = Samples.target(400, 5);

  @Test
  void givenMetrics_thenValuesAndIntervalsAreListed() {
    MetricEvaluation evaluation =
        evaluation(
            diagram(15),
            score("ECE (15 equal-width bins)", 0.05372, 0.048, 0.0612),
            score("NLL", Double.POSITIVE_INFINITY, 1, Double.POSITIVE_INFINITY));

    String html = report("a.npy", evaluation).toHtml();

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
        report(hostile, evaluation(diagram(10), score(hostile, 1, 1, 1)), hostile).toHtml(hostile);

    assertThat(html).doesNotContain("<img");
    assertThat(html.split("&lt;img", -1)).hasSizeGreaterThanOrEqualTo(6);
  }

  @Test
  void givenNoRows_thenThePageStillOpens() {
    String html = report("empty", evaluation(ReliabilityDiagram.empty(15))).toHtml();

    // The script at the end mentions NaN; the page itself must not.
    String shown = html.substring(0, html.indexOf("<script"));
    assertThat(shown).contains("ECE –").doesNotContain("NaN").doesNotContain("data-bin");
  }

  @Test
  void givenTooManyBins_thenThePageSaysThatTheChartIsLeftOut() {
    String html = report("fine", evaluation(diagram(5000))).toHtml();

    assertThat(html).contains("5000 bins are too many to draw").hasSizeLessThan(50_000);
  }

  @Test
  void givenClassesAndAPositiveOne_thenNamesMetricsAndItsOwnDiagram() {
    EvaluatedRows rows = measured("a.npz");

    String html =
        EvaluationReport.of("a.npz", Evaluate.Result.of(List.of(rows), List.of())).toHtml();

    MetricEvaluation.ClassScore second = rows.overall().byClass().get(1);
    assertThat(html)
        .contains("By class", "<th scope=\"row\">dog</th>", "AUROC (ties count half)")
        .contains("id=\"positive-reliability-chart\"", "predicted probability of dog")
        .contains(Numerals.percent(second.precision(), 1))
        .contains("bandwidth of the smooth curve", "class=\"smooth\"");
  }

  @Test
  void givenSeveralFiles_thenOneChartHasACurveOfEach() {
    String html =
        EvaluationReport.of(
                "both",
                Evaluate.Result.of(
                    List.of(measured("before.npz"), measured("after.npz")), List.of()))
            .toHtml();

    assertThat(html)
        .contains("id=\"reliability-compared\"", "class=\"curve curve-0\"", "curve curve-1")
        .contains("before.npz: ECE", "after.npz: ECE", "id=\"reliability-chart-1\"")
        .contains("By class: before.npz", "By class: after.npz");
  }

  @Test
  void givenTwelveFiles_thenEachIsARowAndTheChartSaysHowManyItDraws() {
    List<EvaluatedRows> files =
        IntStream.rangeClosed(1, 12).mapToObj(day -> measured("runs/may/day-" + day)).toList();

    String html = EvaluationReport.of("12 files", Evaluate.Result.of(files, List.of())).toHtml();

    String rows = html.substring(html.indexOf("Metrics with 95"));
    assertThat(rows.substring(0, rows.indexOf("</table>")).split("<tr>", -1)).hasSize(14);
    assertThat(rows).contains("<th scope=\"row\">day-12</th>");
    assertThat(html)
        .contains("The first 6 of 12 files", "By class: day-12")
        .doesNotContain("runs/may");
  }

  @Test
  void givenFilesOfSeveralFolders_thenOnlyTheSharedOnesAreLeftOut() {
    String html =
        EvaluationReport.of(
                "both",
                Evaluate.Result.of(
                    List.of(measured("runs/a/x.npz"), measured("runs/b/x.npz")), List.of()))
            .toHtml();

    assertThat(html).contains("By class: a/x.npz", "By class: b/x.npz").doesNotContain("The first");
  }

  @Test
  void givenManyClasses_thenThoseWithMostRowsAreListed() {
    List<MetricEvaluation.ClassScore> scores = new ArrayList<>();
    for (int k = 0; k < 300; k++) {
      scores.add(new MetricEvaluation.ClassScore(k, 1, 0, 0));
    }
    ReliabilityDiagram diagram = diagram(15);
    MetricEvaluation many =
        new MetricEvaluation(
            400, 300, 0.95, List.of(), diagram, ReliabilityDiagram.empty(500), scores);

    String html = report("many", many).toHtml();

    assertThat(html)
        .contains("The 200 of 300 classes with most rows", "<th scope=\"row\">100</th>")
        .doesNotContain("<th scope=\"row\">99</th>");
  }

  private static EvaluatedRows measured(String name) {
    LabelledPredictions rows = LabelledPredictions.of(ROWS.logits().softmax(1), ROWS.labels());
    Bootstrap bootstrap = Bootstrap.seeded(0).withReplicates(20);
    return new EvaluatedRows(
        name,
        List.of("cat", "dog", "cow", "hen", "pig"),
        MetricEvaluation.of(rows, 15, bootstrap),
        Optional.of(
            new EvaluatedRows.PositiveClass(
                1,
                MetricEvaluation.of(
                    rows.ofClass(1), CalibrationMetrics.ofClass(15), 15, bootstrap))));
  }

  private static EvaluationReport report(
      String title, MetricEvaluation evaluation, String... warnings) {
    return EvaluationReport.of(
        title,
        Evaluate.Result.of(
            List.of(new EvaluatedRows(title, List.of(), evaluation, Optional.empty())),
            List.of(warnings)));
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
