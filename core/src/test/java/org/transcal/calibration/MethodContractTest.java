package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Probabilities;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * What every registered method must do, on small tasks of 2, 3 and 10 classes; a new method is
 * picked up by being registered.
 */
class MethodContractTest {
  /** Rounding of sums that run over rows in another order, far above it. */
  private static final double ROUNDING = 1e-9;

  /** Gradient-based fits stop at a gradient of 1e-6 of its start. */
  private static final double SEARCHED_MATRIX = 1e-3;

  /** Searches over T or (T, λ) stop at a step of 1e-7, weights at a gradient of 1e-8. */
  private static final double SEARCHED = 1e-5;

  private static final Set<Object> AFFINE = Set.of("vector", "matrix");

  private static final List<String> ARRAYS =
      List.of(
          "source_train_features",
          "source_val_features",
          "target_features",
          "target_labels",
          "--labels",
          "mixup_logits",
          "mixup_partner",
          "mcdropout_probs",
          "ensemble_probs",
          "svi_probs");

  private static final List<Named<TaskParts>> TASKS =
      List.of(
          Named.of("2 classes", TaskParts.random(2, 12)),
          Named.of("3 classes", TaskParts.random(3, 13)),
          Named.of("3 classes, floats", TaskParts.random(3, 14).storedAs(TaskParts.Storage.FLOATS)),
          Named.of("3 classes, one-hot", TaskParts.random(3, 16).withOneHotFeatures()),
          Named.of("10 classes", TaskParts.random(10, 15)));

  /** Fits of {@link #TASKS} as they are, which most tests compare with another fit. */
  private static final Map<List<Object>, FittedMethod> PLAIN_FITS = new HashMap<>();

  static Stream<Arguments> methodsOnTasks() {
    return Methods.names().stream()
        .flatMap(name -> TASKS.stream().map(task -> Arguments.of(name, task)));
  }

