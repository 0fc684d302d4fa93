package org.transcal.cli;

import java.io.PrintWriter;
import org.transcal.calibration.CalibrationException;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.shift.MissingPartException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** From what went wrong to a line for people and a status for scripts. */
final class Failures {
  private final Terminal terminal;

  Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command line makes no sense. */
  int misused(ParameterException failure, String[] args) {
    PrintWriter notes = failure.getCommandLine().getErr();
    notes.println("error: " + failure.getMessage());
    UnmatchedArgumentException.printSuggestions(failure, notes);
    notes.println(
        "Try: " + failure.getCommandLine().getCommandSpec().qualifiedName(" ") + " --help");
    notes.flush();
    return ExitStatus.USAGE.code();
  }

  /** Something failed while a command ran. */
  int failed(Throwable failure) {
    ExitStatus status = status(failure);
    String message = failure.getMessage();
    if (failure instanceof OutOfMemoryError || status == ExitStatus.BUG) {
      message = terminal.unexpected(failure);
    } else {
      terminal.trace(failure);
    }
    terminal.notes().println("error: " + message);
    return status.code();
  }

  private static ExitStatus status(Throwable failure) {
    if (failure instanceof InputException
        || failure instanceof OutputException
        || failure instanceof MissingPartException
        || failure instanceof OutOfMemoryError) {
      return ExitStatus.BAD_INPUT;
    }
    return failure instanceof CalibrationException ? ExitStatus.NOT_CALIBRATABLE : ExitStatus.BUG;
  }
}
