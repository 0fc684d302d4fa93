package org.transcal.cli.option;

import java.util.concurrent.Callable;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.workflow.OptionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints to a terminal. */
public abstract class TerminalCommand implements Callable<Integer> {
  /** Where to print. */
  protected final Terminal terminal;

  /** The command's description. */
  @Spec protected CommandSpec spec;

  /** Prints to a terminal. */
  protected TerminalCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** An error in the command line, which ends the command with the status for wrong usage. */
  protected static OptionException misuse(String format, Object... values) {
    return new OptionException(Message.of(format, values));
  }

  /** The value of an option, which must be in 1 … most. */
  public static int requireRange(CommandSpec spec, String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + "; it must be in 1 … " + most);
    }
    return value;
  }
}
