package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CalibrationMetricsTest {
  @Test
  void givenAllMetrics_thenDocumentedKeysInOrder() {
    assertThat(CalibrationMetrics.all(15).stream().map(CalibrationMetric::key))
        .containsExactly(
            "accuracy",
            "ece",
            "nll",
            "brier",
            "eceEqualMass",
            "eceClasswise",
            "maxCe",
            "l2Debiased",
            "eceSweep",
            "ks",
            "smoothEce");
    assertThat(CalibrationMetrics.mergeable(15).stream().map(CalibrationMetric::key))
        .containsExactly("accuracy", "ece", "nll", "brier", "eceClasswise", "maxCe");
  }

  /** A stream keeps nothing else, so another kind of metric could not be evaluated. */
  @Test
  void givenAllMetrics_thenEachIsMergeableOrOfConfidence() {
    assertThat(CalibrationMetrics.all(15))
        .allMatch(
            metric -> metric instanceof MergeableMetric || metric instanceof ConfidenceMetric);
  }

  @Test
  void givenNumberOfBins_thenTitlesOfBinnedMetricsNameIt() {
    assertThat(CalibrationMetrics.all(7))
        .contains(
            CalibrationMetrics.expectedCalibrationError(7),
            CalibrationMetrics.maximumCalibrationError(7),
            CalibrationMetrics.classwiseCalibrationError(7),
            CalibrationMetrics.equalMassCalibrationError(7),
            CalibrationMetrics.debiasedL2(7));
    assertThat(CalibrationMetrics.all(7).stream().map(CalibrationMetric::title))
        .doesNotHaveDuplicates()
        .filteredOn(title -> title.contains("7"))
        .hasSize(5);
  }

  @Test
  void givenAllMetrics_thenOnlyAccuracyIsBetterWhenHigher() {
    assertThat(CalibrationMetrics.all(15))
        .filteredOn(metric -> metric.better() == CalibrationMetric.Better.HIGHER)
        .containsExactly(CalibrationMetrics.accuracy());
  }
}
