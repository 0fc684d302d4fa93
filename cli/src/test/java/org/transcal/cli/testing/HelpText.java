package org.transcal.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.transcal.cli.Main;

/** The help of an add-on command, of which cli has a copy that needs no download. */
public final class HelpText {
  private HelpText() {}

  /** What {@code transcal COMMAND --help} prints. */
  public static String of(Object... command) {
    Object[] line = Arrays.copyOf(command, command.length + 1);
    line[command.length] = "--help";
    return CommandRun.done(line).out();
  }

  /** Fails unless cli's copy equals the help, which is written to {@code target/help}. */
  public static void requireCopy(String command, String help) throws IOException {
    Path current = Files.createDirectories(Path.of("target/help")).resolve(command + ".txt");
    Files.writeString(current, help);
    try (InputStream copy = Main.class.getResourceAsStream("help/" + command + ".txt")) {
      assertThat(new String(copy.readAllBytes(), StandardCharsets.UTF_8))
          .as("copy %s to cli/src/main/resources/org/transcal/cli/help", current)
          .isEqualTo(help);
    }
  }
}
