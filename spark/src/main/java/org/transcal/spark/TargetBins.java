package org.transcal.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Logits;
import org.transcal.spark.FitSummary.ConfidenceBin;
import org.transcal.spark.rows.RowBlock;

/** Counts and mean confidence of calibrated target rows by bin, summed where the rows are. */
final class TargetBins implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ModelText model;
  private final int bins;

  TargetBins(ModelText model, int bins) {
    this.model = model;
    this.bins = bins;
  }

  /** The diagram of all rows; it knows no labels, so only its counts and confidences mean much. */
  ReliabilityDiagram of(JavaRDD<RowBlock> target) {
    double[] empty = ReliabilityDiagram.empty(bins).sums();
    double[] sums =
        target.treeAggregate(empty, (part, block) -> merged(part, sums(block)), TargetBins::merged);
    return ReliabilityDiagram.ofSums(sums);
  }

  private double[] sums(RowBlock block) {
    double[] confidence = model.model().calibrate(Logits.of(block.logits())).top().confidences();
    return ReliabilityDiagram.of(
            confidence, new double[confidence.length], Frequencies.ones(confidence.length), bins)
        .sums();
  }

  private static double[] merged(double[] left, double[] right) {
    return ReliabilityDiagram.ofSums(left).merge(ReliabilityDiagram.ofSums(right)).sums();
  }

  static List<ConfidenceBin> list(ReliabilityDiagram diagram) {
    return diagram.bins().stream()
        .map(bin -> new ConfidenceBin(bin.low(), bin.high(), (long) bin.count(), bin.confidence()))
        .toList();
  }
}
