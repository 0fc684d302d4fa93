package org.transcal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * A command of an add-on, listed and documented even if the add-on is not installed.
 *
 * @param word the name of the command
 * @param module the name of the add-on
 * @param help what {@code --help} prints, a copy that needs no download
 */
record AddOn(String word, String module, String help) {
  /** All add-ons, from the file that the launcher also reads: command, module, download. */
  static List<AddOn> all() {
    return text("add-ons").lines().map(line -> line.split(" ", 3)).map(AddOn::of).toList();
  }

  private static AddOn of(String[] columns) {
    return new AddOn(columns[0], columns[1], text("help/" + columns[0] + ".txt"));
  }

  private static String text(String resource) {
    try (InputStream stream = AddOn.class.getResourceAsStream(resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException damaged) {
      throw new UncheckedIOException("Cannot read " + resource + " in the jar of cli", damaged);
    }
  }

  /** A command that prints the help, or else how to install the add-on. */
  CommandLine standIn(Terminal terminal) {
    CommandLine command = new CommandLine(new StandIn(this, terminal));
    String header = help.lines().findFirst().orElseThrow();
    command
        .getCommandSpec()
        .name(word)
        .usageMessage()
        .header(header + " (add-on)")
        .sectionMap(Map.of("help", usage -> help))
        .sectionKeys(List.of("help"));
    return command;
  }

  @Command
  private static final class StandIn implements Callable<Integer> {
    private final AddOn addOn;
    private final Terminal terminal;

    @Unmatched private List<String> arguments;

    StandIn(AddOn addOn, Terminal terminal) {
      this.addOn = addOn;
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      terminal
          .notes()
          .println(
              "error: "
                  + addOn.word
                  + " is a command of the add-on "
                  + addOn.module
                  + ", which is not part of this jar; the script ./transcal downloads and builds"
                  + " it on first use");
      return ExitStatus.USAGE.code();
    }
  }
}