  static Stream<Arguments> temperatureMethodsOnTasks() {
    return methodsOnTasks()
        .filter(
            each -> {
              TaskParts parts = TASKS.get(0).getPayload();
              return plainFit((String) each.get()[0], parts) instanceof FittedCalibration fitted
                  && fitted.temperature().isPresent();
            });
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenTask_thenTargetProbabilitiesAreProbabilities(String name, TaskParts parts) {
    FittedMethod fitted = plainFit(name, parts);

    Probabilities probabilities = fitted.targetProbabilities();
    assertThat(probabilities.rows()).isEqualTo(parts.target().rows());
    assertThat(probabilities.classes()).isEqualTo(parts.classes());
    for (double[] row : values(fitted)) {
      assertThat(Arrays.stream(row)).allMatch(p -> p >= 0 && p <= 1 + ROUNDING);
      assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(ROUNDING));
    }
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenTask_thenSaysWhoItIsAndEstimatesAnAccuracy(String name, TaskParts parts) {
    FittedMethod fitted = plainFit(name, parts);

    assertThat(fitted.method()).isEqualTo(name);
    assertThat(fitted.estimatedTargetAccuracy()).isBetween(0.0, 1.0);
    assertThat(Methods.named(name, parts.settings()).summary()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenSameTaskTwice_thenSameBits(String name, TaskParts parts) {
    FittedMethod first = plainFit(name, parts);
    FittedMethod second = fit(name, parts);

    assertThat(values(second)).isDeepEqualTo(values(first));
    assertThat(second.estimatedTargetAccuracy()).isEqualTo(first.estimatedTargetAccuracy());
  }

  @ParameterizedTest
  @MethodSource("temperatureMethodsOnTasks")
  void givenTemperature_thenPositiveAndPredictionsKept(String name, TaskParts parts) {
    FittedCalibration fitted = (FittedCalibration) plainFit(name, parts);

    assertThat(fitted.temperature().orElseThrow()).isPositive().isFinite();
    int[] before = parts.task().target().logits().predictions();
    var after = fitted.targetProbabilities().top();
    for (int i = 0; i < before.length; i++) {
      assertThat(after.prediction(i)).isEqualTo(before[i]);
    }
  }

  /** Vector and matrix scaling see the constant itself: the next test is theirs. */
  static Stream<Arguments> blindToConstants() {
    return methodsOnTasks().filter(each -> !AFFINE.contains(each.get()[0]));
  }

  @ParameterizedTest
  @MethodSource("blindToConstants")
  void givenConstantAddedToEachRow_thenNothingChanges(String name, TaskParts parts) {
    IntUnaryOperator ownConstant = i -> i % 7 - 3;
    TaskParts exact = onCoarseGrid(parts);

    FittedMethod before = fit(name, exact);
    FittedMethod after = fit(name, exact.plus(ownConstant));

    assertClose(after, before, every(exact), ROUNDING);
  }

  /** W(z + c1) + b = Wz + (b + cW1): one constant for all rows is another offset. */
  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenSameConstantAddedToAllRows_thenNothingChanges(String name, TaskParts parts) {
    TaskParts exact = onCoarseGrid(parts);

    FittedMethod before = fit(name, exact);
    FittedMethod after = fit(name, exact.plus(i -> 1));

    assertClose(after, before, every(exact), tolerance(name, ROUNDING));
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenRowsInAnotherOrder_thenNothingChanges(String name, TaskParts parts) {
    int[] targetOrder = shuffled(parts.target().rows(), 3);
    TaskParts permuted =
        parts.select(
            shuffled(parts.source().rows(), 2),
            targetOrder,
            shuffled(parts.trainFeatures().length, 4));

    FittedMethod before = plainFit(name, parts);
    FittedMethod after = fit(name, permuted);

    assertClose(after, before, targetOrder, tolerance(name, SEARCHED));
  }

  @ParameterizedTest
  @MethodSource("temperatureMethodsOnTasks")
  void givenClassesInAnotherOrder_thenTemperatureIsTheSame(String name, TaskParts parts) {
    int[] newClass = shuffled(parts.classes(), 5);

    double before = temperature(plainFit(name, parts));
    double after = temperature(fit(name, parts.relabelled(newClass)));

    assertThat(after).isCloseTo(before, within(SEARCHED * before));
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenClassesInAnotherOrder_thenProbabilitiesInThatOrder(String name, TaskParts parts) {
    int[] newClass = shuffled(parts.classes(), 5);

    double[][] before = values(plainFit(name, parts));
    double[][] after = values(fit(name, parts.relabelled(newClass)));

    for (int i = 0; i < before.length; i++) {
      for (int k = 0; k < newClass.length; k++) {
        assertThat(after[i][newClass[k]])
            .isCloseTo(before[i][k], within(tolerance(name, SEARCHED)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenFrequencies_thenAsIfRowsWereRepeatedOrRemoved(String name, TaskParts parts) {
    TaskParts counted = parts.counted();

    FittedMethod byCount = fit(name, counted);
    FittedMethod byRow = fit(name, counted.repeated());

    int[] origin = TaskParts.repeats(counted.target().frequencies());
    assertClose(byRow, byCount, origin, tolerance(name, SEARCHED));
    assertThat(byRow.estimatedTargetAccuracy())
        .isCloseTo(byCount.estimatedTargetAccuracy(), within(tolerance(name, SEARCHED)));
    if (byCount instanceof FittedCalibration counting
        && byRow instanceof FittedCalibration repeating) {
      assertThat(repeating.objective())
          .isCloseTo(counting.objective(), within(tolerance(name, SEARCHED)));
      assertThat(repeating.termination()).isEqualTo(counting.termination());
    }
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenModel_thenSurvivesItsParameters(String name, TaskParts parts) {
    if (plainFit(name, parts) instanceof FittedCalibration fitted) {
      CalibrationModel model = fitted.model();

      CalibrationModel rebuilt =
          CalibrationModel.of(model.kind(), model.classes(), model.parameters());

      assertThat(rebuilt).isEqualTo(model);
      var logits = parts.task().target().logits();
      assertThat(rebuilt.calibrate(logits).toMatrix().toArrays()).isDeepEqualTo(values(fitted));
    }
  }

  @ParameterizedTest
  @MethodSource("methodsOnTasks")
  void givenBareTask_thenRunsOrNamesTheMissingArrays(String name, TaskParts parts) {
    TransferTask bare = parts.bare().build();

    CalibrationMethod method = Methods.named(name, MethodSettings.defaults());

    assertThat(method.needs().isEmpty())
        .as("what it says it needs")
        .isEqualTo(needs(name).isEmpty());
    try {
      FittedMethod fitted = method.fit(bare);
      assertThat(fitted.targetProbabilities().rows()).isEqualTo(parts.target().rows());
      assertThat(needs(name)).isEmpty();
    } catch (MissingPartException missing) {
      assertThat(ARRAYS).anyMatch(array -> missing.getMessage().contains(array));
      assertThat(missing.getMessage()).contains(needs(name));
    }
  }

  /** What INTERFACE says each method needs beyond logits and source labels. */
  private static List<String> needs(String name) {
    if (name.startsWith("transcal") || name.startsWith("cpcs")) {
      return List.of("source_train_features", "source_val_features", "target_features");
    }
    return switch (name) {
      case "oracle" -> List.of("target_labels");
      case "labelled" -> List.of("--labels");
      case "pseudocal" -> List.of("mixup_logits", "mixup_partner");
      case "mc-dropout" -> List.of("mcdropout_probs");
      case "ensemble" -> List.of("ensemble_probs");
      case "svi" -> List.of("svi_probs");
      default -> List.of();
    };
  }

  /** Logits on a grid of 1/1024, to which small integers are added without rounding. */
  private static TaskParts onCoarseGrid(TaskParts parts) {
    return parts.mapLogits(z -> Math.rint(z * 1024) / 1024);
  }

  private static double tolerance(String name, double others) {
    return AFFINE.contains(name) ? SEARCHED_MATRIX : others;
  }

  private static FittedMethod fit(String name, TaskParts parts) {
    return Methods.named(name, parts.settings()).fit(parts.task());
  }

  private static FittedMethod plainFit(String name, TaskParts parts) {
    return PLAIN_FITS.computeIfAbsent(List.of(name, parts), key -> fit(name, parts));
  }

  private static double temperature(FittedMethod fitted) {
    return ((FittedCalibration) fitted).temperature().orElseThrow();
  }

  private static double[][] values(FittedMethod fitted) {
    return fitted.targetProbabilities().toMatrix().toArrays();
  }

  /** Row i of {@code after} against row {@code origin[i]} of {@code before}. */
  private static void assertClose(
      FittedMethod after, FittedMethod before, int[] origin, double tolerance) {
    double[][] actual = values(after);
    double[][] expected = values(before);
    assertThat(actual).hasNumberOfRows(origin.length);
    double largest = 0;
    for (int i = 0; i < origin.length; i++) {
      for (int k = 0; k < actual[i].length; k++) {
        largest = Math.max(largest, Math.abs(actual[i][k] - expected[origin[i]][k]));
      }
    }
    assertThat(largest).as("largest difference of probabilities").isLessThanOrEqualTo(tolerance);
  }

  private static int[] every(TaskParts parts) {
    return IntStream.range(0, parts.target().rows()).toArray();
  }

  private static int[] shuffled(int size, long seed) {
    List<Integer> order = new ArrayList<>();
    IntStream.range(0, size).forEach(order::add);
    Collections.shuffle(order, new Random(seed));
    return order.stream().mapToInt(i -> i).toArray();
  }
}
