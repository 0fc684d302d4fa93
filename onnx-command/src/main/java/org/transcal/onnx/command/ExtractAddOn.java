package org.transcal.onnx.command;

import java.util.concurrent.Callable;
import org.transcal.cli.AddOnCommand;
import org.transcal.cli.terminal.Terminal;

/** Adds {@code transcal extract}. */
public final class ExtractAddOn implements AddOnCommand {
  @Override
  public Callable<Integer> on(Terminal terminal) {
    return new ExtractCommand(terminal);
  }
}
