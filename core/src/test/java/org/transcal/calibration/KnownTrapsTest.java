package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.Termination;
import org.transcal.calibration.Landscape.Point;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/** Data that break calibrators elsewhere, each against every registered method. */
@Tag("slow")
class KnownTrapsTest {
  private static final double ROUNDING = 1e-9;

  /** A trap: a task and what its oracle knows. */
  private record Trap(TransferTask task, MethodSettings settings) {
    static Trap of(TaskParts parts) {
      return new Trap(parts.task(), parts.settings());
    }

    static Trap of(TaskParts parts, double[] weights) {
      return new Trap(parts.task().withWeights(weights), parts.settings());
    }
  }

  private static final Map<String, Trap> TRAPS = traps();

  private static Map<String, Trap> traps() {
    Map<String, Trap> traps = new LinkedHashMap<>();
    TaskParts two = TaskParts.random(2, 21);
    TaskParts three = TaskParts.random(3, 22);
    TaskParts.Source source = three.source();
    int rows = source.rows();
    traps.put("class absent from validation", Trap.of(keepLabelsBelow(three, 2)));
    traps.put("one class in validation", Trap.of(keepLabelsBelow(three, 1)));
    traps.put("one class of two in validation", Trap.of(keepLabelsBelow(two, 1)));
    traps.put("class absent from target", Trap.of(targetRowsBelow(three, 2)));
    traps.put("one class in target", Trap.of(targetRowsBelow(three, 1)));
    traps.put("all right on validation", Trap.of(labelledBy(three, 0)));
    traps.put("all wrong on validation", Trap.of(labelledBy(three, 1)));
    traps.put("all right of two classes", Trap.of(labelledBy(two, 0)));
    traps.put("all wrong of two classes", Trap.of(labelledBy(two, 1)));
    traps.put("disjoint domains", Trap.of(featuresApart(three, 1e3)));
    traps.put("far disjoint domains", Trap.of(featuresApart(three, 1e8)));
    traps.put("no shift at all", Trap.of(featuresApart(three, 0)));
    traps.put("constant features", Trap.of(constantFeatures(three)));
    traps.put("all weights one", Trap.of(three, filled(rows, 1)));
    traps.put("all weights equal", Trap.of(three, filled(rows, 0.037)));
    traps.put("one weight above zero", Trap.of(three, oneAbove(rows, 0, 5)));
    traps.put("one weight overflows", Trap.of(three, oneAbove(rows, 1, 1e300)));
    traps.put("weights of all sizes", Trap.of(three, geometric(rows, 1e-250, 1e250)));
    traps.put("weights beyond double precision", Trap.of(three, logNormal(rows, 25)));
    traps.put("fewer rows than bins", Trap.of(firstRows(three, 7, 60)));
    traps.put("fewer target rows than bins", Trap.of(firstRows(three, 60, 5)));
    traps.put("two validation rows", Trap.of(firstRows(three, 2, 60)));
    traps.put("one validation row", Trap.of(firstRows(three, 1, 60)));
    traps.put("one target row", Trap.of(firstRows(three, 60, 1)));
    traps.put("one row each", Trap.of(firstRows(two, 1, 1)));
    traps.put("equal domain sizes", Trap.of(equalDomains(three)));
    traps.put("constant logits", Trap.of(three.mapLogits(z -> 0.25)));
    traps.put("constant logits of two classes", Trap.of(halfRight(two.mapLogits(z -> 0))));
    traps.put("nearly constant logits", Trap.of(three.mapLogits(z -> z * 1e-9)));
    traps.put("huge logits", Trap.of(three.mapLogits(z -> z * 1e4)));
    traps.put("huge logits of two classes", Trap.of(two.mapLogits(z -> z * 1e4)));
    traps.put("huge logits, all right", Trap.of(labelledBy(three.mapLogits(z -> z * 1e4), 0)));
    traps.put("logits at their limit", Trap.of(three.mapLogits(z -> clamped(z * 1e30))));
    traps.put("logits at their limit, two classes", Trap.of(two.mapLogits(z -> clamped(z * 1e30))));
    for (double size : new double[] {3e18, DomainFeatures.LARGEST}) {
      traps.put("double features of " + size, Trap.of(largeFeatures(three, size)));
      traps.put("one float feature of " + size, oneFloatFeature(three, size));
    }
    traps.put("tied logits", Trap.of(three.mapLogits(Math::rint)));
    traps.put("logs of probabilities", Trap.of(logsOfProbabilities(three)));
    traps.put("probabilities as logits", Trap.of(probabilitiesAsLogits(three)));
    return traps;
  }

