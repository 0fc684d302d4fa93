package org.transcal.metric;

/**
 * Mean of −ln p of the true class, exact however small p is; infinite where p is 0.
 *
 * <p>Deviation: none is clipped, where other packages clip at 1e-7 to 1e-20.
 */
record NegativeLogLikelihood() implements MergeableMetric {
  @Override
  public String key() {
    return "nll";
  }

  @Override
  public String title() {
    return "NLL (natural logarithm, no clipping)";
  }

  @Override
  public Interval range() {
    return new Interval(0, Double.POSITIVE_INFINITY);
  }

  @Override
  public Accumulator accumulator(int classes) {
    return new RowMean(NegativeLogLikelihood.class, NegativeLogLikelihood::loss);
  }

  private static double loss(LabelledPredictions block, int row) {
    return -block.probabilities().log(row, block.labels().get(row));
  }
}
