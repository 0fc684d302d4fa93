package org.transcal.monitoring.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

class MonitoringTest {
  @Test
  void givenChunksThatAreTheWhole_thenTheWhole() {
    TransferTask task = KnownShift.sample(200, 150, 200, 5).task();

    Monitoring monitoring =
        Monitoring.of(PreparedTask.of(task), Monitoring.byRows(200, 200), OptionalDouble.empty());

    assertThat(monitoring.chunks()).hasSize(1);
    assertThat(monitoring.chunks().get(0).accuracy().value())
        .isCloseTo(monitoring.reference(), within(1e-12));
    assertThat(monitoring.chunks().get(0).alert()).isEqualTo(Monitoring.Chunk.Alert.NONE);
  }

  @Test
  void givenStretchThatLosesConfidence_thenAlertThereOnly() {
    TransferTask whole = KnownShift.sample(200, 300, 400, 5).task();
    double[][] logits = whole.target().logits().values().toArrays();
    for (int i = 300; i < 400; i++) {
      for (int k = 0; k < logits[i].length; k++) {
        logits[i][k] *= 0.05;
      }
    }
    TransferTask faded =
        TransferTask.named("faded")
            .sourceValidation(whole.sourceValidation().logits(), whole.sourceValidation().labels())
            .target(Logits.of(Matrix.copyOf(logits)))
            .build();

    List<Monitoring.Chunk> chunks =
        Monitoring.of(PreparedTask.of(faded), Monitoring.byRows(400, 100), OptionalDouble.of(0.45))
            .chunks();

    List<Monitoring.Chunk.Alert> alerts = new ArrayList<>();
    chunks.forEach(chunk -> alerts.add(chunk.alert()));
    assertThat(alerts)
        .containsExactly(
            Monitoring.Chunk.Alert.NONE,
            Monitoring.Chunk.Alert.NONE,
            Monitoring.Chunk.Alert.NONE,
            Monitoring.Chunk.Alert.LOW);
  }

  @Test
  void givenTimes_thenOnePartADistinctTimeOrChunksInTheirOrder() {
    double[] times = {2, 1, 2, 1, 3};

    assertThat(Monitoring.byTime(times))
        .extracting(Monitoring.Part::name)
        .containsExactly("1", "2", "3");
    assertThat(Monitoring.byTime(times).get(0).rows()).containsExactly(1, 3);
    assertThat(Monitoring.byTime(times, 3).get(0).rows()).containsExactly(1, 3, 0);
  }
}