  static Stream<Arguments> methodsInTraps() {
    return TRAPS.entrySet().stream()
        .flatMap(
            trap ->
                Methods.names().stream()
                    .map(name -> Arguments.of(Named.of(trap.getKey(), trap.getKey()), name)));
  }

  @ParameterizedTest
  @MethodSource("methodsInTraps")
  void givenTrap_thenNumbersOrAClearRefusal(String trap, String name) {
    Trap given = TRAPS.get(trap);

    try {
      FittedMethod fitted = Methods.named(name, given.settings()).fit(given.task());
      assertSane(fitted, given.task());
      assertSaysBounds(fitted);
      assertThat(refusal(trap, name)).as("refusal").isEmpty();
    } catch (CalibrationException refused) {
      assertThat(refused).hasMessageContaining(name);
      assertThat(refused.getMessage()).contains(refusal(trap, name));
      assertThat(refusal(trap, name)).as("refusal").isNotEmpty();
    }
  }

  @Test
  void givenLogsOfProbabilities_thenVanillaGivesThemBack() {
    TaskParts parts = TaskParts.random(3, 24);

    FittedCalibration fit = new Vanilla().fit(logsOfProbabilities(parts).task());

    double[][] expected = TaskParts.softmax(parts.target().logits());
    double[][] actual = fit.targetProbabilities().toMatrix().toArrays();
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).containsExactly(expected[i], within(ROUNDING));
    }
  }

  @Test
  void givenProbabilitiesAsLogits_thenRecognisedAndNeverConverted() {
    TaskParts parts = TaskParts.random(3, 25);
    TransferTask task = probabilitiesAsLogits(parts).task();

    assertThat(task.target().logits().looksLikeProbabilities()).isTrue();
    assertThat(logsOfProbabilities(parts).task().target().logits().looksLikeProbabilities())
        .isFalse();
    // Softmax of numbers in [0, 1] cannot exceed e / (e + 2): nothing took logarithms.
    double[] confidences = new Vanilla().fit(task).targetProbabilities().top().confidences();
    assertThat(Arrays.stream(confidences)).allMatch(c -> c < Math.E / (Math.E + 2) + ROUNDING);
  }

  /** Part of the message where a method must refuse; empty where it must not. */
  private static String refusal(String trap, String name) {
    boolean fewMixedRows = trap.contains("target row") || trap.startsWith("one row");
    boolean oneMixedClass =
        trap.startsWith("constant logits") || trap.equals("one class in target");
    if (name.equals("pseudocal") && (fewMixedRows || oneMixedClass)) {
      return "mixed rows";
    }
    return name.equals("utdc") && trap.startsWith("all wrong") ? "every source validation row" : "";
  }

  private static void assertSane(FittedMethod fitted, TransferTask task) {
    double[][] probabilities = fitted.targetProbabilities().toMatrix().toArrays();
    assertThat(probabilities).hasDimensions(task.target().logits().rows(), task.classes());
    for (double[] row : probabilities) {
      assertThat(Arrays.stream(row)).allMatch(p -> p >= 0 && p <= 1 + ROUNDING);
      assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(ROUNDING));
    }
    assertThat(fitted.estimatedTargetAccuracy()).isBetween(0.0, 1.0);
    if (fitted instanceof FittedCalibration calibration) {
      assertThat(calibration.objective()).isFinite();
      calibration.temperature().ifPresent(t -> assertThat(t).isPositive().isFinite());
      calibration.lambda().ifPresent(lambda -> assertThat(lambda).isBetween(0.0, 1.0));
      double[] bounds = bounds(fitted.method());
      calibration.landscape().ifPresent(landscape -> assertSane(landscape, bounds));
    }
  }

  /** A temperature on a bound must be called that; TransCal's may be a zero that lies there. */
  private static void assertSaysBounds(FittedMethod fitted) {
    if (!(fitted instanceof FittedCalibration calibration) || calibration.temperature().isEmpty()) {
      return;
    }
    double temperature = calibration.temperature().orElseThrow();
    double[] bounds = bounds(fitted.method());
    boolean onBound =
        Arrays.stream(bounds).anyMatch(bound -> Math.abs(temperature / bound - 1) < 1e-6);
    boolean matchesMeans = bounds[1] == 1e6;
    boolean mustSay = matchesMeans ? calibration.objective() > ROUNDING : onBound;
    assertThat(temperature).isBetween(bounds[0] * (1 - 1e-12), bounds[1] * (1 + 1e-12));
    boolean says = calibration.termination() == Termination.AT_BOUND;
    if (fitted.method().equals("transcal-paper")) {
      // Its range also limits where the search starts.
      assertThat(says || !mustSay).isTrue();
    } else {
      assertThat(says).isEqualTo(mustSay);
    }
    assertThat(onBound || !mustSay).isTrue();
  }

  private static double[] bounds(String method) {
    return switch (method) {
      case "utdc" -> new double[] {0.5, 8};
      case "oracle" -> new double[] {Math.exp(-2), Math.exp(3.5)};
      case "transcal-paper" -> new double[] {0.1, 100};
      default ->
          method.startsWith("transcal")
              ? new double[] {1, 1e6}
              : new double[] {Math.exp(-4), Math.exp(5)};
    };
  }

  private static void assertSane(Landscape landscape, double[] bounds) {
    for (double[] row : landscape.objective()) {
      assertThat(Arrays.stream(row)).allMatch(Double::isFinite);
    }
    assertThat(landscape.temperatures()).isSorted();
    for (Point zero : landscape.zeros()) {
      assertThat(zero.temperature()).isBetween(bounds[0], bounds[1]);
      assertThat(zero.lambda()).isBetween(0.0, 1.0);
    }
  }

  private static TaskParts keepLabelsBelow(TaskParts parts, int classes) {
    int[] labels = parts.source().labels();
    int[] rows = IntStream.range(0, labels.length).filter(i -> labels[i] < classes).toArray();
    return parts.with(parts.source().select(rows));
  }

  /** Target rows that are labelled and predicted as one of the first classes. */
  private static TaskParts targetRowsBelow(TaskParts parts, int classes) {
    int[] labels = parts.target().labels();
    int[] predictions = parts.task().target().logits().predictions();
    int[] rows =
        IntStream.range(0, labels.length)
            .filter(i -> labels[i] < classes && predictions[i] < classes)
            .toArray();
    return parts.with(parts.target().selectWithNewPartners(rows));
  }

  /** Labels a fixed number of classes after the prediction: 0 is always right, 1 always wrong. */
  private static TaskParts labelledBy(TaskParts parts, int offset) {
    int[] predictions = parts.task().sourceValidation().logits().predictions();
    return parts.with(
        parts
            .source()
            .withLabels(
                IntStream.of(predictions).map(k -> (k + offset) % parts.classes()).toArray()));
  }

  /** Labels 0 and 1 in turn: constant logits are then right half the time, as they say. */
  private static TaskParts halfRight(TaskParts parts) {
    return parts.with(
        parts
            .source()
            .withLabels(IntStream.range(0, parts.source().rows()).map(i -> i % 2).toArray()));
  }

  private static TaskParts featuresApart(TaskParts parts, double distance) {
    TaskParts.TargetRows target = parts.target();
    double[][] features =
        Arrays.stream(target.features())
            .map(row -> new double[] {row[0] + distance, row[1], row[2] - distance})
            .toArray(double[][]::new);
    return parts.with(target.withFeatures(features));
  }

  private static double clamped(double logit) {
    return Math.max(-Logits.LARGEST, Math.min(Logits.LARGEST, logit));
  }

  private static TaskParts largeFeatures(TaskParts parts, double size) {
    TaskParts.Source source = parts.source();
    return new TaskParts(
        parts.storage(),
        new TaskParts.Source(
            source.logits(), source.labels(), large(source.features(), size), source.frequencies()),
        parts.target().withFeatures(large(parts.target().features(), size)),
        large(parts.trainFeatures(), size),
        parts.trainFrequencies());
  }

  private static double[][] large(double[][] rows, double size) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).map(x -> size * Math.tanh(x)).toArray())
        .toArray(double[][]::new);
  }

  /** All features of single precision, one of them in each set as large as said. */
  private static Trap oneFloatFeature(TaskParts parts, double size) {
    TransferTask task = parts.task();
    DomainFeatures features = task.features().orElseThrow();
    TransferTask.Builder builder =
        TransferTask.named("float")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits())
            .features(
                floats(features.sourceTrain(), size),
                floats(features.sourceValidation(), size),
                floats(features.target(), size));
    task.mixup().ifPresent(builder::mixup);
    task.mcDropout().ifPresent(builder::mcDropout);
    task.ensemble().ifPresent(builder::ensemble);
    task.svi().ifPresent(builder::svi);
    return new Trap(builder.build(), parts.settings());
  }

  private static Matrix floats(Matrix rows, double size) {
    float[] values = new float[rows.rows() * rows.columns()];
    for (int at = 0; at < values.length; at++) {
      values[at] = (float) rows.get(at / rows.columns(), at % rows.columns());
    }
    values[rows.columns() + 1] = (float) size;
    return Matrix.wrap(values, rows.rows(), rows.columns());
  }

  private static TaskParts constantFeatures(TaskParts parts) {
    double[][] train = new double[parts.trainFeatures().length][2];
    TaskParts.Source source = parts.source();
    TaskParts.TargetRows target = parts.target();
    return new TaskParts(
        parts.storage(),
        new TaskParts.Source(
            source.logits(), source.labels(), new double[source.rows()][2], source.frequencies()),
        target.withFeatures(new double[target.rows()][2]),
        train,
        parts.trainFrequencies());
  }

  private static TaskParts firstRows(TaskParts parts, int validation, int targets) {
    return parts
        .with(parts.source().select(IntStream.range(0, validation).toArray()))
        .with(parts.target().selectWithNewPartners(IntStream.range(0, targets).toArray()));
  }

  private static TaskParts equalDomains(TaskParts parts) {
    int rows = parts.target().rows();
    return new TaskParts(
        parts.storage(),
        parts.source(),
        parts.target(),
        Arrays.copyOf(parts.trainFeatures(), rows),
        TaskParts.ones(rows));
  }

  private static TaskParts logsOfProbabilities(TaskParts parts) {
    return probabilitiesAsLogits(parts).mapLogits(Math::log);
  }

  private static TaskParts probabilitiesAsLogits(TaskParts parts) {
    TaskParts.TargetRows target = parts.target();
    return parts
        .with(parts.source().withLogits(TaskParts.softmax(parts.source().logits())))
        .with(
            target.withLogits(
                TaskParts.softmax(target.logits()), TaskParts.softmax(target.mixup())));
  }

  private static double[] filled(int rows, double weight) {
    double[] weights = new double[rows];
    Arrays.fill(weights, weight);
    return weights;
  }

  private static double[] oneAbove(int rows, double others, double one) {
    double[] weights = filled(rows, others);
    weights[3] = one;
    return weights;
  }

  private static double[] logNormal(int rows, double deviation) {
    Random random = new Random(23);
    return IntStream.range(0, rows)
        .mapToDouble(i -> Math.exp(deviation * random.nextGaussian()))
        .toArray();
  }

  private static double[] geometric(int rows, double low, double high) {
    double[] weights = new double[rows];
    double step = (Math.log(high) - Math.log(low)) / (rows - 1);
    Arrays.setAll(weights, i -> Math.exp(Math.log(low) + i * step));
    return weights;
  }
}
