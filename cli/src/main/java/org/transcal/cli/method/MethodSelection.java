package org.transcal.cli.method;

import java.util.Iterator;
import java.util.List;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Progress;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.io.file.NearMiss;
import org.transcal.task.TransferTask;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Methods to run, in order. */
public record MethodSelection(List<String> names) {
  /** Copies the list. */
  public MethodSelection {
    names = List.copyOf(names);
  }

  /** Methods named on the command line; an unknown name is a usage error. */
  public static MethodSelection parse(List<String> given, CommandSpec command) {
    List<String> names = given.stream().map(String::strip).distinct().toList();
    for (String name : names) {
      if (!Methods.names().contains(name)) {
        String question = NearMiss.question(name, Methods.names());
        String hint =
            question.isEmpty() ? "the methods are " + String.join(", ", Methods.names()) : question;
        throw new ParameterException(
            command.commandLine(), "Unknown method \"" + name + "\"; " + hint);
      }
    }
    return new MethodSelection(names);
  }

  /** Every method. */
  public static MethodSelection all() {
    return new MethodSelection(Methods.names());
  }

  /** Runs the methods on a task, one step of progress each. */
  public MethodComparison run(TransferTask task, MethodSettings settings, Progress progress) {
    List<CalibrationMethod> methods =
        names.stream().map(name -> Methods.named(name, settings)).toList();
    Iterator<String> waiting = names.iterator();
    progress.running(waiting.next());
    return MethodComparison.run(
        task,
        methods,
        settings,
        result -> {
          progress.advance(1);
          if (waiting.hasNext()) {
            progress.running(waiting.next());
          }
        });
  }

  /** The exit status if no method ran, from why the first one failed. */
  public static ExitStatus status(Cause cause) {
    return switch (cause) {
      case MISSING_INPUT, UNREADABLE, OUT_OF_MEMORY -> ExitStatus.BAD_INPUT;
      case NOT_CALIBRATABLE -> ExitStatus.NOT_CALIBRATABLE;
      case UNEXPECTED -> ExitStatus.INTERNAL_ERROR;
    };
  }
}
