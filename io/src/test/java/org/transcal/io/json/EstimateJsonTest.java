package org.transcal.io.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.example.KnownShift;
import org.transcal.io.csv.MonitoringCsv;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.monitoring.chunk.Monitoring;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.ShiftEvidence;
import org.transcal.task.TransferTask;

class EstimateJsonTest {
  @Test
  void givenEstimateWithChunks_thenJsonAndCsvHoldTheSameNumbers() {
    TransferTask task = KnownShift.sample(150, 120, 150, 5).task();
    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(task);
    Monitoring chunks =
        Monitoring.of(PreparedTask.of(task), Monitoring.byRows(150, 75), OptionalDouble.empty());

    String json =
        new String(
            EstimateJson.encode(estimate, Optional.empty(), Optional.of(chunks)),
            StandardCharsets.UTF_8);
    String csv = MonitoringCsv.text(chunks);

    assertThat(json).contains("\"schema\": \"transcal.estimate/1\"");
    assertThat(json).contains("\"verdict\": \"" + estimate.verdict().word() + "\"");
    ShiftEvidence shift = ShiftEvidence.of(estimate.prepared());
    assertThat(json).contains("\"kind\": \"" + shift.kind().words() + "\"");
    assertThat(json).contains("\"sentence\": \"" + shift.sentence() + "\"");
    assertThat(json).contains("\"labelsNeeded\": " + estimate.labelsNeeded());
    assertThat(json.split("\"chunk\"", -1)).hasSize(1 + 2);
    assertThat(csv.lines()).hasSize(1 + 2);
    assertThat(csv).contains("," + chunks.chunks().get(1).accuracy().value() + ",");
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
            EstimateJson.encode(free, Optional.of(labelled), Optional.empty()),
            StandardCharsets.UTF_8);

    assertThat(json)
        .contains("\"value\": " + labelled.labels().accuracy().value())
        .contains("\"used\": 30")
        .contains("\"recommendedMore\": " + labelled.labels().recommendedMore());
  }

  @Test
  void givenAnAbsoluteThreshold_thenTheCsvHoldsItAndNoUpperOne() {
    TransferTask task = KnownShift.sample(150, 120, 150, 5).task();
    Monitoring chunks =
        Monitoring.of(PreparedTask.of(task), Monitoring.byRows(150, 75), OptionalDouble.of(0.97));

    String csv = MonitoringCsv.text(chunks);

    assertThat(csv.lines().skip(1)).hasSize(2).allMatch(line -> line.endsWith(",0.97,,low"));
  }
}
