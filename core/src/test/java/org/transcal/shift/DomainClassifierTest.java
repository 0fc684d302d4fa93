package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.transcal.shift.FeatureTask.gaussian;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

class DomainClassifierTest {
  /** The search stops at 1e-8 of the first gradient, which moves scores by no more than this. */
  private static final double CONVERGENCE = 1e-6;

  private static final DomainClassifier CLASSIFIER = DomainClassifier.reweighted();

  @Test
  void givenGaussiansOfKnownRatio_thenLogWeightsFollowItInSignAndSize() {
    // Log ratio x·μ − ‖μ‖²/2 with μ = (1, −0.5): a peer once returned the inverse ratio.
    double[][] validation = gaussian(500, 3, 0, 0);
    TransferTask task =
        FeatureTask.of(gaussian(20_000, 1, 0, 0), validation, gaussian(20_000, 2, 1, -0.5));

    ImportanceWeights weights = CLASSIFIER.estimate(task);

    double[] truth =
        Arrays.stream(validation).mapToDouble(x -> x[0] - 0.5 * x[1] - 1.25 / 2).toArray();
    double[] logs = logs(weights);
    assertThat(correlation(logs, truth)).isGreaterThan(0.99);
    // Coefficients of a logistic regression on 40,000 rows err by about 0.015 each.
    double[] coefficients = coefficients(task, 2);
    assertThat(coefficients).containsExactly(new double[] {-1, 0.5, 0.625}, within(0.06));
  }

  /** Tails as long as these make the sample of the preconditioner a poor one. */
  @Test
  void givenLongTails_thenNoSlopeIsLeft() {
    double[][] source = cubed(gaussian(30_000, 1, 0, 0, 0));
    double[][] target = cubed(gaussian(30_000, 2, 0.3, 0, -0.2));
    double[] ones = FeatureTask.ones(30_000);

    DomainLoss.Fit fit =
        DomainLoss.of(Matrix.copyOf(source), ones, Matrix.copyOf(target), ones).minimize();

    double[] found = Arrays.copyOf(fit.coefficients(), 4);
    found[3] = fit.intercept();
    double[] first = slope(source, target, new double[4]);
    assertThat(fit.minimum().termination()).isEqualTo(Termination.CONVERGED);
    for (double left : slope(source, target, found)) {
      assertThat(left).isCloseTo(0, within(CONVERGENCE * Math.abs(first[0])));
    }
  }

