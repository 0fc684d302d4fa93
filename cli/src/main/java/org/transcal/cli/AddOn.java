package org.transcal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.transcal.cli.terminal.Message;
import org.transcal.io.file.MissingAddOnException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command of an add-on, listed and documented even if the add-on is not installed. */
record AddOn(String word, String module, String help) {
  /**
   * All commands of add-ons, from the file that the launcher also reads, with command, module and
   * download per line. Add-ons without a help text extend commands and have none of their own.
   */
  static List<AddOn> all() {
    return text("add-ons")
        .lines()
        .map(line -> line.split(" ", 3))
        .filter(columns -> AddOn.class.getResource("help/" + columns[0] + ".txt") != null)
        .map(AddOn::of)
        .toList();
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
  CommandLine placeholder() {
    Callable<Integer> explain =
        () -> {
          throw new MissingAddOnException(
              word,
              Message.of(
                  "%s is a command of the add-on %s, which is not part of this jar; the script"
                      + " ./transcal downloads and builds it on first use",
                  word, module));
        };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(explain).name(word);
    spec.usageMessage()
        .header(help.lines().findFirst().orElseThrow() + " (add-on)")
        .sectionMap(Map.of("help", usage -> help))
        .sectionKeys(List.of("help"));
    return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
  }
}
