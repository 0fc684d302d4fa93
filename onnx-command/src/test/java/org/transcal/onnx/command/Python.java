package org.transcal.onnx.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The system's Python; tests skip, visibly, if a package is missing. */
final class Python {
  private static final String PYTHON = "/usr/bin/python3";
  private static final int PATIENCE_SECONDS = 300;

  private Python() {}

  /** Skips the test if a package is missing. */
  static void assumeHas(String module) {
    boolean there = Files.isExecutable(Path.of(PYTHON));
    Assumptions.assumeTrue(
        there && status(List.of("-c", "import " + module)) == 0,
        "Debian's Python has no " + module + " (apt-get install python3-" + module + ")");
  }

  /** Runs a script that must succeed; what it printed. */
  static String run(String script, Object... args) {
    List<String> words = new ArrayList<>(List.of("-c", script));
    for (Object arg : args) {
      words.add(arg.toString());
    }
    try {
      Path output = Files.createTempFile("python", ".txt");
      Process process = start(words, output);
      String text = Files.readString(output);
      Files.delete(output);
      if (process.exitValue() != 0) {
        throw new AssertionError(text);
      }
      return text;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static int status(List<String> words) {
    try {
      return start(words, Path.of("/dev/null")).exitValue();
    } catch (IOException e) {
      return -1;
    }
  }

  private static Process start(List<String> words, Path output) throws IOException {
    List<String> command = new ArrayList<>(words);
    command.add(0, PYTHON);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("Python did not end within " + PATIENCE_SECONDS + " s");
      }
      return process;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
