package org.transcal.metric;

/**
 * Largest |mean correctness − mean confidence| of the equally wide bins (lo, hi] that hold a row.
 *
 * @param bins number of bins, B
 */
record MaximumCalibrationError(int bins) implements MergeableMetric {
  /** Checks the number of bins. */
  MaximumCalibrationError {
    BinCount.require(bins);
  }

  @Override
  public String key() {
    return "maxCe";
  }

  @Override
  public String title() {
    return "Maximum calibration error (" + bins + " equal-width bins)";
  }

  @Override
  public Accumulator accumulator(int classes) {
    return new DiagramAccumulator(this, bins, ReliabilityDiagram::maximumCalibrationError);
  }
}
