package org.transcal.spark;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Logits;
import org.transcal.spark.FitSummary.ConfidenceBin;
import org.transcal.spark.rows.RowBlock;

/** Counts and mean confidence of calibrated target rows by bin. */
final class TargetBins {
  private TargetBins() {}

  /** The diagram of all rows; without labels only its counts and confidences are meaningful. */
  static ReliabilityDiagram of(JavaRDD<RowBlock> target, ModelText model, int bins) {
    return ReliabilityDiagram.ofSums(
        target.treeAggregate(
            ReliabilityDiagram.empty(bins).sums(),
            (sums, block) -> merged(sums, sums(block, model, bins)),
            TargetBins::merged));
  }

  private static double[] sums(RowBlock block, ModelText model, int bins) {
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
