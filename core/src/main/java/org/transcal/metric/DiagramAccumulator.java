package org.transcal.metric;

import java.util.function.ToDoubleFunction;
import org.transcal.metric.MergeableMetric.Accumulator;

/** A number read off a reliability diagram that grows by rows. */
final class DiagramAccumulator implements Accumulator {
  private final MergeableMetric metric;
  private final ToDoubleFunction<ReliabilityDiagram> reading;
  private ReliabilityDiagram diagram;

  DiagramAccumulator(
      MergeableMetric metric, int bins, ToDoubleFunction<ReliabilityDiagram> reading) {
    this.metric = metric;
    this.reading = reading;
    this.diagram = ReliabilityDiagram.empty(bins);
  }

  @Override
  public void add(LabelledPredictions block, int row, double frequency) {
    diagram.add(block.confidence(row), block.correctness(row), frequency);
  }

  @Override
  public void merge(Accumulator other) {
    if (!(other instanceof DiagramAccumulator accumulator && accumulator.metric.equals(metric))) {
      throw new IllegalArgumentException(
          "Cannot merge an accumulator of another metric into one of " + metric);
    }
    diagram = diagram.merge(accumulator.diagram);
  }

  @Override
  public double[] sums() {
    return diagram.sums();
  }

  @Override
  public void mergeSums(double[] sums) {
    diagram = diagram.merge(ReliabilityDiagram.ofSums(sums));
  }

  @Override
  public double value() {
    return reading.applyAsDouble(diagram);
  }
}
