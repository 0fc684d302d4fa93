package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Methods;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.ShiftEvidence;
import org.transcal.task.TransferTask;

/** Validation and target rows of one distribution, training rows of another. */
class OtherTrainingRowsTest {
  /** Far below the 15 points that training rows used to cost. */
  private static final double POINTS = 0.04;

  @ParameterizedTest(name = "{0} features, {1} classes, {2} rows, training rows × {3} + {4}")
  @CsvSource({
    "4, 2, 400, 1.0, 3.0",
    "8, 3, 600, 4.0, 6.0",
    "16, 10, 1000, 0.2, 1.0",
    "32, 5, 1500, 1.0, 1.0",
    "64, 20, 2000, 3.0, 2.0"
  })
  void givenOnlyTrainingRowsThatDiffer_thenTheEstimateIsValidationAccuracy(
      int features, int classes, int rows, double scale, double move) {
    Sample validation = new Sample(features, classes, rows, 11);
    Sample target = new Sample(features, classes, rows, 12);
    double[][] training = new Sample(features, classes, rows, 13).x;
    for (double[] row : training) {
      Arrays.setAll(row, j -> scale * row[j] + move);
    }
    PreparedTask task =
        PreparedTask.of(
            TransferTask.named("augmented")
                .sourceValidation(validation.logits, validation.labels)
                .target(target.logits)
                .features(
                    Matrix.copyOf(training), Matrix.copyOf(validation.x), Matrix.copyOf(target.x))
                .build());
    double truth = target.accuracy();
    FittedCalibration fit = Methods.recommended().fit(task);

    TargetEstimate estimate = TargetEstimator.seeded(0).estimate(task);

    assertThat(task.domainAuc()).isGreaterThan(0.9);
    assertThat(ShiftEvidence.of(task).kind()).isEqualTo(ShiftEvidence.Kind.NONE_SEEN);
    assertThat(estimate.accuracy().value())
        .isEqualTo(validation.accuracy())
        .isCloseTo(truth, within(POINTS))
        .isEqualTo(fit.estimatedTargetAccuracy());
    assertThat(estimate.accuracy().interval().contains(truth)).isTrue();
    assertThat(estimate.verdict()).isEqualTo(Verdict.TRUSTWORTHY);
    assertThat(fit.concerns()).isEmpty();
  }

  /** Gaussian classes around random centres, with noisy linear scores as logits. */
  private static final class Sample {
    final double[][] x;
    final Logits logits;
    final Labels labels;

    Sample(int features, int classes, int rows, long seed) {
      SplittableRandom common = new SplittableRandom(features);
      double[][] centres = new double[classes][features];
      double spread = 2.2 / Math.sqrt(features);
      for (double[] centre : centres) {
        Arrays.setAll(centre, j -> spread * common.nextGaussian());
      }
      SplittableRandom random = new SplittableRandom(seed);
      x = new double[rows][features];
      double[][] z = new double[rows][classes];
      int[] y = new int[rows];
      for (int i = 0; i < rows; i++) {
        y[i] = random.nextInt(classes);
        double[] row = x[i];
        double[] centre = centres[y[i]];
        Arrays.setAll(row, j -> centre[j] + random.nextGaussian());
        Arrays.setAll(z[i], k -> score(row, centres[k]));
      }
      logits = Logits.copyOf(z);
      labels = Labels.copyOf(y, classes);
    }

    private static double score(double[] row, double[] centre) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += (row[j] - centre[j] / 2) * centre[j];
      }
      return 2 * sum;
    }

    double accuracy() {
      return Arrays.stream(logits.correctness(labels)).average().orElseThrow();
    }
  }
}
