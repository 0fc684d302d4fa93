package org.transcal.cli.experiment;

import org.transcal.cli.method.BalanceName;
import org.transcal.cli.source.PoorSource;
import org.transcal.experiment.Experiment;

/**
 * What is run on every task.
 *
 * @param experiment methods, repeats and settings
 * @param seed the seed of the first run of a task that is not trained
 * @param poorSource what is done with a task whose model is no better than chance on its source
 */
record Plan(Experiment experiment, long seed, PoorSource poorSource) {
  /** Methods times repeats. */
  long stepsPerTask() {
    return (long) experiment.methods().size() * experiment.repeats();
  }

  /** Every setting that a single result depends on, except method, task and repeat. */
  String settings() {
    return "bins "
        + experiment.settings().bins()
        + ", balance "
        + BalanceName.of(experiment.settings().balance());
  }
}
