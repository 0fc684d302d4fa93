package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.List;
import org.transcal.spark.rows.RowBlock;

/** A fitted domain classifier: log odds of source against target for a row of features. */
public final class DomainScore implements Serializable {
  private static final long serialVersionUID = 1L;

  private final CenteredFeatures features;
  private final double[] point;

  DomainScore(CenteredFeatures features, double[] point) {
    this.features = features;
    this.point = point;
  }

  /** The log odds of each row; minus this is the log of its importance weight. */
  public double[] of(RowBlock block) {
    double[] scores = new double[block.rows()];
    DomainBatch.forEach(
        features,
        List.of(block).iterator(),
        batch -> System.arraycopy(batch.products(point), 0, scores, batch.first(), batch.count()));
    return scores;
  }
}
