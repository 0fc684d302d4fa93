package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.FittedTemperature;

/** One temperature, where the answer is a closed form or a bound. */
class TemperatureScalingTest {
  private static final double LOWEST = Math.exp(-4);
  private static final double HIGHEST = Math.exp(5);

  /** Kernels may trade digits of the exponential for speed. */
  private static final double LIKELIHOOD = 1e-9;

  /** Rows of one margin m, a share p of them right: sigmoid(m/T) = p, so T = m / ln(p/(1−p)). */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 4",
    "2.5, 7, 10",
    "40, 3, 4",
    "0.2, 9, 10",
    "3, 5, 9",
    "6, 999, 1000",
    "4, 15000, 20000"
  })
  void givenOneMargin_thenClosedForm(double margin, int right, int rows) {
    FittedTemperature fitted = minimize(margin, right, rows);

    double expected = margin / Math.log((double) right / (rows - right));
    double entropy = Math.log(rows) - right * Math.log(right) / rows;
    entropy -= (rows - right) * Math.log(rows - right) / rows;
    assertThat(fitted.temperature()).isCloseTo(expected, within(1e-9 * expected));
    assertThat(fitted.objective()).isCloseTo(entropy, within(LIKELIHOOD));
    assertThat(fitted.termination()).isEqualTo(Termination.CONVERGED);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 501, 1000, 148.4131591025766",
    "3, 10001, 20000, 148.4131591025766",
    "0.02, 9, 10, 0.01831563888873418"
  })
  void givenOptimumOutsideTheRange_thenABoundIsSaid(
      double margin, int right, int rows, double bound) {
    FittedTemperature fitted = minimize(margin, right, rows);

    assertThat(fitted.temperature()).isCloseTo(bound, within(1e-9 * bound));
    assertThat(fitted.termination()).isEqualTo(Termination.AT_BOUND);
  }

  /** A slope of 0 to rounding must not throw the search back. */
  @ParameterizedTest
  @CsvSource({"1.5625, 8, 10", "1.0986122886681098, 3, 4", "0.375, 3, 4", "2.5, 2, 3"})
  void givenSlopeZeroToRounding_thenConverges(double margin, int right, int rows) {
    assertThat(minimize(margin, right, rows).termination()).isEqualTo(Termination.CONVERGED);
  }

  @Test
  void givenAllRight_thenLowerBoundIsSaid() {
    FittedTemperature fitted = minimize(2, 4, 4);

    assertThat(fitted.temperature()).isCloseTo(LOWEST, within(1e-12));
    assertThat(fitted.termination()).isEqualTo(Termination.AT_BOUND);
  }

  @Test
  void givenAllWrong_thenUpperBoundIsSaid() {
    FittedTemperature fitted = minimize(2, 0, 4);

    assertThat(fitted.temperature()).isCloseTo(HIGHEST, within(1e-9));
    assertThat(fitted.termination()).isEqualTo(Termination.AT_BOUND);
  }

  /** Every temperature is as good as any other: it must stay one, and the search must end. */
  @Test
  void givenConstantLogits_thenABoundIsSaid() {
    FittedTemperature fitted = minimize(0, 2, 4);

    assertThat(fitted.temperature()).isBetween(LOWEST, HIGHEST);
    assertThat(fitted.termination()).isEqualTo(Termination.AT_BOUND);
    assertThat(fitted.objective()).isCloseTo(Math.log(2), within(LIKELIHOOD));
  }

  private static FittedTemperature minimize(double margin, int right, int rows) {
    double[][] logits = new double[rows][];
    Arrays.setAll(logits, i -> new double[] {margin, 0});
    int[] labels = new int[rows];
    Arrays.setAll(labels, i -> i < right ? 0 : 1);
    return FittedTemperature.mostLikely(
        Logits.copyOf(logits), Labels.copyOf(labels, 2), Frequencies.ones(rows));
  }
}
