package org.transcal.cli.fit;

import java.util.Iterator;
import org.transcal.calibration.MethodSettings;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.terminal.Progress;
import org.transcal.comparison.MethodComparison;
import org.transcal.task.TransferTask;

/** Methods on a task, one step of progress each. */
final class MethodRun {
  private MethodRun() {}

  /** Runs them and reports which one is running. */
  static MethodComparison run(
      TransferTask task, MethodNames names, MethodSettings settings, Progress progress) {
    Iterator<String> waiting = names.names().iterator();
    progress.running(waiting.next());
    return MethodComparison.run(
        task,
        names.with(settings),
        settings,
        result -> {
          progress.advance(1);
          if (waiting.hasNext()) {
            progress.running(waiting.next());
          }
        });
  }
}
