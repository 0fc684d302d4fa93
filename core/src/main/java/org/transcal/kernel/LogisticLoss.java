package org.transcal.kernel;

/**
 * The logistic loss log(1 + exp(−margin)) of a batch of rows, with its first two derivatives in the
 * score; the margin of a row is its score times its sign.
 *
 * @param values the losses
 * @param slopes their derivatives in the score
 * @param curvatures their second derivatives in the score, at most ¼
 */
public record LogisticLoss(double[] values, double[] slopes, double[] curvatures) {
  /** Room for a batch of at most this many rows, to be reused. */
  public LogisticLoss(int rows) {
    this(new double[rows], new double[rows], new double[rows]);
  }

  /** Computes the first {@code count} rows, which all have the same sign, 1 or −1. */
  public void compute(double[] scores, int count, int sign) {
    double[] exponentials = curvatures;
    for (int i = 0; i < count; i++) {
      exponentials[i] = -Math.abs(scores[i]);
    }
    Kernels.exp(exponentials, count);
    for (int i = 0; i < count; i++) {
      double e = exponentials[i];
      double margin = sign * scores[i];
      double share = 1 / (1 + e);
      values[i] = Math.max(0, -margin) + Math.log1p(e);
      slopes[i] = -sign * (margin >= 0 ? e * share : share);
      curvatures[i] = e * share * share;
    }
  }
}
