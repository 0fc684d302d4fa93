package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.calibration.Calibrator;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.example.KnownShift;
import org.transcal.prediction.Probabilities;
import org.transcal.task.TransferTask;

/** Every supported method gives what {@code core} gives for the same rows. */
@ExtendWith(LocalSpark.class)
class MethodsOnSparkTest {
  /** Searches over rows in another order agree to this. */
  private static final double SAME = 1e-5;

  private static TransferTask task;
  private static Dataset<Row> frame;

  @BeforeAll
  static void createTask() {
    task = KnownShift.sample(400, 300, 400, 11).task();
    frame = TaskFrame.of(task).cache();
  }

  static List<String> methods() {
    return SupportedMethod.names();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void givenAMethod_thenProbabilitiesEqualThoseWithoutSpark(String method) {
    FittedCalibration expected =
        ((Calibrator) Methods.named(method, MethodSettings.defaults())).fit(task);

    TransCalModel model = new TransCalEstimator().setMethod(method).fit(frame);

    assertThat(model.calibrationModel().kind()).isEqualTo(expected.model().kind());
    Probabilities theirs = expected.targetProbabilities();
    Probabilities ours = model.calibrationModel().calibrate(task.target().logits());
    for (int i = 0; i < theirs.rows(); i++) {
      for (int k = 0; k < theirs.classes(); k++) {
        assertThat(ours.get(i, k)).isCloseTo(theirs.get(i, k), within(SAME));
      }
    }
    assertThat(model.summary().orElseThrow().estimatedTargetAccuracy().orElseThrow())
        .isCloseTo(expected.estimatedTargetAccuracy(), within(SAME));
    assertThat(model.summary().orElseThrow().lambda().isPresent())
        .isEqualTo(expected.lambda().isPresent());
  }
}
