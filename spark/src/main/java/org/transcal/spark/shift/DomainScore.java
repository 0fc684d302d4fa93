package org.transcal.spark.shift;

import java.io.Serializable;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;

/** A fitted domain classifier: log odds of the source against the target for a row of features. */
public final class DomainScore implements Serializable {
  private static final long serialVersionUID = 1L;

  private final DomainFrame frame;
  private final double[] point;

  DomainScore(DomainFrame frame, double[] point) {
    this.frame = frame;
    this.point = point;
  }

  /** The log odds of each row; minus this is the log of its importance weight. */
  public double[] of(Matrix features) {
    double[] scores = new double[features.rows()];
    double[] row = new double[frame.columns()];
    Matrix single = Matrix.wrap(row, 1, row.length);
    for (int i = 0; i < scores.length; i++) {
      frame.center(features, i, row);
      scores[i] = Kernels.rowDot(single, 0, point) + point[row.length];
    }
    return scores;
  }

  /** Coefficients β of the features as they are. */
  public double[] coefficients() {
    return java.util.Arrays.copyOf(point, frame.columns());
  }

  /** The intercept for features as they are. */
  public double intercept() {
    double intercept = point[frame.columns()];
    for (int j = 0; j < frame.columns(); j++) {
      intercept -= point[j] * frame.center(j);
    }
    return intercept;
  }
}
