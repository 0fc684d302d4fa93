package org.transcal.cli.experiment;

import java.util.List;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.comparison.MethodComparison;

/** One run of all methods on a task, or why there was none. */
interface Entry {
  /** Adds itself to the results. */
  void addTo(Results results);

  /** The methods ran, or some of them; the reader of the task may have had warnings. */
  record Compared(MethodComparison comparison, List<String> warnings) implements Entry {
    @Override
    public void addTo(Results results) {
      results.addWarnings(comparison.task().name(), warnings);
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
