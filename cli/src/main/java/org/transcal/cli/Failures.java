package org.transcal.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.transcal.calibration.CalibrationException;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.VisibleText;
import org.transcal.io.file.InputException;
import org.transcal.io.file.MissingAddOnException;
import org.transcal.io.file.NearMiss;
import org.transcal.io.file.OutputException;
import org.transcal.task.MissingPartException;
import org.transcal.workflow.OptionException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns failures into a message and an exit status. */
final class Failures {
  /** Options that {@code estimate} had in 0.1.0. */
  private static final Set<String> MOVED =
      Set.of("--chunk-rows", "--time-column", "--alert-below", "--chunks-csv");

  private final Terminal terminal;

  Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command line is wrong. */
  int misused(ParameterException failure, String[] args) {
    PrintStream notes = terminal.notes();
    notes.println(
        "error: "
            + VisibleText.of(
                failure instanceof UnmatchedArgumentException unmatched
                    ? describe(unmatched)
                    : plain(failure.getMessage())));
    Arrays.stream(args)
        .filter(word -> word.matches("-[^-=][^=]*\\.(npz|npy|csv|json|parquet)"))
        .findFirst()
        .ifPresent(
            word -> notes.println("For a file of this name, give: ./" + VisibleText.of(word)));
    String name = failure.getCommandLine().getCommandSpec().qualifiedName(" ");
    String typed = new ShellCommand(terminal.command()) + name.substring("transcal".length());
    notes.println("Try: " + typed + " --help");
    return ExitStatus.USAGE.code();
  }

  /** The message in words of a user, not of Java. */
  private static String plain(String message) {
    return message
        .replaceFirst("^Error: ", "")
        .replaceFirst("'([-+]?[0-9]+)' is not an? (int|long)$", "'$1' is too large")
        .replaceFirst(" is not an? (int|long)$", " is not a whole number")
        .replaceFirst(" is not a (float|double)$", " is not a number");
  }

  private static String describe(UnmatchedArgumentException failure) {
    CommandLine command = failure.getCommandLine();
    String word = failure.getUnmatched().get(0);
    if (command.getCommandName().equals("estimate")
        && MOVED.contains(word.replaceFirst("=.*", ""))) {
      return word
          + " is now a matter of monitor: transcal reference TASK --out REF.npz, then transcal"
          + " monitor REF.npz TASK with --chunk-rows N or --time-column NAME, and with"
          + " --threshold accuracy=A for alerts below A";
    }
    Collection<String> known = command.getSubcommands().keySet();
    String kind = known.isEmpty() ? "Unexpected argument" : "Unknown command";
    if (word.startsWith("-")) {
      known = command.getCommandSpec().optionsMap().keySet();
      kind = "Unknown option";
    }
    String question = NearMiss.question(word.replaceFirst("=.*", ""), known);
    return kind + " \"" + word + "\"" + (question.isEmpty() ? "" : "; " + question);
  }

  /** A command failed. */
  int failed(Throwable failure, CommandLine command) {
    return failure instanceof OptionException
        ? misused(new ParameterException(command, failure.getMessage()), new String[0])
        : failed(failure);
  }

  /** Something failed before there was a command. */
  int failed(Throwable failure) {
    Optional<String> unloadable = unloadable(failure);
    ExitStatus status = unloadable.isPresent() ? ExitStatus.BAD_INPUT : status(failure);
    String message = unloadable.orElse(failure.getMessage());
    if (status == ExitStatus.INTERNAL_ERROR || failure instanceof OutOfMemoryError) {
      message = terminal.unexpected(failure);
    } else {
      terminal.trace(failure);
    }
    terminal.notes().println("error: " + VisibleText.of(String.valueOf(message)));
    return status.code();
  }

  /** Why a native library could not be unpacked into the temporary folder and loaded from it. */
  private static Optional<String> unloadable(Throwable failure) {
    Throwable cause = failure;
    while (cause != null
        && !(cause instanceof UnsatisfiedLinkError || cause instanceof IOException)) {
      cause = cause.getCause();
    }
    return cause == null || !(failure instanceof LinkageError || cause instanceof LinkageError)
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "a native library cannot be loaded from the temporary folder %s (%s); if the folder"
                    + " is full or forbids programs (noexec), choose another with"
                    + " TRANSCAL_JAVA_OPTIONS=-Djava.io.tmpdir=DIR",
                System.getProperty("java.io.tmpdir"), cause.getMessage()));
  }

  private static ExitStatus status(Throwable failure) {
    if (failure instanceof MissingAddOnException) {
      return ExitStatus.USAGE;
    }
    if (failure instanceof InputException
        || failure instanceof OutputException
        || failure instanceof MissingPartException
        || failure instanceof UncheckedIOException
        || failure instanceof DirectoryIteratorException
        || failure instanceof InvalidPathException
        || failure instanceof OutOfMemoryError) {
      return ExitStatus.BAD_INPUT;
    }
    return failure instanceof CalibrationException
        ? ExitStatus.NOT_CALIBRATABLE
        : ExitStatus.INTERNAL_ERROR;
  }
}
