package org.transcal.cli;

import java.util.concurrent.Callable;
import org.transcal.cli.terminal.Terminal;

/**
 * A command that another module adds to {@code transcal}, so that the basic command stays small.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader} among the modules and jars that
 * are present.
 */
public interface AddOnCommand {
  /**
   * A new command that talks to the given terminal.
   *
   * <p>The object carries picocli's annotations: its name, header, options and examples. {@code
   * call()} gives the code of an {@link org.transcal.cli.terminal.ExitStatus}; exceptions of {@code
   * io} for bad files and of {@code core} for data that cannot be calibrated may pass. {@code
   * --help}, {@code --debug} and {@code --threads} (see {@link Terminal#threads()}) are there
   * already.
   */
  Callable<Integer> on(Terminal terminal);
}
