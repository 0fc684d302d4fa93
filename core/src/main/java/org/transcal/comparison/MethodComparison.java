package org.transcal.comparison;

import java.util.List;
import java.util.Optional;
import org.transcal.prediction.Labels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.TransferTask;

/**
 * Several methods on one task, in the order asked for.
 *
 * @param task the task; it carries the importance weights that the methods shared, if any
 * @param targetLabels true target classes, where known; only scores and the oracle saw them
 * @param seed the seed that random parts of methods were given
 * @param bins number of ECE bins
 * @param results one a method
 */
public record MethodComparison(
    TransferTask task,
    Optional<Labels> targetLabels,
    long seed,
    int bins,
    List<MethodResult> results) {
  /** Copies the list. */
  public MethodComparison {
    results = List.copyOf(results);
  }

  /** The weights that weighted methods shared. */
  public Optional<ImportanceWeights> weights() {
    return task.weights();
  }

  /** The first result that is not a failure. */
  public Optional<MethodResult> firstFitted() {
    return results.stream().filter(result -> result.fitted().isPresent()).findFirst();
  }
}
