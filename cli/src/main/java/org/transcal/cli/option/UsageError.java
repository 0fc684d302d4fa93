package org.transcal.cli.option;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Errors in the command line itself. */
public final class UsageError {
  private UsageError() {}

  /** An error that ends the command with the status for wrong usage. */
  public static ParameterException of(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** The value of an option, which must be in 1 … most. */
  public static int requireRange(CommandSpec command, String option, int value, int most) {
    if (value < 1 || value > most) {
      throw of(command, option + " is " + value + "; it must be in 1 … " + most);
    }
    return value;
  }
}
