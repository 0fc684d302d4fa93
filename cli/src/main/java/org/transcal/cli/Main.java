package org.transcal.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;

/** The {@code transcal} command. */
public final class Main {
  private Main() {}

  /** Runs a command line and exits with its status. */
  public static void main(String[] args) {
    StandardOutput results = new StandardOutput();
    PrintStream out = stream(results);
    PrintStream err = stream(new FileOutputStream(FileDescriptor.err));
    int status = new CommandTree(Terminal.ofProcess(out, err), args).run();
    if (status == ExitStatus.DONE.code() && results.failure().isPresent()) {
      err.println("error: cannot write standard output: " + results.failure().get());
      status = ExitStatus.BAD_INPUT.code();
    }
    System.exit(status);
  }

  /**
   * Runs a command line.
   *
   * @param out for results
   * @param err for everything else
   * @return the code of an {@link org.transcal.cli.terminal.ExitStatus}
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return new CommandTree(Terminal.withoutProgress(out, err), args).run();
  }

  /** Text is UTF-8 in every locale, since names of tasks and files may be in any script. */
  private static PrintStream stream(OutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