  private static double[][] cubed(double[][] rows) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).map(x -> x * x * x).toArray())
        .toArray(double[][]::new);
  }

  /** The gradient of the penalised logistic loss in coefficients and intercept. */
  private static double[] slope(double[][] source, double[][] target, double[] point) {
    double[] slope = Arrays.copyOf(point, point.length);
    slope[point.length - 1] = 0;
    for (int sign : new int[] {1, -1}) {
      for (double[] row : sign > 0 ? source : target) {
        double score = point[row.length];
        for (int j = 0; j < row.length; j++) {
          score += point[j] * row[j];
        }
        double missing = sign / (1 + Math.exp(sign * score));
        for (int j = 0; j < row.length; j++) {
          slope[j] -= missing * row[j];
        }
        slope[row.length] -= missing;
      }
    }
    return slope;
  }

  @Test
  void givenSmallDomains_thenCoefficientsAndObjectiveAreThoseOfScikitLearn() throws IOException {
    for (JsonNode expected : read("logistic.json")) {
      double[][] source = new ObjectMapper().convertValue(expected.get("source"), double[][].class);
      double[][] target = new ObjectMapper().convertValue(expected.get("target"), double[][].class);
      TransferTask task = FeatureTask.of(source, axes(3), target);

      DomainSeparation separation = CLASSIFIER.estimate(task).separation().orElseThrow();
      double[] found = coefficients(task, 3);

      String name = expected.get("name").asText();
      assertThat(separation.objective())
          .as(name)
          .isCloseTo(expected.get("objective").asDouble(), within(1e-9));
      assertThat(separation.termination()).as(name).isEqualTo(Termination.CONVERGED);
      for (int j = 0; j < 3; j++) {
        assertThat(found[j])
            .as(name)
            .isCloseTo(expected.get("coefficients").get(j).asDouble(), within(CONVERGENCE));
      }
      assertThat(found[3])
          .as(name)
          .isCloseTo(expected.get("intercept").asDouble(), within(CONVERGENCE));
    }
  }

  @Test
  void givenTheSameRowsInBothDomains_thenWeightsAreOneAndItConverged() {
    for (int columns = 1; columns < 12; columns++) {
      double[][] rows = gaussian(301, columns, new double[columns]);

      ImportanceWeights weights =
          CLASSIFIER.estimate(FeatureTask.of(rows, gaussian(9, 5, new double[columns]), rows));

      assertThat(weights.values()).containsOnly(FeatureTask.ones(1), within(CONVERGENCE));
      assertThat(weights.separation().orElseThrow().termination()).isEqualTo(Termination.CONVERGED);
      assertThat(weights.separation().orElseThrow().domainAuc()).isCloseTo(0.5, within(1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 1, 1e3, 1e6, 1e12})
  void givenConstantFeature_thenAsWithoutIt(double constant) {
    TransferTask with =
        FeatureTask.of(
            append(gaussian(120, 1, 0, 0), row -> constant),
            append(axes(2), row -> constant),
            append(gaussian(80, 2, 1, 0), row -> constant));
    TransferTask without = FeatureTask.of(gaussian(120, 1, 0, 0), axes(2), gaussian(80, 2, 1, 0));

    assertSameWeights(with, without);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e3, 1e5, 1e8})
  void givenFeaturesFarFromZero_thenAsNearZero(double offset) {
    TransferTask far =
        FeatureTask.of(
            gaussian(120, 1, offset, 0), moved(axes(2), offset), gaussian(80, 2, offset + 1, 0));
    TransferTask near = FeatureTask.of(gaussian(120, 1, 0, 0), axes(2), gaussian(80, 2, 1, 0));

    assertSameWeights(far, near);
  }

  @Test
  void givenColumnTwice_thenBothShareTheCoefficientOfOneScaledByRootTwo() {
    // β₁ + β₂ with penalty (β₁² + β₂²)/2 is least at β₁ = β₂: one column x√2 with penalty β²/2.
    double root = Math.sqrt(2);
    double[][] source = gaussian(90, 1, 0);
    double[][] target = gaussian(70, 2, 1);
    double[][] validation = gaussian(20, 3, 0);

    double[] twice =
        logs(
            CLASSIFIER.estimate(
                FeatureTask.of(
                    append(source, row -> row[0]),
                    append(validation, row -> row[0]),
                    append(target, row -> row[0]))));
    double[] once =
        logs(
            CLASSIFIER.estimate(
                FeatureTask.of(
                    scaled(source, root), scaled(validation, root), scaled(target, root))));

    assertThat(twice).containsExactly(once, within(CONVERGENCE));
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 1e3, 1e8})
  void givenSeparableDomains_thenEverythingIsFinite(double gap) {
    double[][] validation = gaussian(100, 3, gap / 2, 0);
    TransferTask task = FeatureTask.of(gaussian(150, 1, 0, 0), validation, gaussian(60, 2, gap, 0));

    ImportanceWeights weights = CLASSIFIER.estimate(task);
    ShiftDiagnosis diagnosis = ShiftDiagnosis.of(weights, task.sourceValidation().frequencies());

    assertThat(weights.separation().orElseThrow().domainAuc()).isGreaterThan(0.999);
    assertThat(weights.separation().orElseThrow().termination()).isEqualTo(Termination.CONVERGED);
    for (double weight : weights.values()) {
      assertThat(weight).isPositive().isFinite();
    }
    assertThat(diagnosis.mean()).isFinite();
    assertThat(diagnosis.effectiveSampleSize()).isBetween(1.0 - 1e-9, 100.0 + 1e-9);
    assertThat(diagnosis.concerns()).anyMatch(concern -> concern.contains("hardly overlap"));
  }

  @Test
  void givenTargetFiftyTimesLarger_thenWeightsStayNearTheTrueRatioNotFiftyTimes() {
    TransferTask task =
        FeatureTask.of(gaussian(400, 1, 0), gaussian(400, 3, 0), gaussian(20_000, 2, 1));

    ImportanceWeights weights = CLASSIFIER.estimate(task);

    // E[w] = 1 with a standard deviation of √(e − 1) a row; 400 rows and a slope fitted on 400.
    assertThat(weights.mean(task.sourceValidation().frequencies())).isCloseTo(1, within(0.35));
    assertThat(coefficients(task, 1)).containsExactly(new double[] {-1, 0.5}, within(0.25));
  }

  @Test
  void givenIntegerFrequencies_thenAsRepeatedRows() {
    double[][] source = gaussian(60, 1, 0, 0);
    double[][] target = gaussian(44, 2, 1, 0);
    double[] sourceCounts = FeatureTask.counts(60);
    double[] targetCounts = FeatureTask.counts(44);

    TransferTask counted = FeatureTask.counted(source, sourceCounts, axes(2), target, targetCounts);
    TransferTask repeated =
        FeatureTask.of(
            FeatureTask.repeated(source, sourceCounts),
            axes(2),
            FeatureTask.repeated(target, targetCounts));

    assertSameWeights(counted, repeated);
    assertThat(CLASSIFIER.estimate(counted).separation().orElseThrow().domainAuc())
        .isCloseTo(
            CLASSIFIER.estimate(repeated).separation().orElseThrow().domainAuc(), within(1e-12));
  }

  @Test
  void givenOneRowEach_thenFinite() {
    ImportanceWeights weights =
        CLASSIFIER.estimate(
            FeatureTask.of(new double[][] {{1}}, new double[][] {{1}, {2}}, new double[][] {{2}}));

    // By symmetry about 1.5 the two log weights are opposite.
    assertThat(weights.log(0)).isNegative().isCloseTo(-weights.log(1), within(CONVERGENCE));
  }

  @Test
  void givenFeaturesWhoseSquaresOverflow_thenRefusedByRowAndColumn() {
    assertThatThrownBy(
            () ->
                FeatureTask.of(
                    new double[][] {{1, 1e160}},
                    new double[][] {{1, 1}},
                    new double[][] {{2, -1e161}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Source training feature at row 0, column 1 is 1.0E160");
  }

  @Test
  void givenNoFeatures_thenMessageNamesTheArrays() {
    TransferTask task =
        TransferTask.named("bare")
            .sourceValidation(
                Logits.copyOf(new double[][] {{1, 0}}), Labels.copyOf(new int[] {0}, 2))
            .target(Logits.copyOf(new double[][] {{1, 0}}))
            .build();

    assertThatThrownBy(() -> CLASSIFIER.estimate(task))
        .isInstanceOf(MissingPartException.class)
        .hasMessageContaining("source_train_features")
        .hasMessageContaining("source_val_features")
        .hasMessageContaining("target_features");
  }

  @Test
  void givenSinglePrecision_thenAsDouble() {
    float[] source = new float[200];
    float[] target = new float[160];
    double[][] sourceRows = gaussian(100, 1, 0, 0);
    double[][] targetRows = gaussian(80, 2, 1, 0);
    IntStream.range(0, 200).forEach(i -> source[i] = (float) sourceRows[i / 2][i % 2]);
    IntStream.range(0, 160).forEach(i -> target[i] = (float) targetRows[i / 2][i % 2]);
    Matrix floats = Matrix.wrap(source, 100, 2);
    Matrix targets = Matrix.wrap(target, 80, 2);
    TransferTask doubles = FeatureTask.of(floats.toArrays(), axes(2), targets.toArrays());
    TransferTask singles =
        TransferTask.named("singles")
            .sourceValidation(
                doubles.sourceValidation().logits(), doubles.sourceValidation().labels())
            .target(doubles.target().logits())
            .features(floats, Matrix.copyOf(axes(2)), targets)
            .build();

    assertSameWeights(singles, doubles);
  }

  private static void assertSameWeights(TransferTask first, TransferTask second) {
    ImportanceWeights found = CLASSIFIER.estimate(first);
    ImportanceWeights expected = CLASSIFIER.estimate(second);

    assertThat(logs(found)).containsExactly(logs(expected), within(CONVERGENCE));
    assertThat(found.separation().orElseThrow().termination()).isEqualTo(Termination.CONVERGED);
    assertThat(found.separation().orElseThrow().objective())
        .isCloseTo(
            expected.separation().orElseThrow().objective(),
            within(CONVERGENCE * expected.separation().orElseThrow().objective()));
  }

  /** Coefficients, then the intercept, read off the log weights at the axes and the origin. */
  private static double[] coefficients(TransferTask task, int columns) {
    DomainFeatures features = task.features().orElseThrow();
    TransferTask probe =
        FeatureTask.of(
            features.sourceTrain().toArrays(), axes(columns), features.target().toArrays());
    double[] scores = Arrays.stream(logs(CLASSIFIER.estimate(probe))).map(log -> -log).toArray();
    double[] coefficients = new double[columns + 1];
    Arrays.setAll(coefficients, j -> j < columns ? scores[j + 1] - scores[0] : scores[0]);
    return coefficients;
  }

  /** The origin, then the unit vector of each axis. */
  private static double[][] axes(int columns) {
    double[][] axes = new double[columns + 1][columns];
    for (int j = 0; j < columns; j++) {
      axes[j + 1][j] = 1;
    }
    return axes;
  }

  private static double[][] append(
      double[][] rows, java.util.function.ToDoubleFunction<double[]> column) {
    return Arrays.stream(rows)
        .map(
            row -> {
              double[] longer = Arrays.copyOf(row, row.length + 1);
              longer[row.length] = column.applyAsDouble(row);
              return longer;
            })
        .toArray(double[][]::new);
  }

  private static double[][] moved(double[][] rows, double offset) {
    return Arrays.stream(rows)
        .map(row -> new double[] {row[0] + offset, row[1]})
        .toArray(double[][]::new);
  }

  private static double[][] scaled(double[][] rows, double factor) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).map(x -> factor * x).toArray())
        .toArray(double[][]::new);
  }

  private static double[] logs(ImportanceWeights weights) {
    return IntStream.range(0, weights.rows()).mapToDouble(weights::log).toArray();
  }

  private static double correlation(double[] x, double[] y) {
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < x.length; i++) {
      xy += (x[i] - meanX) * (y[i] - meanY);
      xx += (x[i] - meanX) * (x[i] - meanX);
      yy += (y[i] - meanY) * (y[i] - meanY);
    }
    return xy / Math.sqrt(xx * yy);
  }

  private static JsonNode read(String name) throws IOException {
    try (InputStream file = DomainClassifierTest.class.getResourceAsStream("/shift/" + name)) {
      return new ObjectMapper().readTree(file);
    }
  }
}
