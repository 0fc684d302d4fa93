package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.BinaryMap;

/** Platt's sigmoid where its answer is a closed form. */
class BinaryFitsTest {
  /** All rows alike: the fitted probability is the mean of the smoothed targets. */
  @ParameterizedTest
  @CsvSource({
    "-0.6931471805599453, 10, 3",
    "-0.6931471805599453, 100000, 30000",
    "-2.197, 100000, 10",
    "5000, 100000, 99000",
    "-20000, 1000, 7",
    "0, 50000, 20000"
  })
  void givenConstantOdds_thenMeanOfSmoothedTargets(double odds, int rows, int positives) {
    double[] all = new double[rows];
    Arrays.fill(all, odds);
    double[] positive = new double[rows];
    Arrays.fill(positive, 0, positives, 1);

    double probability = BinaryFits.platt(all, positive, Frequencies.ones(rows)).map().apply(odds);

    double negatives = rows - positives;
    double high = (positives + 1.0) / (positives + 2.0);
    double low = 1 / (negatives + 2);
    double expected = (positives * high + negatives * low) / rows;
    assertThat(probability).isCloseTo(expected, within(1e-9));
  }

  /** Two odds a and b: each group's probability is its own mean target, so the line is known. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 50, 1e4, 1e-4})
  void givenTwoOdds_thenLineThroughBothGroups(double scale) {
    double[] odds = new double[2000];
    double[] positive = new double[2000];
    for (int i = 0; i < odds.length; i++) {
      odds[i] = scale * (i < 1000 ? -1 : 2);
      positive[i] = i % 1000 < (i < 1000 ? 200 : 700) ? 1 : 0;
    }

    BinaryFits.Fitted fit = BinaryFits.platt(odds, positive, Frequencies.ones(2000));
    BinaryMap.Platt platt = (BinaryMap.Platt) fit.map();

    double high = 901.0 / 902;
    double low = 1.0 / 1102;
    double left = 0.2 * high + 0.8 * low;
    double right = 0.7 * high + 0.3 * low;
    double slope = (logit(right) - logit(left)) / (3 * scale);
    assertThat(fit.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(platt.slope()).isCloseTo(slope, within(1e-7 * slope));
    assertThat(platt.apply(-scale)).isCloseTo(left, within(1e-9));
    assertThat(platt.apply(2 * scale)).isCloseTo(right, within(1e-9));
  }

  private static double logit(double p) {
    return Math.log(p / (1 - p));
  }
}
