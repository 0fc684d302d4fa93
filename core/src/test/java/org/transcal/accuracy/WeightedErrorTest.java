package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.DomainSeparation;
import org.transcal.shift.ImportanceWeights;

class WeightedErrorTest {
  private static final double ROUNDING = 1e-12;
  private static final double CONFIDENCE = 0.7;
  private static final double[] CORRECT = {1, 0, 1, 1, 0, 1, 0, 1};
  private static final double[] WEIGHTS = {0.5, 2, 1.5, 0.1, 3, 0.9, 0.7, 1.2};

  @Test
  void givenNoVariate_thenPlainWeightedMean() {
    double expected = (2 * 1 + 3 * 1 + 0.7 * 1) / 8;

    assertThat(mean(ControlVariates.NONE, WEIGHTS, 1)).isCloseTo(expected, within(ROUNDING));
    assertThat(mean(ControlVariates.NONE, WEIGHTS, 0)).isCloseTo(3 / 8.0, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1})
  void givenSerial_thenFormulaOfTheReleasedMethod(double exponent) {
    double expected = released(WEIGHTS, exponent);

    assertThat(mean(ControlVariates.SERIAL, WEIGHTS, exponent))
        .isCloseTo(expected, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-12, 1e-20, 1e-40, 1e40})
  void givenWeightsAllTinyOrHuge_thenStillTheFormula(double scale) {
    // Domains that hardly overlap give weights like these; w − 1 alone would round to −1 or w.
    double[] weights = Arrays.stream(WEIGHTS).map(w -> scale * w).toArray();
    double expected = released(weights, 1);

    double found = mean(ControlVariates.SERIAL, weights, 1);

    assertThat(found / expected).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(ControlVariates.class)
  void givenExponentZero_thenTheLimit(ControlVariates variates) {
    double limit = mean(variates, WEIGHTS, 0);

    // The limit is approached linearly in λ, with a factor of the order of (ln w)².
    assertThat(mean(variates, WEIGHTS, 1e-7)).isCloseTo(limit, within(1e-6));
    assertThat(mean(variates, WEIGHTS, 1e-14)).isCloseTo(limit, within(1e-12));
    assertThat(mean(variates, WEIGHTS, Double.MIN_VALUE)).isFinite();
  }

  @Test
  void givenExponentZero_thenTermsAreErrorsLessTheirRegressionOnTheLogWeight() {
    double[] error = errors(CORRECT);
    double[] logs = Arrays.stream(WEIGHTS).map(Math::log).toArray();
    double slope = covariance(error, logs) / covariance(logs, logs);
    double[] expected = new double[8];
    Arrays.setAll(expected, i -> error[i] - slope * logs[i]);

    double[] terms = estimator(ControlVariates.WEIGHT, WEIGHTS).terms(error, 0);

    assertThat(terms).containsExactly(expected, within(ROUNDING));
  }

  @Test
  void givenEqualWeights_thenTheWeightVariateIsNotUsed() {
    for (double exponent : new double[] {0, 0.5, 1}) {
      double[] equal = new double[8];
      Arrays.fill(equal, 0.3);

      assertThat(mean(ControlVariates.WEIGHT, equal, exponent))
          .isEqualTo(mean(ControlVariates.NONE, equal, exponent));
      assertThat(mean(ControlVariates.SERIAL, equal, exponent))
          .isEqualTo(mean(ControlVariates.CORRECTNESS, equal, exponent));
      assertThat(mean(ControlVariates.PARALLEL, equal, exponent))
          .isEqualTo(mean(ControlVariates.CORRECTNESS, equal, exponent));
    }
  }

  @Test
  void givenWeightsEqualUpToRounding_thenAsIfEqual() {
    double[] equal = new double[8];
    Arrays.setAll(equal, i -> i % 3 == 0 ? 0.1 + 0.2 : 0.3);

    for (double exponent : new double[] {0, 0.5, 1}) {
      assertThat(mean(ControlVariates.WEIGHT, equal, exponent))
          .isCloseTo(mean(ControlVariates.NONE, equal, exponent), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void givenAllRightOrAllWrong_thenTheCorrectnessVariateIsNotUsed(double all) {
    double[] correct = new double[8];
    Arrays.fill(correct, all);

    for (double exponent : new double[] {0, 0.5, 1}) {
      assertThat(mean(ControlVariates.CORRECTNESS, correct, WEIGHTS, exponent))
          .isEqualTo(mean(ControlVariates.NONE, correct, WEIGHTS, exponent));
      assertThat(mean(ControlVariates.SERIAL, correct, WEIGHTS, exponent))
          .isEqualTo(mean(ControlVariates.WEIGHT, correct, WEIGHTS, exponent));
      assertThat(mean(ControlVariates.PARALLEL, correct, WEIGHTS, exponent))
          .isEqualTo(mean(ControlVariates.WEIGHT, correct, WEIGHTS, exponent));
    }
  }

  @ParameterizedTest
  @EnumSource(ControlVariates.class)
  void givenWeightsThatOverflow_thenFinite(ControlVariates variates) {
    double[] logs = {1e4, -1e4, 0, 300, -300, 5, 1e4, -1e4};
    ImportanceWeights weights =
        ImportanceWeights.ofLogs(
            logs, "logistic", new DomainSeparation(0, 1, Termination.CONVERGED));

    for (double exponent : new double[] {0, 1e-9, 0.3, 0.7, 1}) {
      double found =
          new WeightedError(weights, CORRECT, CONFIDENCE, Frequencies.ones(8), variates)
              .mean(errors(CORRECT), exponent);

      assertThat(found).isFinite();
    }
  }

  @ParameterizedTest
  @EnumSource(ControlVariates.class)
  void givenIntegerFrequencies_thenAsRepeatedRows(ControlVariates variates) {
    double[] counts = {1, 0, 3, 2, 1, 0, 2, 1};
    int[] repeated = {0, 2, 2, 2, 3, 3, 4, 6, 6, 7};
    double[] correct = Arrays.stream(repeated).mapToDouble(i -> CORRECT[i]).toArray();
    double[] weights = Arrays.stream(repeated).mapToDouble(i -> WEIGHTS[i]).toArray();

    for (double exponent : new double[] {0, 0.5, 1}) {
      double counted =
          new WeightedError(
                  ImportanceWeights.of(WEIGHTS),
                  CORRECT,
                  CONFIDENCE,
                  Frequencies.copyOf(counts),
                  variates)
              .mean(errors(CORRECT), exponent);

      assertThat(counted).isCloseTo(mean(variates, correct, weights, exponent), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @EnumSource(ControlVariates.class)
  void givenOneRow_thenFinite(ControlVariates variates) {
    assertThat(mean(variates, new double[] {0}, new double[] {2}, 1)).isEqualTo(2);
  }

  @Test
  void givenVariatesThatSayTheSame_thenParallelIsOneOfThem() {
    double[] weights = Arrays.stream(CORRECT).map(r -> r == 1 ? 2 : 0.5).toArray();

    assertThat(mean(ControlVariates.PARALLEL, weights, 1))
        .isEqualTo(mean(ControlVariates.WEIGHT, weights, 1));
  }

  @Test
  void givenParallel_thenCoefficientsSolveTheTwoByTwoSystem() {
    double[] error = errors(CORRECT);
    double[] terms = new double[8];
    Arrays.setAll(terms, i -> WEIGHTS[i] * error[i]);
    double ww = covariance(WEIGHTS, WEIGHTS);
    double rr = covariance(CORRECT, CORRECT);
    double wr = covariance(WEIGHTS, CORRECT);
    double tw = covariance(terms, WEIGHTS);
    double tr = covariance(terms, CORRECT);
    double first = (tw * rr - tr * wr) / (ww * rr - wr * wr);
    double second = (tr * ww - tw * wr) / (ww * rr - wr * wr);
    double expected =
        average(terms) - first * (average(WEIGHTS) - 1) - second * (average(CORRECT) - CONFIDENCE);

    assertThat(mean(ControlVariates.PARALLEL, WEIGHTS, 1)).isCloseTo(expected, within(ROUNDING));
  }

  @Test
  void givenTrueRatio_thenPlainEstimateIsUnbiasedForTheTargetError() {
    int replications = 100;
    double[] weighted = new double[replications];
    double[] unweighted = new double[replications];
    for (int seed = 0; seed < replications; seed++) {
      KnownShift shift = KnownShift.sample(1, 1500, 1, seed);
      var source = shift.task().sourceValidation();
      double[] correct = source.logits().softmax(1).top().correctness(source.labels());
      WeightedError estimator =
          new WeightedError(
              shift.trueWeights(), correct, CONFIDENCE, source.frequencies(), ControlVariates.NONE);
      weighted[seed] = estimator.mean(errors(correct), 1);
      unweighted[seed] = estimator.mean(errors(correct), 0);
    }

    double truth = 1 - KnownShift.trueTargetAccuracy();
    assertThat(average(weighted)).isCloseTo(truth, within(4 * standardError(weighted)));
    assertThat(average(unweighted)).isLessThan(truth - 10 * standardError(unweighted));
  }

  @Test
  void givenOneExponentForManyLosses_thenSameAsOneByOne() {
    WeightedError estimator = estimator(ControlVariates.SERIAL, WEIGHTS);
    double[] loss = {0.1, 0.9, 0.3, 0, 1, 0.5, 0.2, 0.4};

    assertThat(estimator.at(0.4).mean(loss)).isEqualTo(estimator.mean(loss, 0.4));
    assertThat(estimator.at(0.4).terms(loss)).containsExactly(estimator.terms(loss, 0.4));
    assertThat(estimator.at(0.5).weight(1)).isCloseTo(Math.sqrt(2), within(ROUNDING));
  }

  @Test
  void givenLengthsThatDiffer_thenRefused() {
    assertThatThrownBy(
            () ->
                new WeightedError(
                    ImportanceWeights.of(1, 2),
                    CORRECT,
                    CONFIDENCE,
                    Frequencies.ones(8),
                    ControlVariates.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 weights but 8 source validation rows");
    assertThatThrownBy(
            () ->
                new WeightedError(
                    ImportanceWeights.of(WEIGHTS),
                    CORRECT,
                    CONFIDENCE,
                    Frequencies.ones(7),
                    ControlVariates.NONE))
        .hasMessage("Correctness has 8 rows but 7 frequencies");
    for (int length : new int[] {7, 9}) {
      assertThatThrownBy(
              () -> estimator(ControlVariates.WEIGHT, WEIGHTS).mean(new double[length], 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Loss has " + length + " values but there are 8 source validation rows");
    }
  }

  /** risk(λ) as METHODS writes it, on the weights themselves. */
  private static double released(double[] weights, double exponent) {
    double[] u = Arrays.stream(weights).map(w -> Math.pow(w, exponent)).toArray();
    double[] error = errors(CORRECT);
    double[] weighted = new double[8];
    Arrays.setAll(weighted, i -> u[i] * error[i]);
    double eta1 = -covariance(weighted, u) / covariance(u, u);
    // g is u·e + η1·u up to a constant, which a covariance does not notice.
    double[] g = new double[8];
    Arrays.setAll(g, i -> weighted[i] + eta1 * u[i]);
    double eta2 = -covariance(g, CORRECT) / covariance(CORRECT, CORRECT);
    return average(weighted) + eta1 * (average(u) - 1) + eta2 * (average(CORRECT) - CONFIDENCE);
  }

  private static double mean(ControlVariates variates, double[] weights, double exponent) {
    return mean(variates, CORRECT, weights, exponent);
  }

  private static double mean(
      ControlVariates variates, double[] correct, double[] weights, double exponent) {
    return new WeightedError(
            ImportanceWeights.of(weights),
            correct,
            CONFIDENCE,
            Frequencies.ones(correct.length),
            variates)
        .mean(errors(correct), exponent);
  }

  private static WeightedError estimator(ControlVariates variates, double[] weights) {
    return new WeightedError(
        ImportanceWeights.of(weights), CORRECT, CONFIDENCE, Frequencies.ones(8), variates);
  }

  private static double[] errors(double[] correct) {
    return Arrays.stream(correct).map(r -> 1 - r).toArray();
  }

  private static double average(double[] x) {
    return Arrays.stream(x).average().orElseThrow();
  }

  private static double covariance(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - average(x)) * (y[i] - average(y));
    }
    return sum / (x.length - 1);
  }

  private static double standardError(double[] x) {
    return Math.sqrt(covariance(x, x) / x.length);
  }
}
