package org.transcal.metric;

/**
 * ECE over bins of equally many rows: Σ_b (n_b / n) · |mean correctness − mean confidence|.
 *
 * <p>Bin edges are midpoints between consecutive groups of the sorted rows; ties stay together.
 *
 * @param bins number of bins, B; there are fewer where ties or rows do not suffice
 */
record EqualMassCalibrationError(int bins) implements ConfidenceMetric {
  /** Checks the number of bins. */
  EqualMassCalibrationError {
    BinCount.require(bins);
  }

  @Override
  public String key() {
    return "eceEqualMass";
  }

  @Override
  public String title() {
    return "Equal-mass ECE (" + bins + " bins, ties together)";
  }

  @Override
  public double measure(ConfidenceLevels levels) {
    return new EqualMassBins(levels, bins).expectedCalibrationError();
  }
}
