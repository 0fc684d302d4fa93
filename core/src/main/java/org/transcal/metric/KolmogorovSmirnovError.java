package org.transcal.metric;

/**
 * Largest distance between cumulated confidence and cumulated correctness, rows sorted by
 * confidence: max_k |(1/n) Σ_{i ≤ k} (c_i − r_i)|. (Gupta et al. 2021.)
 *
 * <p>Deviation: looked at only where a tie ends, so that the order of rows does not matter.
 */
record KolmogorovSmirnovError() implements ConfidenceMetric {
  @Override
  public String key() {
    return "ks";
  }

  @Override
  public String title() {
    return "KS calibration error (top label, at ends of ties)";
  }

  @Override
  public double measure(ConfidenceLevels levels) {
    double sum = 0;
    double largest = 0;
    for (int i = 0; i < levels.end(); i = levels.next(i)) {
      sum += levels.gap(i);
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest / levels.total();
  }
}
