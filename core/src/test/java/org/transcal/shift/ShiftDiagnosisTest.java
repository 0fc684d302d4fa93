package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;

/** Each concern is raised on its own side of its threshold, and alone where it is alone. */
class ShiftDiagnosisTest {
  private static final int ROWS = 100;

  @Test
  void givenHealthyWeights_thenNumbersAndNoConcern() {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> i % 2 == 0 ? 0.5 : 1.5);

    ShiftDiagnosis diagnosis =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.ones(ROWS));

    assertThat(diagnosis.concerns()).isEmpty();
    assertThat(diagnosis.rows()).isEqualTo(100);
    assertThat(diagnosis.mean()).isCloseTo(1, within(1e-12));
    assertThat(diagnosis.max()).isCloseTo(1.5, within(1e-12));
    assertThat(diagnosis.effectiveSampleSize()).isCloseTo(80, within(1e-9));
    assertThat(diagnosis.renyi2()).isCloseTo(1.25, within(1e-9));
    assertThat(diagnosis.tailIndex()).isEmpty();
  }

  @Test
  void givenMovedGaussian_thenSecondRenyiDivergenceIsFound() {
    double move = 0.5;
    Random random = new Random(7);
    double[] weights = new double[20_000];
    Arrays.setAll(weights, i -> Math.exp(move * random.nextGaussian() - move * move / 2));

    ShiftDiagnosis diagnosis =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.ones(weights.length));

    // d₂ of N(δ, 1) against N(0, 1) is exp(δ²).
    assertThat(diagnosis.renyi2()).isCloseTo(Math.exp(move * move), within(0.02));
  }

  /** Two inputs: the printed bound of eq:variance_bound for a loss of 1 everywhere. */
  @ParameterizedTest
  @CsvSource({"0.5, false", "0.9, false", "1, true", "2, true"})
  void givenTwoInputs_thenThePrintedVarianceBoundHoldsFromAlphaOneOn(double alpha, boolean holds) {
    double[] source = {0.8, 0.2};
    double[] target = {0.4, 0.6};
    double secondMoment = 0;
    double sum = 0;
    for (int i = 0; i < 2; i++) {
      secondMoment += target[i] * target[i] / source[i];
      sum += Math.pow(target[i], alpha + 1) / Math.pow(source[i], alpha);
    }

    double divergence = Math.pow(sum, 1 / alpha);

    // The weighted loss has mean 1, so the bound on its second moment is the divergence itself.
    assertThat(secondMoment <= divergence + 1e-12).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({"49, true", "50, false"})
  void givenFewRows_thenEffectiveSampleSizeBelowFifty(int rows, boolean concern) {
    double[] weights = new double[rows];
    Arrays.fill(weights, 1);

    List<String> concerns =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.ones(rows)).concerns();

    assertThat(concerns.size()).isEqualTo(concern ? 1 : 0);
    assertThat(concerns).allMatch(text -> text.contains("effective sample size"));
  }

  @ParameterizedTest
  @CsvSource({"99, true", "101, false"})
  void givenManyRows_thenEffectiveSampleSizeBelowATenth(int heavy, boolean concern) {
    // Only some of 1,000 rows carry all the weight, evenly, with mean 1.
    double[] weights = new double[1000];
    Arrays.fill(weights, 0, heavy, 1000.0 / heavy);

    List<String> concerns =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.ones(1000)).concerns();

    assertThat(concerns.stream().anyMatch(text -> text.contains("effective sample size")))
        .isEqualTo(concern);
    if (concern) {
      assertThat(concerns.get(0)).contains("the 1000 validation rows count as 99");
    }
  }

  @ParameterizedTest
  @CsvSource({"0.3, false", "1.5, true"})
  void givenParetoTail_thenTailIndexAboveSevenTenths(double shape, boolean concern) {
    // Quantiles of a generalised Pareto distribution, scaled to mean 1.
    double[] weights = new double[5000];
    Arrays.setAll(weights, i -> Math.expm1(-shape * Math.log1p(-(i + 0.5) / 5000)) / shape);
    double mean = Arrays.stream(weights).average().orElseThrow();
    Arrays.setAll(weights, i -> weights[i] / mean);

    ShiftDiagnosis diagnosis =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.ones(5000));

    assertThat(diagnosis.tailIndex().orElseThrow()).isCloseTo(shape, within(0.05));
    assertThat(diagnosis.concerns().stream().anyMatch(text -> text.contains("heavy tail")))
        .isEqualTo(concern);
  }

  @ParameterizedTest
  @CsvSource({"0.499, true", "0.501, false", "1.999, false", "2.001, true"})
  void givenMeanWeight_thenOutsideOneHalfToTwo(double weight, boolean concern) {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, weight);

    List<String> concerns =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.ones(ROWS)).concerns();

    assertThat(concerns)
        .hasSize(concern ? 1 : 0)
        .allMatch(text -> text.contains("mean importance weight"));
  }

  @ParameterizedTest
  @CsvSource({"0.95, false", "0.951, true"})
  void givenDomainAuc_thenAboveNinetyFive(double auc, boolean concern) {
    List<String> concerns = concerns(new DomainSeparation(1, auc, Termination.CONVERGED));

    assertThat(concerns).hasSize(concern ? 1 : 0).allMatch(text -> text.contains("hardly overlap"));
  }

  @ParameterizedTest
  @EnumSource(Termination.class)
  void givenTermination_thenAnythingButConverged(Termination termination) {
    List<String> concerns = concerns(new DomainSeparation(1, 0.7, termination));

    assertThat(concerns)
        .hasSize(termination == Termination.CONVERGED ? 0 : 1)
        .allMatch(text -> text.contains("did not converge"));
  }

  @Test
  void givenFrequencies_thenRowsAreCounted() {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, 1);
    double[] counts = FeatureTask.counts(ROWS);

    ShiftDiagnosis diagnosis =
        ShiftDiagnosis.of(ImportanceWeights.of(weights), Frequencies.copyOf(counts));

    assertThat(diagnosis.rows()).isEqualTo(150);
    assertThat(diagnosis.effectiveSampleSize()).isCloseTo(150, within(1e-9));
  }

  @Test
  void givenAnotherLocale_thenNumbersKeepTheirDigitsAndPoint() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

      assertThat(concerns(new DomainSeparation(1, 0.97, Termination.CONVERGED)).get(0))
          .contains("AUC 0.97");
    } finally {
      Locale.setDefault(before);
    }
  }

  private static List<String> concerns(DomainSeparation separation) {
    ImportanceWeights weights = ImportanceWeights.ofLogs(new double[ROWS], "logistic", separation);
    return ShiftDiagnosis.of(weights, Frequencies.ones(ROWS)).concerns();
  }
}
