package org.transcal.metric;

import java.util.List;

/** Every metric there is: what is registered here appears in evaluations and reports. */
public final class CalibrationMetrics {
  /** Number of bins where nothing else is asked for. */
  public static final int DEFAULT_BINS = 15;

  private CalibrationMetrics() {}

  /**
   * All metrics, in the order in which they are shown.
   *
   * @param bins number of bins of the binned ones; the sweep chooses its own
   */
  public static List<CalibrationMetric> all(int bins) {
    return List.of(
        new Accuracy(),
        new ExpectedCalibrationError(bins),
        new NegativeLogLikelihood(),
        new BrierScore(),
        new EqualMassCalibrationError(bins),
        new ClasswiseCalibrationError(bins),
        new MaximumCalibrationError(bins),
        new DebiasedL2(bins),
        new SweepCalibrationError(),
        new KolmogorovSmirnovError(),
        new SmoothCalibrationError());
  }

  /** Those of {@link #all} that can be summed over row blocks, in the same order. */
  public static List<MergeableMetric> mergeable(int bins) {
    return all(bins).stream()
        .filter(MergeableMetric.class::isInstance)
        .map(MergeableMetric.class::cast)
        .toList();
  }
}
