package org.transcal.adapt.command;

import java.util.concurrent.Callable;
import org.transcal.cli.AddOnCommand;
import org.transcal.cli.terminal.Terminal;

/** Adds {@code adapt} to the command. */
public final class AdaptAddOn implements AddOnCommand {
  @Override
  public Callable<Integer> on(Terminal terminal) {
    return new AdaptCommand(terminal);
  }
}
