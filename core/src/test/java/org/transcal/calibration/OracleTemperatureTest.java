package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.Termination;
import org.transcal.example.KnownShift;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/** The temperature that knows the target labels. */
class OracleTemperatureTest {
  private static final int BINS = 15;

  /** A task whose target labels are known. */
  private record Known(TransferTask task, Labels labels) {
    MethodSettings settings() {
      return MethodSettings.defaults().withTargetLabels(labels);
    }

    /** ECE by the definition: |Σ (r − c)| of each bin ((b−1)/B, b/B], over n. */
    double ece(double temperature) {
      double[] confidence = task.target().logits().softmax(temperature).top().confidences();
      int[] predictions = task.target().logits().predictions();
      double[] gaps = new double[BINS];
      for (int i = 0; i < confidence.length; i++) {
        int bin = 0;
        while (bin < BINS - 1 && confidence[i] > (bin + 1.0) / BINS) {
          bin++;
        }
        gaps[bin] += (predictions[i] == labels.get(i) ? 1 : 0) - confidence[i];
      }
      return Arrays.stream(gaps).map(Math::abs).sum() / confidence.length;
    }
  }

  static Stream<Named<Known>> tasks() {
    KnownShift shift = KnownShift.sample(300, 300, 600, 4);
    TaskParts three = TaskParts.random(3, 41);
    TaskParts ten = TaskParts.random(10, 42);
    return Stream.of(
        Named.of("known shift", new Known(shift.task(), shift.targetLabels())),
        Named.of("3 classes", new Known(three.task(), three.targetLabels())),
        Named.of("10 classes", new Known(ten.task(), ten.targetLabels())));
  }

  static Stream<Arguments> tasksAndMethods() {
    return tasks()
        .flatMap(
            task ->
                Methods.names().stream()
                    .filter(
                        name -> !Set.of("ensemble", "mc-dropout", "svi", "labelled").contains(name))
                    .map(name -> Arguments.of(task, name)));
  }

  @ParameterizedTest
  @MethodSource("tasksAndMethods")
  @Tag("slow")
  void givenAnyOtherTemperature_thenItsErrorIsNotLower(Known given, String name) {
    FittedCalibration oracle =
        new OracleTemperature(Optional.of(given.labels()), BINS).fit(given.task());

    Calibrator method = (Calibrator) Methods.named(name, given.settings());
    double other = method.fit(given.task()).temperature().orElse(1);

    // ECE jumps by up to 2/n where a row changes bins, and a grid may miss one such jump.
    double jump = 2.0 / given.labels().rows();
    assertThat(oracle.objective()).isLessThanOrEqualTo(given.ece(other) + jump);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void givenFit_thenObjectiveIsTheErrorAtItsTemperature(Known given) {
    FittedCalibration oracle =
        new OracleTemperature(Optional.of(given.labels()), BINS).fit(given.task());

    double temperature = oracle.temperature().orElseThrow();
    assertThat(oracle.objective()).isCloseTo(given.ece(temperature), within(1e-12));
  }

  @ParameterizedTest
  @MethodSource("tasks")
  @Tag("slow")
  void givenFiveTimesFinerGrid_thenHardlyBetter(Known given) {
    FittedCalibration oracle =
        new OracleTemperature(Optional.of(given.labels()), BINS).fit(given.task());

    double least = 1;
    for (int i = 0; i <= 20_000; i++) {
      least = Math.min(least, given.ece(Math.exp(-2 + 5.5 * i / 20_000)));
    }
    double jump = 2.0 / given.labels().rows();
    assertThat(oracle.objective()).isLessThanOrEqualTo(least + jump);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void givenLabels_thenEstimatedAccuracyIsTheTruth(Known given) {
    int[] predictions = given.task().target().logits().predictions();
    double right = 0;
    for (int i = 0; i < predictions.length; i++) {
      right += predictions[i] == given.labels().get(i) ? 1 : 0;
    }

    FittedCalibration oracle =
        new OracleTemperature(Optional.of(given.labels()), BINS).fit(given.task());
    assertThat(oracle.estimatedTargetAccuracy()).isEqualTo(right / predictions.length);
  }

  @Test
  void givenTimidAndAlwaysRight_thenLowerBoundIsSaid() {
    Known given = binary(0.1, 0);

    FittedCalibration oracle =
        new OracleTemperature(Optional.of(given.labels()), BINS).fit(given.task());

    assertThat(oracle.temperature()).hasValue(Math.exp(-2));
    assertThat(oracle.termination()).isEqualTo(Termination.AT_BOUND);
  }

  @Test
  void givenSureAndAlwaysWrong_thenUpperBoundIsSaid() {
    Known given = binary(100, 1);

    FittedCalibration oracle =
        new OracleTemperature(Optional.of(given.labels()), BINS).fit(given.task());

    assertThat(oracle.temperature()).hasValue(Math.exp(3.5));
    assertThat(oracle.termination()).isEqualTo(Termination.AT_BOUND);
  }

  @Test
  void givenNoLabels_thenNamesThem() {
    CalibrationMethod blind = Methods.named("oracle", MethodSettings.defaults());

    assertThatThrownBy(() -> blind.fit(TaskParts.random(3, 43).task()))
        .isInstanceOf(MissingPartException.class)
        .hasMessageContaining("target_labels");
  }

  @Test
  void givenLabelsOfOtherRows_thenRefuses() {
    Labels tooFew = Labels.copyOf(new int[] {0, 1}, 3);

    assertThatThrownBy(
            () ->
                new OracleTemperature(Optional.of(tooFew), BINS)
                    .fit(TaskParts.random(3, 44).task()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 labels");
  }

  /** Fifty target rows that predict class 0 by a margin and all have one label. */
  private static Known binary(double margin, int label) {
    double[][] logits = new double[50][];
    Arrays.setAll(logits, i -> new double[] {margin, 0});
    int[] labels = new int[50];
    Arrays.fill(labels, label);
    TransferTask task =
        TransferTask.named("binary")
            .sourceValidation(Logits.copyOf(logits), Labels.copyOf(labels, 2))
            .target(Logits.copyOf(logits))
            .build();
    return new Known(task, Labels.copyOf(labels, 2));
  }
}
