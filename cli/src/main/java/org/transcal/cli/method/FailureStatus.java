package org.transcal.cli.method;

import org.transcal.cli.terminal.ExitStatus;
import org.transcal.comparison.MethodResult.Cause;

/** How a command ends if no method ran. */
public final class FailureStatus {
  private FailureStatus() {}

  /** The status that goes with why the first method did not run. */
  public static ExitStatus of(Cause cause) {
    return switch (cause) {
      case MISSING_INPUT, OUT_OF_MEMORY -> ExitStatus.BAD_INPUT;
      case NOT_CALIBRATABLE -> ExitStatus.NOT_CALIBRATABLE;
      case UNEXPECTED -> ExitStatus.BUG;
    };
  }
}
