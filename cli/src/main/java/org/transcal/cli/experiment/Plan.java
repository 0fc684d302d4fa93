package org.transcal.cli.experiment;

import org.transcal.calibration.MethodSettings;
import org.transcal.cli.method.BalanceName;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.source.PoorSource;
import org.transcal.shift.Balance;

/**
 * What is run on every task.
 *
 * @param methods which methods
 * @param seed the seed of the first run of a task that is not trained
 * @param repeats how often each task runs
 * @param bins number of ECE bins
 * @param balance how domains are balanced
 * @param seedStride what a repeat adds to the seed, so that no two runs of a task share theirs
 * @param poorSource what is done with a task whose model does not know its source
 */
record Plan(
    MethodNames methods,
    long seed,
    int repeats,
    int bins,
    Balance balance,
    long seedStride,
    PoorSource poorSource) {
  /** Methods times repeats. */
  long stepsPerTask() {
    return (long) methods.names().size() * repeats;
  }

  long seedOf(long first, int repeat) {
    return first + repeat * seedStride;
  }

  MethodSettings settingsOf(long first, int repeat) {
    return MethodSettings.defaults()
        .withSeed(seedOf(first, repeat))
        .withBins(bins)
        .withBalance(balance);
  }

  /** Every setting that a single result depends on, but for method, task and repeat. */
  String settings() {
    return "bins " + bins + ", balance " + BalanceName.of(balance);
  }
}
