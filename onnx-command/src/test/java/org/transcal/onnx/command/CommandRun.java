package org.transcal.onnx.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.transcal.cli.Main;

/**
 * What a command line gave.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 */
record CommandRun(int status, String out, String err) {
  /** Runs a command line in this process; arguments are turned into text. */
  static CommandRun of(Object... args) {
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
  static CommandRun done(Object... args) {
    CommandRun run = of(args);
    if (run.status != 0) {
      throw new AssertionError(Arrays.toString(args) + " gave " + run);
    }
    return run;
  }
}
