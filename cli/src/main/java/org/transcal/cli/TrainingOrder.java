package org.transcal.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * What a {@link TaskTrainer} is asked for.
 *
 * @param dataSet one {@code .npz}, or svmlight files, one a domain
 * @param source name of the domain with labels
 * @param target name of the domain to adapt to
 * @param method name of the adaptation method
 * @param seed of the source split, the first weights, batches and dropout
 * @param steps steps of the optimizer
 * @param ensemble how many models are trained; with more than one the task has {@code
 *     ensemble_probs}
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
  /** Steps where nobody says otherwise. */
  public static final int USUAL_STEPS = 800;

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

  /** One model of seed 0 with the usual number of steps. */
  public static TrainingOrder of(
      Path dataSet, String source, String target, String method, Path task) {
    return new TrainingOrder(List.of(dataSet), source, target, method, 0, USUAL_STEPS, 1, task);
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
