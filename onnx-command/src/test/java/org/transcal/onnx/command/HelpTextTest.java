package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.Main;

/** The basic command shows a copy of this help, so that reading it fetches no add-on. */
class HelpTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"extract", "export"})
  void givenCommand_thenTheCopyInCliIsItsHelp(String command) throws Exception {
    String help = help(command);

    Path current = Files.createDirectories(Path.of("target/help")).resolve(command + ".txt");
    Files.writeString(current, help);
    try (InputStream copy = Main.class.getResourceAsStream("help/" + command + ".txt")) {
      assertThat(new String(copy.readAllBytes(), StandardCharsets.UTF_8))
          .as("copy %s to cli/src/main/resources/org/transcal/cli/help", current)
          .isEqualTo(help);
    }
  }

  private static String help(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] arguments = String.join(" ", String.join(" ", words), "--help").split(" ");
    Main.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
    return out.toString(StandardCharsets.UTF_8);
  }
}
