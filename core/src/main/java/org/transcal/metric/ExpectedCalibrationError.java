package org.transcal.metric;

/**
 * ECE: Σ_b (n_b / n) · |mean correctness − mean confidence| over equally wide bins (lo, hi].
 *
 * <p>Confidence 0 is in the first bin and confidence 1 in the last.
 *
 * @param bins number of bins, B
 */
record ExpectedCalibrationError(int bins) implements MergeableMetric {
  /** Checks the number of bins. */
  ExpectedCalibrationError {
    BinCount.require(bins);
  }

  @Override
  public String key() {
    return "ece";
  }

  @Override
  public String title() {
    return "ECE (" + bins + " equal-width bins)";
  }

  @Override
  public Accumulator accumulator(int classes) {
    return new DiagramAccumulator(this, bins, ReliabilityDiagram::expectedCalibrationError);
  }
}
