package org.transcal.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.shift.DomainClassifier;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** The closed forms of the example against a large sample of it. */
class KnownShiftTest {
  private static final int ROWS = 400_000;
  private static final double STANDARD_ERRORS = 4;

  private static KnownShift large = KnownShift.demo(0);

  @BeforeAll
  static void draw() {
    large = KnownShift.sample(10, ROWS, ROWS, 20);
  }

  @Test
  void givenLargeSample_thenAccuraciesMatchTheClosedForm() {
    double source =
        share(
            large.task().sourceValidation().logits().predictions(),
            large.task().sourceValidation().labels().toArray());
    double target =
        share(large.task().target().logits().predictions(), large.targetLabels().toArray());

    assertShare(source, KnownShift.trueSourceAccuracy(), ROWS);
    assertShare(target, KnownShift.trueTargetAccuracy(), ROWS);
  }

  /** Within a narrow band of confidence the accuracy is that at the band's mean confidence. */
  @ParameterizedTest
  @ValueSource(doubles = {1, KnownShift.SOURCE_TEMPERATURE, 4})
  void givenLargeSample_thenAccuracyAtConfidenceMatchesTheClosedForm(double temperature) {
    double[] confidence = large.task().target().logits().softmax(temperature).top().confidences();
    int[] predictions = large.task().target().logits().predictions();
    int bands = 60;
    double[] count = new double[bands];
    double[] right = new double[bands];
    double[] expected = new double[bands];
    for (int i = 0; i < confidence.length; i++) {
      // The smallest confidence is a mass of its own.
      if (confidence[i] > KnownShift.smallestConfidence(temperature) + 1e-6 && confidence[i] < 1) {
        int band = (int) (confidence[i] * bands);
        count[band]++;
        right[band] += predictions[i] == large.targetLabels().get(i) ? 1 : 0;
        expected[band] += KnownShift.trueTargetAccuracyAt(confidence[i], temperature);
      }
    }
    int compared = 0;
    for (int band = 0; band < bands; band++) {
      if (count[band] > 1000) {
        assertShare(right[band] / count[band], expected[band] / count[band], count[band]);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(20);
  }

  @Test
  void givenLargeSample_thenSourceIsCalibratedAtTheSourceTemperature() {
    FittedCalibration fit = Methods.calibrator("temperature").fit(large.task());

    // Samples of this size spread by 0.002; the smallest margin biases by 0.001.
    assertThat(fit.temperature().orElseThrow())
        .isCloseTo(KnownShift.SOURCE_TEMPERATURE, within(0.01));
    assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
  }

  /** E[w] = 1, and E[w·r] is the target accuracy: weights turn source means into target means. */
  @Test
  void givenTrueWeights_thenMeanOneAndTargetAccuracy() {
    double[] weights = large.trueWeights().values();
    int[] predictions = large.task().sourceValidation().logits().predictions();
    double[] weighted = new double[ROWS];
    Arrays.setAll(
        weighted,
        i -> predictions[i] == large.task().sourceValidation().labels().get(i) ? weights[i] : 0);
    Frequencies once = Frequencies.ones(ROWS);

    assertThat(once.mean(weights))
        .isCloseTo(1, within(STANDARD_ERRORS * Math.sqrt(once.variance(weights) / ROWS)));
    assertThat(once.mean(weighted))
        .isCloseTo(
            KnownShift.trueTargetAccuracy(),
            within(STANDARD_ERRORS * Math.sqrt(once.variance(weighted) / ROWS)));
  }

  /** The closed form of the error against |mean correctness − confidence| in very many bins. */
  @Test
  void givenLargeSample_thenCalibrationErrorMatchesTheClosedForm() {
    for (double temperature : new double[] {1, 1.8, 3}) {
      double[] confidence = large.task().target().logits().softmax(temperature).top().confidences();
      int[] predictions = large.task().target().logits().predictions();
      double[] gaps = new double[100];
      for (int i = 0; i < ROWS; i++) {
        int bin = Math.min(99, (int) (100 * confidence[i]));
        gaps[bin] += (predictions[i] == large.targetLabels().get(i) ? 1 : 0) - confidence[i];
      }
      double sampled = Arrays.stream(gaps).map(Math::abs).sum() / ROWS;

      // Noise of 100 bins adds at most √(100·0.25/n) = 0.008 where bins are calibrated.
      assertThat(sampled)
          .isCloseTo(KnownShift.trueTargetCalibrationError(temperature), within(0.004));
    }
  }

  /** With λ = 1 the estimate is unbiased but for the ratio of its coefficients. */
  @Test
  void givenTrueWeights_thenTransCalEstimatesTheTrueTargetAccuracy() {
    KnownShift shift = KnownShift.sample(10, 40_000, 20_000, 6);
    TransferTask task = shift.task().withWeights(shift.trueWeights().values());

    FittedCalibration fit = TransCal.withoutBiasReduction().fit(task);

    double[] weights = shift.trueWeights().values();
    Frequencies once = Frequencies.ones(weights.length);
    double error = Math.sqrt(once.variance(weights) / weights.length);
    assertThat(fit.estimatedTargetAccuracy())
        .isCloseTo(KnownShift.trueTargetAccuracy(), within(STANDARD_ERRORS * error));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void givenTrueWeights_thenTransCalLowersTheTrueError(long seed) {
    KnownShift shift = KnownShift.sample(10, 5000, 5000, seed);
    TransferTask task = shift.task().withWeights(shift.trueWeights().values());

    double transCal = error(TransCal.withoutBiasReduction().fit(task));
    double learned = error(TransCal.released().fit(task));
    double temperature = error(Methods.calibrator("temperature").fit(task));
    double vanilla = KnownShift.trueTargetCalibrationError(1);

    assertThat(transCal).isLessThan(temperature);
    assertThat(learned).isLessThan(temperature);
    assertThat(temperature).isLessThan(vanilla);
  }

  @Test
  void givenDemo_thenEstimatedWeightsLowerTheError() {
    TransferTask task = KnownShift.demo(7).task();

    double transCal = error(TransCal.released().fit(task));
    double temperature = error(Methods.calibrator("temperature").fit(task));

    assertThat(transCal).isLessThan(temperature);
    assertThat(Methods.calibrator("pseudocal").fit(task).temperature().orElseThrow()).isPositive();
  }

  @Test
  void givenDemo_thenItsArraysAreBelowOneMegabyte() {
    TransferTask task = KnownShift.demo(7).task();
    DomainFeatures features = task.features().orElseThrow();

    long bytes =
        bytes(task.sourceValidation().logits().values())
            + bytes(task.target().logits().values())
            + bytes(features.sourceTrain())
            + bytes(features.sourceValidation())
            + bytes(features.target())
            + bytes(task.mixup().orElseThrow().logits().values())
            + 8L * (task.sourceValidation().labels().rows() + 2L * task.target().logits().rows());

    assertThat(bytes).isLessThan(1_000_000);
    assertThat(task.sourceValidation().logits().rows()).isEqualTo(1000);
    assertThat(task.target().logits().rows()).isEqualTo(2000);
    assertThat(features.sourceTrain().rows()).isEqualTo(2000);
  }

  @Test
  void givenSameSeed_thenSameBits() {
    KnownShift first = KnownShift.sample(30, 40, 50, 11);
    KnownShift again = KnownShift.sample(30, 40, 50, 11);
    KnownShift other = KnownShift.sample(30, 40, 50, 12);

    assertThat(target(again)).isDeepEqualTo(target(first));
    assertThat(target(other)).isNotEqualTo(target(first));
    assertThat(again.targetLabels().toArray()).isEqualTo(first.targetLabels().toArray());
    assertThat(again.trueWeights().values()).isEqualTo(first.trueWeights().values());
    assertThat(again.task().features().orElseThrow().sourceTrain().toArrays())
        .isDeepEqualTo(first.task().features().orElseThrow().sourceTrain().toArrays());
    assertThat(again.task().mixup().orElseThrow().logits().values().toArrays())
        .isDeepEqualTo(first.task().mixup().orElseThrow().logits().values().toArrays());
  }

  /** ln w is linear in the shifted feature, so the domain classifier is the right model. */
  @Test
  void givenManyRows_thenEstimatedWeightsNearTheTrueOnes() {
    KnownShift shift = KnownShift.sample(20_000, 500, 20_000, 8);

    ImportanceWeights estimated = DomainClassifier.reweighted().estimate(shift.task());

    ImportanceWeights truth = shift.trueWeights();
    for (int i = 0; i < truth.rows(); i++) {
      assertThat(estimated.log(i)).isCloseTo(truth.log(i), within(0.3));
    }
  }

  private static double error(FittedCalibration fit) {
    return KnownShift.trueTargetCalibrationError(fit.temperature().orElseThrow());
  }

  private static double[][] target(KnownShift shift) {
    return shift.task().target().logits().values().toArrays();
  }

  private static long bytes(Matrix matrix) {
    return (long) matrix.rows() * matrix.columns() * (matrix instanceof Matrix.OfFloats ? 4 : 8);
  }

  private static double share(int[] predictions, int[] labels) {
    double right = 0;
    for (int i = 0; i < labels.length; i++) {
      right += predictions[i] == labels[i] ? 1 : 0;
    }
    return right / labels.length;
  }

  private static void assertShare(double actual, double expected, double rows) {
    double error = Math.sqrt(expected * (1 - expected) / rows);
    assertThat(actual).isCloseTo(expected, within(STANDARD_ERRORS * error));
  }
}
