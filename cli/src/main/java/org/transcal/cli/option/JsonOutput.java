package org.transcal.cli.option;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Supplier;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.file.OutputException;
import picocli.CommandLine.Option;

/** {@code --json}: standard output is JSON and nothing else. */
public final class JsonOutput {
  @Option(
      names = "--json",
      description = "Print the results as JSON, and nothing else, on standard output.")
  private boolean json;

  /** Whether the option is given. */
  public boolean isGiven() {
    return json;
  }

  /**
   * Prints results as JSON or as text.
   *
   * @throws OutputException if the JSON cannot be written
   */
  public void print(Terminal terminal, Supplier<byte[]> encoded, Supplier<List<String>> text) {
    if (json) {
      terminal.results().writeBytes(encoded.get());
      if (terminal.results().checkError()) {
        throw new OutputException("standard output cannot be written; is the disk full?");
      }
    } else {
      text.get().forEach(terminal.results()::println);
    }
  }

  /** Where paths of written files are printed. */
  public PrintStream paths(Terminal terminal) {
    return json ? terminal.notes() : terminal.results();
  }
}
