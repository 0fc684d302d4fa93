package org.transcal.cli.method;

import java.util.List;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.VisibleText;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.workflow.Fit;

/** A fit in which no method ran. */
public final class NothingRan {
  private NothingRan() {}

  /** Prints why no method ran; returns the exit status, that of the first failure. */
  public static int report(Fit.Result fit, String task, Terminal terminal) {
    List<MethodResult.Failure> failures =
        fit.comparison().results().stream().flatMap(r -> r.failure().stream()).toList();
    for (MethodResult.Failure failure : failures) {
      terminal.notes().println(VisibleText.of("error: " + task + ": " + failure.message()));
    }
    return status(failures.get(0).cause()).code();
  }

  /** The exit status for a failure. */
  public static ExitStatus status(Cause cause) {
    return switch (cause) {
      case MISSING_INPUT, UNREADABLE, OUT_OF_MEMORY -> ExitStatus.BAD_INPUT;
      case NOT_CALIBRATABLE -> ExitStatus.NOT_CALIBRATABLE;
      case UNEXPECTED -> ExitStatus.INTERNAL_ERROR;
    };
  }
}
