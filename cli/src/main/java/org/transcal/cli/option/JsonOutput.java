package org.transcal.cli.option;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Supplier;
import org.transcal.cli.terminal.Terminal;
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

  /** Prints results as JSON or as text. */
  public void print(Terminal terminal, Supplier<byte[]> encoded, Supplier<List<String>> text) {
    if (json) {
      terminal.results().writeBytes(encoded.get());
      terminal.results().flush();
    } else {
      text.get().forEach(terminal.results()::println);
    }
  }

  /** Where paths of written files are printed. */
  public PrintStream paths(Terminal terminal) {
    return json ? terminal.notes() : terminal.results();
  }
}
