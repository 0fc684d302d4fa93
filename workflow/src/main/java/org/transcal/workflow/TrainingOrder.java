package org.transcal.workflow;

import java.nio.file.Path;
import java.util.List;

/**
 * What a {@link TaskTrainer} is asked to train.
 *
 * @param dataSet one {@code .npz}, or svmlight files, one per domain
 * @param source name of the labelled domain
 * @param target name of the domain to adapt to
 * @param method name of the adaptation method
 * @param seed random seed of the source split, initial weights, batches and dropout
 * @param steps number of optimizer steps
 * @param ensemble number of models; with more than one, the task has {@code ensemble_probs}
 * @param task the task file to write
 */
public record TrainingOrder(
    List<Path> dataSet,
    String source,
    String target,
    String method,
    long seed,
    int steps,
    int ensemble,
    Path task) {
  /** Default number of optimizer steps. */
  public static final int DEFAULT_STEPS = 800;

  /** Copies the list. */
  public TrainingOrder {
    dataSet = List.copyOf(dataSet);
    if (dataSet.isEmpty()) {
      throw new IllegalArgumentException("No data set to train on; at least one file is needed");
    }
    if (steps < 1 || ensemble < 1) {
      throw new IllegalArgumentException(
          "Steps are " + steps + " and models " + ensemble + "; both must be at least 1");
    }
  }
}
