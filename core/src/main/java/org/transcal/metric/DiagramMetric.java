package org.transcal.metric;

import java.util.function.ToDoubleFunction;

/** A metric computed from a {@link ReliabilityDiagram}. */
final class DiagramMetric extends SumMetric {
  private final int bins;
  private final ToDoubleFunction<ReliabilityDiagram> measure;

  DiagramMetric(String key, String title, int bins, ToDoubleFunction<ReliabilityDiagram> measure) {
    super(key, title + " (" + requireBins(bins) + " equal-width bins)");
    this.bins = bins;
    this.measure = measure;
  }

  @Override
  int size(int classes) {
    return 3 * bins;
  }

  @Override
  void add(LabelledPredictions block, int row, double frequency, double[] sums, double[] scratch) {
    ReliabilityDiagram.add(block.confidence(row), block.correctness(row), frequency, sums);
  }

  @Override
  double value(double[] sums, int classes) {
    return measure.applyAsDouble(ReliabilityDiagram.ofSums(sums));
  }
}
