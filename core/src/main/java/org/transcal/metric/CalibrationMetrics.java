package org.transcal.metric;

import java.util.List;

/** Every metric there is: what is registered here appears in evaluations and reports. */
public final class CalibrationMetrics {
  /** Number of bins unless another is given. */
  public static final int DEFAULT_BINS = 15;

  private CalibrationMetrics() {}

  /** Share of rows whose most probable class is the true one. */
  public static MergeableMetric accuracy() {
    return new Accuracy();
  }

  /** ECE over equally wide bins. */
  public static MergeableMetric expectedCalibrationError(int bins) {
    return new ExpectedCalibrationError(bins);
  }

  /** Mean of −ln p of the true class, without clipping. */
  public static MergeableMetric negativeLogLikelihood() {
    return new NegativeLogLikelihood();
  }

  /** Mean squared distance of the probabilities from the truth, summed over classes. */
  public static MergeableMetric brierScore() {
    return new BrierScore();
  }

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
