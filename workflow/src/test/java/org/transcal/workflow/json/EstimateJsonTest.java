package org.transcal.workflow.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.example.KnownShift;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.shift.ShiftEvidence;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Estimate;
import org.transcal.workflow.TaskInput;

class EstimateJsonTest {
  @Test
  void givenEstimate_thenVerdictShiftAndLabelsNeeded() {
    TransferTask task = KnownShift.sample(150, 120, 150, 5).task();
    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(task);
    Estimate.Result result = Estimate.Result.of(TaskInput.of(task), estimate, 15);

    String json = new String(EstimateJson.encode(result), StandardCharsets.UTF_8);

    assertThat(json)
        .contains("\"findings\": {", "\"headline\": \"" + result.findings().headline() + "\"")
        .contains("\"command\": \"transcal label TASK");

    assertThat(json).contains("\"schema\": \"transcal.estimate/1\"");
    assertThat(json).contains("\"verdict\": \"" + estimate.verdict().word() + "\"");
    ShiftEvidence shift = ShiftEvidence.of(estimate.prepared());
    assertThat(json).contains("\"kind\": \"" + shift.kind().words() + "\"");
    assertThat(json).contains("\"sentence\": \"" + shift.sentence() + "\"");
    assertThat(json).contains("\"labelsNeeded\": " + estimate.labelsNeeded());
  }

  @Test
  void givenLabels_thenMeasuredAccuracyAndHowManyMore() {
    KnownShift example = KnownShift.sample(150, 120, 150, 5);
    TargetEstimate free = TargetEstimator.seeded(1).estimate(example.task());
    LabelledRows rows =
        new LabelledRows(
            IntStream.range(0, 30)
                .mapToObj(i -> LabelledRows.Row.of(5 * i, example.targetLabels().get(5 * i)))
                .toList());
    LabelledEstimate labelled = LabelledEstimate.of(free, rows, 15);

    String json =
        new String(
            EstimateJson.encode(
                Estimate.Result.of(TaskInput.of(example.task()).withLabels(rows), free, 15)),
            StandardCharsets.UTF_8);

    assertThat(json)
        .contains("\"value\": " + labelled.labels().accuracy().value())
        .contains("\"used\": 30")
        .contains("\"recommendedMore\": " + labelled.labels().recommendedMore());
  }
}
