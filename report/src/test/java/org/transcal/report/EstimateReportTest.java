package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.shift.TransferTask;
import org.transcal.verdict.Monitoring;
import org.transcal.verdict.TargetEstimate;
import org.transcal.verdict.TargetEstimator;

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
  void givenChunks_thenOneMarkEachAndTheirNumbers() {
    Monitoring chunks = Monitoring.of(task, Monitoring.byRows(150, 50), OptionalDouble.empty());

    String html = EstimateReport.of(estimate).withMonitoring(chunks).toHtml();

    assertThat(html.split("data-accuracy", -1)).hasSize(1 + 3);
    assertThat(html).contains("0-49", "50-99", "100-149");
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
