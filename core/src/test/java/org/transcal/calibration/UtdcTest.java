package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/** Unsupervised target domain calibration where its bins are few or its bounds are met. */
class UtdcTest {
  private static final double SEARCH = 1e-6;

  @Test
  void givenFewerValidationRowsThanBins_thenRepeatedTargetRowsChangeNothing() {
    double[][] validation = binary(0.4, 1.1, 1.9, 2.8, 4.2, 6);
    double[][] target = binary(0.3, 0.9, 1.4, 2.1, 2.9, 3.8);
    Labels labels = Labels.copyOf(new int[] {1, 0, 0, 1, 0, 0}, 2);

    double once = temperature(validation, labels, target, Frequencies.ones(6));
    double tenTimes =
        temperature(
            validation,
            labels,
            IntStream.range(0, 60).mapToObj(i -> target[i / 10]).toArray(double[][]::new),
            Frequencies.ones(60));
    double counted =
        temperature(validation, labels, target, Frequencies.copyOf(10, 10, 10, 10, 10, 10));

    assertThat(tenTimes).isCloseTo(once, within(SEARCH));
    assertThat(counted).isCloseTo(once, within(SEARCH));
  }

  /** A tree ensemble's confidences: bins divide rows of equal confidence. */
  @Test
  void givenTiedConfidencesAndRowsInAnotherOrder_thenTheSameTemperature() {
    double[] confidences = {0.5, 0.9, 1.5, 2.2};
    Random random = new Random(3);
    double[][] validation =
        binary(random.ints(200, 0, 4).mapToDouble(i -> confidences[i]).toArray());
    double[][] target = binary(random.ints(100, 0, 4).mapToDouble(i -> confidences[i]).toArray());
    int[] labels = random.ints(200, 0, 3).map(i -> i / 2).toArray();
    int[] order =
        IntStream.range(0, 200)
            .boxed()
            .sorted(Comparator.comparing(i -> -labels[i]))
            .mapToInt(i -> i)
            .toArray();

    double given = temperature(validation, Labels.copyOf(labels, 2), target, Frequencies.ones(100));
    double sorted =
        temperature(
            IntStream.of(order).mapToObj(i -> validation[i]).toArray(double[][]::new),
            Labels.copyOf(IntStream.of(order).map(i -> labels[i]).toArray(), 2),
            target,
            Frequencies.ones(100));

    assertThat(sorted).isCloseTo(given, within(SEARCH));
  }

  /** All right: every target row reaches the threshold, and the goal is 0.99 in every bin. */
  @Test
  void givenTimidTarget_thenLowerBoundIsSaid() {
    FittedCalibration fit =
        new Utdc()
            .fit(
                task(
                    binary(0.01, 0.011, 0.012, 0.013),
                    Labels.copyOf(new int[4], 2),
                    binary(0.02, 0.021, 0.022, 0.023),
                    Frequencies.ones(4)));

    assertThat(fit.estimatedTargetAccuracy()).isEqualTo(1);
    assertThat(fit.temperature().orElseThrow()).isCloseTo(0.5, within(SEARCH));
    assertThat(fit.termination()).isEqualTo(Termination.AT_BOUND);
  }

  /** No target row reaches the threshold: the goal is 0.01 in every bin. */
  @Test
  void givenNoTargetRowAboveThreshold_thenUpperBoundIsSaid() {
    FittedCalibration fit =
        new Utdc()
            .fit(
                task(
                    binary(1.1, 1.1, 1.1, 1.1),
                    Labels.copyOf(new int[] {0, 1, 0, 0}, 2),
                    binary(0.5, 0.6, 0.7, 0.8),
                    Frequencies.ones(4)));

    assertThat(fit.estimatedTargetAccuracy()).isZero();
    assertThat(fit.temperature().orElseThrow()).isCloseTo(8, within(SEARCH));
    assertThat(fit.termination()).isEqualTo(Termination.AT_BOUND);
  }

  @Test
  void givenAllWrong_thenRefuses() {
    double[][] validation = binary(2, 3, 4, 5);
    int[] wrong = {1, 1, 1, 1};

    assertThatThrownBy(
            () ->
                new Utdc()
                    .fit(
                        task(validation, Labels.copyOf(wrong, 2), validation, Frequencies.ones(4))))
        .isInstanceOf(CalibrationException.class)
        .hasMessageContaining("every source validation row is wrong");
  }

  private static double temperature(
      double[][] validation, Labels labels, double[][] target, Frequencies frequencies) {
    FittedCalibration fit = new Utdc().fit(task(validation, labels, target, frequencies));
    assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
    return fit.temperature().orElseThrow();
  }

  private static TransferTask task(
      double[][] validation, Labels labels, double[][] target, Frequencies frequencies) {
    return TransferTask.named("small")
        .sourceValidation(Logits.copyOf(validation), labels)
        .target(Logits.copyOf(target), frequencies)
        .build();
  }

  /** Rows of two classes that predict class 0 by a given margin. */
  private static double[][] binary(double... margins) {
    return Arrays.stream(margins).mapToObj(m -> new double[] {m, 0}).toArray(double[][]::new);
  }
}
