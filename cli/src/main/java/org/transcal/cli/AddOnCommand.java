package org.transcal.cli;

import java.util.concurrent.Callable;
import org.transcal.cli.terminal.Terminal;

/**
 * A command that another module adds to {@code transcal}.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}.
 */
public interface AddOnCommand {
  /**
   * A new command that prints to the given terminal.
   *
   * <p>The object has picocli's annotations: name, header, options and examples. {@code call()}
   * returns the code of an {@link org.transcal.cli.terminal.ExitStatus}, or throws an exception of
   * {@code io} for invalid files or of {@code core} for data that cannot be calibrated. {@code
   * --help}, {@code --debug} and {@code --threads} (see {@link Terminal#threads()}) are added.
   */
  Callable<Integer> on(Terminal terminal);
}
