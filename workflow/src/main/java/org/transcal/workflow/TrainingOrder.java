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

  /** One model with seed 0 and the default number of steps. */
  public static TrainingOrder of(
      Path dataSet, String source, String target, String method, Path task) {
    return new TrainingOrder(List.of(dataSet), source, target, method, 0, DEFAULT_STEPS, 1, task);
  }

  /** The same with another seed. */
  public TrainingOrder withSeed(long newSeed) {
    return new TrainingOrder(dataSet, source, target, method, newSeed, steps, ensemble, task);
  }

  /** The same with another number of steps. */
  public TrainingOrder withSteps(int newSteps) {
    return new TrainingOrder(dataSet, source, target, method, seed, newSteps, ensemble, task);
  }

  /** The same with another number of models. */
  public TrainingOrder withEnsemble(int models) {
    return new TrainingOrder(dataSet, source, target, method, seed, steps, models, task);
  }
}
