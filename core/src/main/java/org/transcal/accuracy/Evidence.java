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
 *
 * @param task the task
 * @param sourceTemperature the temperature that fits the source validation rows
 * @param sourceConfidence confidence of source validation rows at that temperature
 * @param correctness 1 if a source validation row is predicted right, else 0
 * @param targetConfidence confidence of target rows at the same temperature
 */
record Evidence(
    TransferTask task,
    double sourceTemperature,
    double[] sourceConfidence,
    double[] correctness,
    double[] targetConfidence) {
  static Evidence of(PreparedTask prepared) {
    return prepared.derive(Evidence.class, Evidence::compute);
  }

  private static Evidence compute(PreparedTask prepared) {
    TransferTask task = prepared.task();
    SourceValidation source = task.sourceValidation();
    double temperature = prepared.sourceTemperature().temperature();
    PreparedTask original = prepared.original();
    if (original != prepared && original.sourceTemperature().temperature() == temperature) {
      Evidence known = of(original);
      return new Evidence(
          task, temperature, known.sourceConfidence, known.correctness, known.targetConfidence);
    }
    return new Evidence(
        task,
        temperature,
        Kernels.rowConfidence(source.logits().values(), temperature),
        source.logits().correctness(source.labels()),
        Kernels.rowConfidence(task.target().logits().values(), temperature));
  }

  Frequencies source() {
    return task.sourceValidation().frequencies();
  }

  Frequencies target() {
    return task.target().frequencies();
  }

  double sourceAccuracy() {
    return source().mean(correctness);
  }

  /** Correctness minus confidence of each source validation row. */
  double[] gaps() {
    double[] gaps = correctness.clone();
    Arrays.setAll(gaps, i -> gaps[i] - sourceConfidence[i]);
    return gaps;
  }

  double meanSourceConfidence() {
    return source().mean(sourceConfidence);
  }

  double meanTargetConfidence() {
    return target().mean(targetConfidence);
  }

  /** Mean of a value given at each source validation row, self-normalised by weights. */
  double weightedMean(double[] weights, double[] values) {
    double[] weighted = new double[values.length];
    Arrays.setAll(weighted, i -> weights[i] * values[i]);
    return source().mean(weighted) / source().mean(weights);
  }
}
