package org.transcal.cli.experiment;

import org.transcal.calibration.MethodSettings;
import org.transcal.cli.method.MethodNames;

/**
 * What is run on every task.
 *
 * @param methods which methods
 * @param seed the seed of the first run of a task
 * @param repeats how often each task runs
 * @param bins number of ECE bins
 */
record Plan(MethodNames methods, long seed, int repeats, int bins) {
  /** Methods times repeats. */
  long stepsPerTask() {
    return (long) methods.names().size() * repeats;
  }

  long seedOf(int repeat) {
    return seed + repeat;
  }

  MethodSettings settingsOf(int repeat) {
    return MethodSettings.defaults().withSeed(seedOf(repeat)).withBins(bins);
  }
}
