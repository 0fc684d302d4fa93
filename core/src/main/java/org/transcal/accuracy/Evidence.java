package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * What estimates of target accuracy are computed from: the task after temperature scaling on its
 * source validation rows.
 *
 * <p>There are no target labels in it, since there are none in a {@link TransferTask}.
 */
final class Evidence {
  private final TransferTask task;
  private final double sourceTemperature;
  private final double[] sourceConfidence;
  private final double[] correctness;
  private final double[] targetConfidence;

  private Evidence(
      TransferTask task,
      double sourceTemperature,
      double[] sourceConfidence,
      double[] correctness,
      double[] targetConfidence) {
    this.task = task;
    this.sourceTemperature = sourceTemperature;
    this.sourceConfidence = sourceConfidence;
    this.correctness = correctness;
    this.targetConfidence = targetConfidence;
  }

  /** The evidence of a task, computed once. */
  static Evidence of(PreparedTask prepared) {
    return prepared.derive(Evidence.class, Evidence::compute);
  }

  private static Evidence compute(PreparedTask prepared) {
    TransferTask task = prepared.task();
    SourceValidation source = task.sourceValidation();
    double sourceTemperature = prepared.sourceTemperature().temperature();
    PreparedTask original = prepared.original();
    if (original != prepared && original.sourceTemperature().temperature() == sourceTemperature) {
      Evidence known = of(original);
      return new Evidence(
          task,
          sourceTemperature,
          known.sourceConfidence,
          known.correctness,
          known.targetConfidence);
    }
    return new Evidence(
        task,
        sourceTemperature,
        Kernels.rowConfidence(source.logits().values(), sourceTemperature),
        source.logits().correctness(source.labels()),
        Kernels.rowConfidence(task.target().logits().values(), sourceTemperature));
  }

  /** The task. */
  TransferTask task() {
    return task;
  }

  /** The temperature that fits the source validation rows. */
  double sourceTemperature() {
    return sourceTemperature;
  }

  /** How often each source validation row counts. */
  Frequencies source() {
    return task.sourceValidation().frequencies();
  }

  /** How often each target row counts. */
  Frequencies target() {
    return task.target().frequencies();
  }

  /** Confidence of a source validation row at the source temperature. */
  double sourceConfidence(int row) {
    return sourceConfidence[row];
  }

  /** 1 if a source validation row is predicted right, else 0. */
  double correctness(int row) {
    return correctness[row];
  }

  /** Share of source validation rows predicted right. */
  double sourceAccuracy() {
    return source().mean(correctness);
  }

  /** Mean confidence of source validation rows. */
  double meanSourceConfidence() {
    return source().mean(sourceConfidence);
  }

  /** Mean confidence of target rows. */
  double meanTargetConfidence() {
    return target().mean(targetConfidence);
  }

  /** The estimate "atc". */
  double thresholdedConfidence() {
    return AverageThresholdedConfidence.accuracy(
        sourceConfidence, correctness, source(), targetConfidence, target());
  }

  /** Mean of a value given at each source validation row, self-normalised by weights. */
  double weightedMean(double[] weights, double[] values) {
    double[] weighted = new double[values.length];
    Arrays.setAll(weighted, i -> weights[i] * values[i]);
    return source().mean(weighted) / source().mean(weights);
  }

  double[] correctness() {
    return correctness.clone();
  }

  double[] sourceConfidence() {
    return sourceConfidence.clone();
  }
}
