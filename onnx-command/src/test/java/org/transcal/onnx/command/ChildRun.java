package org.transcal.onnx.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a command line gave in a process of its own.
 *
 * @param status the exit status
 * @param output standard output and standard error
 */
record ChildRun(int status, String output) {
  private static final int PATIENCE_SECONDS = 300;

  /** Since when Java warns if a library loads native code without permission. */
  private static final int NATIVE_ACCESS_IS_ASKED_FOR = 24;

  /** The command line that runs the command with options for Java; words are turned into text. */
  static List<String> transcal(List<String> javaOptions, Object... words) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-XX:+UseSerialGC");
    if (Runtime.version().feature() >= NATIVE_ACCESS_IS_ASKED_FOR) {
      line.add("--enable-native-access=ALL-UNNAMED");
    }
    line.addAll(javaOptions);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.transcal.cli.Main"));
    for (Object word : words) {
      line.add(word.toString());
    }
    return line;
  }

  /** Runs a command line with variables set, or unset if they are empty. */
  static ChildRun of(List<String> line, Map<String, String> variables) {
    return of(line, variables, Path.of(""));
  }

  /** Runs a command line in a folder. */
  static ChildRun of(List<String> line, Map<String, String> variables, Path folder) {
    try {
      Path output = Files.createTempFile("child", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.directory(folder.toAbsolutePath().toFile());
      builder.environment().putAll(variables);
      builder.environment().values().removeIf(String::isEmpty);
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("not done within " + PATIENCE_SECONDS + " s: " + line);
      }
      String text = Files.readString(output);
      Files.delete(output);
      return new ChildRun(process.exitValue(), text);
    } catch (IOException e) {
      return new ChildRun(-1, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
