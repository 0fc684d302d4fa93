package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.task.TransferTask;
import org.transcal.testing.Cases;

/**
 * The promises of docs/promises.md that {@link MethodContractTest} and {@link KnownTrapsTest} do
 * not cover, for every registered method: order of features, scale of logits and features, number
 * of threads, any finite input. Where a promise is not given, the test shows why it is not.
 */
class NumericalPromisesTest {
  /** Searches stop at a step of 1e-7, weights at a gradient of 1e-8. */
  private static final double SEARCHED = 1e-5;

  /** Gradient-based fits stop at a gradient of 1e-6 of its start. */
  private static final double SEARCHED_MATRIX = 1e-3;

  /** They look for the zero nearest to T = 2, λ = 0.5, or see logits at T = 1. */
  private static final Set<String> SEE_THE_SCALE =
      Set.of(
          "vanilla",
          "platt",
          "isotonic",
          "histogram",
          "utdc",
          "transcal",
          "transcal-no-variance",
          "transcal-cv-weight",
          "transcal-cv-correctness",
          "transcal-cv-parallel");

  private static final TaskParts PARTS = mixed(TaskParts.random(3, 31));

  static List<String> methods() {
    return Methods.names();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void givenFeaturesInAnotherOrder_thenNothingChanges(String name) {
    TaskParts turned = withFeatures(row -> new double[] {row[2], row[0], row[1]});

    assertThat(difference(name, turned)).isLessThanOrEqualTo(SEARCHED);
  }

  /** The domain classifier's penalty is on coefficients, not on its intercept. */
  @ParameterizedTest
  @MethodSource("methods")
  void givenConstantAddedToEachFeature_thenNothingChangesButHalves(String name) {
    TaskParts moved = withFeatures(row -> new double[] {row[0] + 8, row[1] - 2, row[2] + 1});

    double difference = difference(name, moved);

    if (name.equals("recommended")) {
      // Halves of rows are drawn by a hash of their values.
      assertThat(difference).isStrictlyBetween(SEARCHED, 0.05);
    } else {
      assertThat(difference).isLessThanOrEqualTo(SEARCHED);
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void givenLogitsTimesTwo_thenSameProbabilitiesUnlessTheMethodSeesTheScale(String name) {
    double difference = difference(name, PARTS.mapLogits(z -> 2 * z));

    if (SEE_THE_SCALE.contains(name)) {
      assertThat(difference).isGreaterThan(SEARCHED_MATRIX);
    } else {
      assertThat(difference)
          .isLessThanOrEqualTo(
              name.equals("vector") || name.equals("matrix") ? SEARCHED_MATRIX : SEARCHED);
    }
  }

  @Test
  void givenMoreThreads_thenSameBits() throws Exception {
    TaskParts parts = severalBlocks();
    TransferTask task = parts.task();
    MethodSettings settings = parts.settings();

    for (String name : Methods.names()) {
      double[][] one = fit(name, settings, task, 1);
      double[][] three = fit(name, settings, task, 3);
      assertThat(Arrays.deepEquals(three, one)).as(name).isTrue();
    }
  }

  @Test
  void givenAnyFiniteInput_thenProbabilitiesOrARefusal() {
    Cases.of(60, 17)
        .check(
            draw -> {
              TaskParts parts = anything(draw);
              TransferTask task = parts.task();
              for (String name : Methods.names()) {
                try {
                  assertFinite(name, Methods.named(name, parts.settings()).fit(task));
                } catch (CalibrationException refused) {
                  assertThat(refused).hasMessageContaining(name);
                }
              }
            });
  }

  private static void assertFinite(String name, FittedMethod fitted) {
    for (double[] row : fitted.targetProbabilities().toMatrix().toArrays()) {
      assertThat(Arrays.stream(row)).as(name).allMatch(p -> p >= 0 && p <= 1 + 1e-9);
      assertThat(Math.abs(Arrays.stream(row).sum() - 1)).as(name).isLessThan(1e-6);
    }
    assertThat(fitted.estimatedTargetAccuracy()).as(name).isBetween(0.0, 1.0);
    if (fitted instanceof FittedCalibration calibration) {
      assertThat(calibration.objective()).as(name).isFinite();
      calibration.temperature().ifPresent(t -> assertThat(t).as(name).isPositive().isFinite());
      calibration.lambda().ifPresent(lambda -> assertThat(lambda).as(name).isBetween(0.0, 1.0));
    }
  }

  /** A few rows of numbers of any size, among them the largest and smallest ones allowed. */
  private static TaskParts anything(Cases.Draw draw) {
    int classes = draw.integer(2, 4);
    int columns = draw.integer(1, 3);
    int validation = draw.integer(1, 9);
    int targets = draw.integer(1, 9);
    int train = draw.integer(1, 9);
    return new TaskParts(
        draw.oneOf(TaskParts.Storage.values()),
        new TaskParts.Source(
            values(draw, validation, classes),
            draw.integers(validation, 0, classes - 1),
            values(draw, validation, columns),
            TaskParts.ones(validation)),
        new TaskParts.TargetRows(
            values(draw, targets, classes),
            draw.integers(targets, 0, classes - 1),
            values(draw, targets, columns),
            values(draw, targets, classes),
            IntStream.range(0, targets).map(i -> (i + 1) % targets).toArray(),
            TaskParts.softmax(values(draw, targets, classes)),
            TaskParts.ones(targets)),
        values(draw, train, columns),
        TaskParts.ones(train));
  }

  private static double[][] values(Cases.Draw draw, int rows, int columns) {
    double size = draw.oneOf(0.0, 1e-320, 1e-30, 1e-3, 1.0, 10.0, 1e4, 3e18, 9e29);
    boolean mixed = draw.oneOf(true, false);
    double[][] values = new double[rows][];
    for (int i = 0; i < rows; i++) {
      double[] row = draw.reals(columns, -1, 1);
      double[] sizes = {0, 1e-320, 1e-8, 1, 1e8, 9e29};
      Arrays.setAll(row, j -> row[j] * (mixed ? sizes[draw.integer(0, 5)] : size));
      values[i] = row;
    }
    return values;
  }

  /**
   * Mixed inputs whose logits are mixed, so that PseudoCal's temperature lies inside its limits.
   */
  private static TaskParts mixed(TaskParts parts) {
    TaskParts.TargetRows target = parts.target();
    double[][] mixup = new double[target.rows()][];
    for (int i = 0; i < mixup.length; i++) {
      double[] own = target.logits()[i].clone();
      double[] other = target.logits()[target.partner()[i]];
      Arrays.setAll(own, k -> 0.65 * own[k] + 0.35 * other[k]);
      mixup[i] = own;
    }
    return parts.with(target.withLogits(target.logits(), mixup));
  }

  private static TaskParts withFeatures(UnaryOperator<double[]> map) {
    TaskParts.Source source = PARTS.source();
    return new TaskParts(
        PARTS.storage(),
        new TaskParts.Source(
            source.logits(), source.labels(), each(source.features(), map), source.frequencies()),
        PARTS.target().withFeatures(each(PARTS.target().features(), map)),
        each(PARTS.trainFeatures(), map),
        PARTS.trainFrequencies());
  }

  private static double[][] each(double[][] rows, UnaryOperator<double[]> map) {
    return Arrays.stream(rows).map(map).toArray(double[][]::new);
  }

  /** Target logits in two blocks of 65,536 values, features in several of 384 rows. */
  private static TaskParts severalBlocks() {
    TaskParts small = TaskParts.random(8, 32);
    Random random = new Random(33);
    int targets = 8_400;
    int[] origin = random.ints(targets, 0, small.target().rows()).toArray();
    TaskParts.TargetRows target = small.target().selectWithNewPartners(origin);
    double[][] noisy =
        each(target.logits(), row -> Arrays.stream(row).map(z -> z + random.nextFloat()).toArray());
    return small.with(target.withLogits(noisy, target.mixup()));
  }

  private static double[][] fit(
      String name, MethodSettings settings, TransferTask task, int threads) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(() -> values(Methods.named(name, settings).fit(task))).get();
    } finally {
      pool.shutdown();
    }
  }

  private static double difference(String name, TaskParts other) {
    double[][] expected = values(Methods.named(name, PARTS.settings()).fit(PARTS.task()));
    double[][] actual = values(Methods.named(name, other.settings()).fit(other.task()));
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int k = 0; k < expected[i].length; k++) {
        largest = Math.max(largest, Math.abs(actual[i][k] - expected[i][k]));
      }
    }
    return largest;
  }

  private static double[][] values(FittedMethod fitted) {
    return fitted.targetProbabilities().toMatrix().toArrays();
  }
}
