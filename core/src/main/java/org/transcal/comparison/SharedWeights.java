package org.transcal.comparison;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

/** A task with importance weights, estimated once for all methods that ask for the same ones. */
final class SharedWeights {
  private final TransferTask task;
  private final Map<DensityRatioEstimator, Supplier<ImportanceWeights>> estimates = new HashMap<>();

  SharedWeights(TransferTask task) {
    this.task = task;
  }

  /**
   * The task with weights of the given kind, unless it brings its own or has no features. An
   * estimate that failed fails again, without another try.
   */
  TransferTask by(DensityRatioEstimator densityRatio) {
    if (task.weights().isPresent() || task.features().isEmpty()) {
      return task;
    }
    return task.withWeights(estimates.computeIfAbsent(densityRatio, this::estimate).get());
  }

  /** The same, or the task as it is if the weights cannot be estimated. */
  TransferTask orWithout(DensityRatioEstimator densityRatio) {
    try {
      return by(densityRatio);
    } catch (RuntimeException | OutOfMemoryError toldByMethods) {
      return task;
    }
  }

  private Supplier<ImportanceWeights> estimate(DensityRatioEstimator densityRatio) {
    try {
      ImportanceWeights weights = densityRatio.estimate(task);
      return () -> weights;
    } catch (RuntimeException failed) {
      return () -> {
        throw failed;
      };
    } catch (OutOfMemoryError tooLarge) {
      return () -> {
        throw tooLarge;
      };
    }
  }
}
