package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.example.KnownShift;
import org.transcal.labelling.LabelSampler;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.report.number.Numerals;
import org.transcal.workflow.Estimate;
import org.transcal.workflow.TaskInput;

class LabelSectionTest {
  private static KnownShift example;
  private static LabelledRows rows;
  private static LabelledEstimate labelled;
  private static TaskInput input;

  @BeforeAll
  static void label() {
    example = KnownShift.sample(150, 120, 150, 5);
    TargetEstimate free = TargetEstimator.seeded(0).estimate(example.task());
    LabelledRows plan = new LabelSampler(1).choose(free.prepared(), 40);
    rows =
        new LabelledRows(
            plan.rows().stream()
                .map(row -> row.labelled(example.targetLabels().get(row.row())))
                .toList());
    labelled = LabelledEstimate.of(free, rows, 15);
    input = TaskInput.of(example.task());
  }

  @Test
  void givenLabels_thenEstimateReportLeadsWithThemAndShowsBeforeAndAfter() {
    String html =
        EstimateReport.of(Estimate.Result.of(input.withLabels(rows), labelled.before(), 15))
            .toHtml();

    assertThat(html)
        .contains("What the labels bought", "40 labelled target rows", "without labels")
        .contains("The estimate is " + labelled.after().verdict().word())
        .contains(Numerals.percent(labelled.before().accuracy().value(), 1))
        .contains(Numerals.percent(labelled.after().accuracy().value(), 1))
        .contains(labelled.labels().recommendedMore() + " more would make it")
        .doesNotContain("random target labels would");
  }

  @Test
  void givenLabels_thenFitReportHasTheSameSection() {
    MethodSettings settings = MethodSettings.defaults().withLabelledRows(rows);
    MethodComparison comparison =
        MethodComparison.run(
            example.task(), List.of(Methods.named("labelled", settings)), settings, result -> {});

    String html = FitReport.of(Samples.fit(comparison)).toHtml();

    assertThat(html)
        .contains("What the labels bought", "40 labelled target rows", "without labels")
        .contains(Numerals.percent(labelled.after().ece().value(), 1));
  }

  @Test
  void givenNoLabels_thenNoSection() {
    assertThat(EstimateReport.of(Estimate.Result.of(input, labelled.before(), 15)).toHtml())
        .doesNotContain("What the labels bought");
  }
}
