package org.transcal.cli.experiment;

import org.transcal.cli.terminal.ExitStatus;
import org.transcal.comparison.MethodComparison;

/** One run of all methods on a task, or why there was none. */
interface Entry {
  /** Adds itself to the results. */
  void addTo(Results results);

  /** The methods ran, or some of them. */
  record Compared(MethodComparison comparison) implements Entry {
    @Override
    public void addTo(Results results) {
      results.add(comparison);
    }
  }

  /** No method could start, for one reason. */
  record Failed(String task, long seed, ExitStatus status, String reason) implements Entry {
    @Override
    public void addTo(Results results) {
      results.addFailure(task, seed, status, reason);
    }
  }
}
