package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineTest {
  private static final double[] SHARES = {0.5, 0.5};
  private static final double[] CONFIDENCES = {0.5, 0.9};

  /** The mean of Kolmogorov's distribution and its standard deviation. */
  private static final Variation KOLMOGOROV = new Variation(0, 0.8687, 0.2603, 0);

  private static Baseline baseline(Metric metric, Variation variation, int batches) {
    return new Baseline(1_000_000, batches, Map.of(metric, variation), CONFIDENCES, SHARES);
  }

  /** Quantiles of Kolmogorov's distribution, from scipy.stats.kstwobign.isf. */
  @ParameterizedTest
  @CsvSource({"0.01, 1.6276", "0.002, 1.8585", "0.0001, 2.2253"})
  void givenKolmogorovSmirnov_thenThresholdIsNearTheExactQuantile(double tail, double exact) {
    Baseline baseline = baseline(Metric.CONFIDENCE, KOLMOGOROV, 0);

    double threshold = baseline.threshold(Metric.CONFIDENCE, 10_000, 1e9, tail);

    // Skewness 1 instead of 0.86, and noise known from 100 resamples only, widen it a little.
    assertThat(threshold * 100).isBetween(exact, 1.12 * exact);
  }

  @Test
  void givenAuc_thenThresholdIsNearTheNormalQuantile() {
    Baseline baseline = baseline(Metric.DOMAIN_AUC, new Variation(0.5, 0, 0.408, 0), 0);

    double threshold = baseline.threshold(Metric.DOMAIN_AUC, 2_000, 2_000, 0.002);

    double error = 0.408 * Math.sqrt(2 / 2_000.0);
    assertThat((threshold - 0.5) / error).isBetween(2.878, 3.2);
  }

  @Test
  void givenAccuracy_thenThresholdIsBelowAndHoldsForHalfANormal() {
    // Capped at source accuracy: min(0, z) has mean −0.3989 and deviation 0.5838.
    Baseline baseline = baseline(Metric.ACCURACY, new Variation(0.9, -0.3989, 0.5838, 0), 0);

    double threshold = baseline.threshold(Metric.ACCURACY, 10_000, 1e9, 0.002);

    assertThat((0.9 - threshold) * 100).isBetween(0.97 * 2.878, 1.1 * 2.878);
  }

  @Test
  void givenFewNights_thenThresholdsAreWider() {
    Variation varying = new Variation(0.9, 0, 0.3, 0.01);

    double[] thresholds = new double[4];
    int[] batches = {3, 10, 30, 300};
    for (int i = 0; i < batches.length; i++) {
      Baseline baseline =
          new Baseline(
              2_000L * batches[i],
              batches[i],
              Map.of(Metric.ACCURACY, varying),
              CONFIDENCES,
              SHARES);
      thresholds[i] = baseline.threshold(Metric.ACCURACY, 2_000, 2_000.0 * batches[i], 0.002);
    }

    assertThat(thresholds).isSorted();
    assertThat(thresholds[0]).isLessThan(thresholds[3] - 0.03);
  }

  @Test
  void givenMoreRows_thenThresholdsAreNarrowerAndTendToTheLevel() {
    Baseline baseline = baseline(Metric.CLASSES, new Variation(0.02, 1, 0.3, 0), 0);

    double few = baseline.threshold(Metric.CLASSES, 100, 1e6, 0.002);
    double many = baseline.threshold(Metric.CLASSES, 1e6, 1e6, 0.002);

    assertThat(few).isGreaterThan(many + 0.1);
    assertThat(many).isCloseTo(0.02, within(0.005));
    assertThat(baseline.expected(Metric.CLASSES, 100, 1e12)).isCloseTo(0.12, within(1e-6));
  }

  @Test
  void givenNoVariation_thenOneRowInAThousandIsNoAlert() {
    Baseline baseline =
        new Baseline(
            1_000, 0, Map.of(Metric.ACCURACY, new Variation(1, 0, 0, 0)), CONFIDENCES, SHARES);

    assertThat(baseline.threshold(Metric.ACCURACY, 1_000, 1_000, 0.002)).isBetween(0.9, 0.999);
  }

  @Test
  void givenBadValues_thenTheyAreRefused() {
    Map<Metric, Variation> none = Map.of();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Baseline(0, 1, none, CONFIDENCES, SHARES))
        .withMessageContaining("0 rows");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Baseline(1, 1, none, new double[] {0.9, 0.5}, SHARES))
        .withMessageContaining("ascend");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Baseline(1, 1, none, CONFIDENCES, new double[] {Double.NaN, 1}))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Variation(0, 0, -1, 0))
        .withMessageContaining("noise -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Variation(Double.NaN, 0, 0, 0))
        .withMessageContaining("finite");
  }

  @Test
  void givenEqualArrays_thenBaselinesAreEqualAndKeepTheirOwnCopies() {
    double[] confidences = CONFIDENCES.clone();
    Baseline one = new Baseline(5, 0, Map.of(Metric.ECE, KOLMOGOROV), confidences, SHARES);
    confidences[0] = 0;
    one.classShares()[0] = 7;

    assertThat(one)
        .isEqualTo(new Baseline(5, 0, Map.of(Metric.ECE, KOLMOGOROV), CONFIDENCES, SHARES))
        .isNotEqualTo(new Baseline(6, 0, Map.of(Metric.ECE, KOLMOGOROV), CONFIDENCES, SHARES));
  }
}
