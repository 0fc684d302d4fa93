package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.example.KnownShift;
import org.transcal.metric.Interval;
import org.transcal.report.number.Numerals;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Estimate;
import org.transcal.workflow.TaskInput;

class EstimateReportTest {
  private static TransferTask task;
  private static Estimate.Result result;
  private static TargetEstimate estimate;

  @BeforeAll
  static void estimate() {
    task = KnownShift.sample(150, 120, 150, 5).task();
    result = result(task);
    estimate = result.best();
  }

  private static Estimate.Result result(TransferTask of) {
    return Estimate.Result.of(
        TaskInput.of(of), TargetEstimator.seeded(1).estimate(of), Samples.BINS);
  }

  @Test
  void givenEstimate_thenVerdictReasonsAndEveryEstimateAreShown() {
    String html = EstimateReport.of(result).toHtml();

    assertThat(html).startsWith("<!DOCTYPE html>");
    assertThat(html).contains("The estimate is " + estimate.verdict().word());
    assertThat(html).contains("target accuracy", "temperature");
    estimate.estimators().keySet().forEach(key -> assertThat(html).contains(">" + key + "<"));
  }

  @Test
  void givenEstimate_thenThePageLeadsWithTheNumberAndItsRange() {
    String html = EstimateReport.of(result).toHtml();
    Interval range = estimate.accuracy().interval();

    assertThat(html)
        .contains(
            "<h1>About "
                + Numerals.percent(estimate.accuracy().value())
                + " of the target predictions are right ("
                + Numerals.range(range.low(), range.high(), 0)
                + ").</h1>");
    Matcher headings = Pattern.compile("<h2 id=\"([^\"]+)\"").matcher(html);
    assertThat(headings.results().map(found -> found.group(1)))
        .containsExactly("trust", "evidence", "reproduction");
  }

  @Test
  void givenTheEvidence_thenADotPlotWithSourceAccuracy() {
    String html = EstimateReport.of(result).toHtml();
    String drawing = html.substring(html.indexOf("id=\"evidence-chart\""));

    for (AccuracyEvidence evidence : estimate.combined().evidence()) {
      assertThat(drawing).contains("data-key=\"" + evidence.key() + "\"");
    }
    assertThat(drawing)
        .contains("data-value=\"" + Numerals.exact(SourceCheck.of(task).accuracy()) + "\"");
  }

  @Test
  void givenAWideInterval_thenTheNextStepIsToLabelRows() {
    String html = EstimateReport.of(result).toHtml();
    String next = html.substring(html.indexOf("What to do next"), html.indexOf("id=\"evidence\""));

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

    String html = EstimateReport.of(result(bare)).toHtml();

    assertThat(html)
        .contains("Add evidence to the task: features", "mixup_logits and mixup_partner");
  }

  @Test
  void givenFeatures_thenTheRawShareOfNeighboursHasANameOfItsOwn() {
    String html = EstimateReport.of(result).toHtml();

    assertThat(html).contains("<th scope=\"row\">raw neighbours</th>");
    // The other one is the evidence, in the numbers of its chart.
    assertThat(html.split("<th scope=\"row\">neighbours</th>", -1)).hasSize(1 + 1);
  }

  @Test
  void givenHostileNames_thenTheyStayText() {
    String html =
        EstimateReport.of(result).toHtml("transcal estimate '<script>x</script> <img src=x>'");

    assertThat(html).contains("&lt;script&gt;x").doesNotContain("<script>x", "<img");
  }
}
