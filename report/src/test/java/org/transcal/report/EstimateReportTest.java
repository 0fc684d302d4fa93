package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.example.KnownShift;
import org.transcal.metric.Interval;
import org.transcal.monitoring.chunk.Monitoring;
import org.transcal.report.number.Numerals;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;

class EstimateReportTest {
  private static TransferTask task;
  private static TargetEstimate estimate;

  @BeforeAll
  static void estimate() {
    task = KnownShift.sample(150, 120, 150, 5).task();
    estimate = TargetEstimator.seeded(1).estimate(task);
  }

  @Test
  void givenEstimate_thenVerdictReasonsAndEveryEstimateAreShown() {
    String html = EstimateReport.of(estimate).toHtml();

    assertThat(html).startsWith("<!DOCTYPE html>");
    assertThat(html).contains("Verdict: " + estimate.verdict().word());
    assertThat(html).contains("target accuracy", "temperature");
    estimate.estimators().keySet().forEach(key -> assertThat(html).contains(">" + key + "<"));
  }

  @Test
  void givenEstimate_thenThePageLeadsWithTheNumberAndItsRange() {
    String html = EstimateReport.of(estimate).toHtml();
    Interval range = estimate.accuracy().interval();

    assertThat(html)
        .contains(
            "<h1>About "
                + Numerals.percent(estimate.accuracy().value())
                + " right ("
                + Numerals.range(range.low(), range.high(), 0)
                + ")</h1>");
    Matcher headings = Pattern.compile("<h2 id=\"([^\"]+)\"").matcher(html);
    assertThat(headings.results().map(found -> found.group(1)))
        .containsExactly("evidence", "next", "estimates", "reproduction");
  }

  @Test
  void givenTheEvidence_thenADotPlotWithSourceAccuracy() {
    String html = EstimateReport.of(estimate).toHtml();
    String drawing = html.substring(html.indexOf("id=\"evidence-chart\""));

    for (AccuracyEvidence evidence : estimate.combined().evidence()) {
      assertThat(drawing).contains("data-key=\"" + evidence.key() + "\"");
    }
    assertThat(drawing)
        .contains("data-value=\"" + Numerals.exact(SourceCheck.of(task).accuracy()) + "\"");
  }

  @Test
  void givenAWideInterval_thenTheNextStepIsToLabelRows() {
    String html = EstimateReport.of(estimate).toHtml();
    String next = html.substring(html.indexOf("id=\"next\""), html.indexOf("id=\"estimates\""));

    assertThat(estimate.labelsNeeded()).isPositive();
    assertThat(next)
        .contains("<code>transcal label TASK --budget")
        .contains("labels would give the accuracy to within 3\u00a0points")
        .doesNotContain("features of both domains", "mixup_logits");
  }

  @Test
  void givenATaskWithoutOptionalArrays_thenTheyAreNamedAsNextStep() {
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits())
            .build();

    String html = EstimateReport.of(TargetEstimator.seeded(1).estimate(bare)).toHtml();

    assertThat(html).contains("Add evidence to the task: features", "<code>mixup_logits</code>");
  }

  @Test
  void givenFeatures_thenTheRawShareOfNeighboursHasANameOfItsOwn() {
    String html = EstimateReport.of(estimate).toHtml();

    assertThat(html).contains("<th scope=\"row\">raw neighbours</th>");
    // The other one is the evidence, in the numbers of its chart.
    assertThat(html.split("<th scope=\"row\">neighbours</th>", -1)).hasSize(1 + 1);
  }

  @Test
  void givenChunks_thenOneMarkEachAndTheirNumbers() {
    Monitoring chunks =
        Monitoring.of(estimate.prepared(), Monitoring.byRows(150, 50), OptionalDouble.empty());

    String html = EstimateReport.of(estimate).withMonitoring(chunks).toHtml();

    assertThat(html.split("data-accuracy", -1)).hasSize(1 + 3);
    assertThat(html).contains("0-49", "50-99", "100-149").doesNotContain("class=\"tall\"");
    assertThat(html.split("Estimated accuracy of each chunk</caption>", -1)).hasSize(1 + 1);
  }

  @Test
  void givenTimes_thenTheAxisNamesChunksAsTheTableDoes() {
    double[] months = new double[150];
    Arrays.setAll(months, i -> i % 12);
    Monitoring chunks =
        Monitoring.of(estimate.prepared(), Monitoring.byTime(months), OptionalDouble.empty());

    String html = EstimateReport.of(estimate).withMonitoring(chunks).toHtml();

    String section = html.substring(html.indexOf("id=\"monitoring-chart"));
    String drawing = section.substring(0, section.indexOf("</svg>"));
    assertThat(texts(drawing)).contains("0", "11").doesNotContain("12");
  }

  @Test
  void givenAnAbsoluteThreshold_thenTheReportShowsItAndNoOther() {
    Monitoring usual =
        Monitoring.of(estimate.prepared(), Monitoring.byRows(150, 50), OptionalDouble.empty());
    Monitoring absolute =
        Monitoring.of(estimate.prepared(), Monitoring.byRows(150, 50), OptionalDouble.of(0.97));

    String before = EstimateReport.of(estimate).withMonitoring(usual).toHtml();
    String html = EstimateReport.of(estimate).withMonitoring(absolute).toHtml();

    assertThat(html).contains("alerts below 97.0").contains(">97.0");
    assertThat(before).doesNotContain("alerts below");
    // Two dashed lines, lower and upper, became one.
    assertThat(count(html, "perfect")).isEqualTo(count(before, "perfect") - 1);
  }

  private static long count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  private static List<String> texts(String drawing) {
    Matcher matcher = Pattern.compile("<text[^>]*>([^<]*)</text>").matcher(drawing);
    return matcher.results().map(result -> result.group(1)).toList();
  }

  @Test
  void givenHostileNames_thenTheyStayText() {
    String html =
        EstimateReport.of(estimate)
            .withCommand("transcal estimate '<script>x</script>'")
            .withWarnings(List.of("<img src=x>"))
            .toHtml();

    assertThat(html).contains("&lt;script&gt;x").doesNotContain("<script>x", "<img");
  }
}
