package org.transcal.cli.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.transcal.cli.Main;

/**
 * The result of a command line.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int status, String out, String err) {
  /** Runs a command line in this process. */
  public static CommandRun of(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            Arrays.stream(args).map(Object::toString).toArray(String[]::new),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command line that must succeed. */
  public static CommandRun done(Object... args) {
    CommandRun run = of(args);
    if (run.status != 0) {
      throw new AssertionError(Arrays.toString(args) + " gave " + run);
    }
    return run;
  }

  /** Lines of standard error. */
  public List<String> errLines() {
    return err.lines().toList();
  }

  /** Lines of standard output. */
  public List<String> outLines() {
    return out.lines().toList();
  }

  /** The only line of standard error. */
  public String onlyErrLine() {
    if (errLines().size() != 1) {
      throw new AssertionError("Expected one line on standard error but got: " + err);
    }
    return errLines().get(0);
  }

  /** Text without values of "seconds", which may differ between runs. */
  public static String withoutSeconds(String text) {
    return text.replaceAll("\"seconds\": *[-+0-9.eE]+", "\"seconds\": 0");
  }

  /** A file of the shared test data; it may not exist. */
  public static Path shared(String name) {
    return Path.of(System.getProperty("transcal.shared", "../../shared")).resolve(name);
  }
}
