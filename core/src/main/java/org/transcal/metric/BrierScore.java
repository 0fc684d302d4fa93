package org.transcal.metric;

/**
 * Mean over rows of Σ_k (p_k − 1(k = y))²: from 0 to 2.
 *
 * <p>Deviation: the paper's text prints a factor −1/K; its tables use this sum.
 */
record BrierScore() implements MergeableMetric {
  @Override
  public String key() {
    return "brier";
  }

  @Override
  public String title() {
    return "Brier score (sum over classes, 0 to 2)";
  }

  @Override
  public Interval range() {
    return new Interval(0, 2);
  }

  @Override
  public Accumulator accumulator(int classes) {
    double[] row = new double[classes];
    return new RowMean(BrierScore.class, (block, i) -> loss(block, i, row));
  }

  private static double loss(LabelledPredictions block, int row, double[] probabilities) {
    block.probabilities().copyRow(row, probabilities);
    int label = block.labels().get(row);
    double sum = 0;
    for (int k = 0; k < probabilities.length; k++) {
      double difference = probabilities[k] - (k == label ? 1 : 0);
      sum += difference * difference;
    }
    return sum;
  }
}
