package org.transcal.cli;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;

/** The {@code transcal} command. */
public final class Main {
  private static final String ERRORS_PROPERTY = "transcal.errors";

  private Main() {}

  /** Runs a command line and ends the process with its exit status. */
  public static void main(String[] args) {
    StandardOutput results = new StandardOutput();
    PrintStream out = stream(results);
    PrintStream err = stream(standardError());
    int status = new CommandTree(Terminal.ofProcess(out, err), args).run();
    if (status == ExitStatus.DONE.code() && results.failure().isPresent()) {
      err.println("error: standard output cannot be written: " + results.failure().get());
      status = ExitStatus.BAD_INPUT.code();
    }
    System.exit(status);
  }

  /**
   * Runs a command line.
   *
   * @param out where results go
   * @param err where everything else goes
   * @return the code of an {@link org.transcal.cli.terminal.ExitStatus}
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return new CommandTree(Terminal.unwatched(out, err), args).run();
  }

  /**
   * Standard error; the script names another way to it where it keeps the JVM's own notices apart.
   */
  private static OutputStream standardError() {
    String other = System.getProperty(ERRORS_PROPERTY, "");
    if (!other.isEmpty()) {
      try {
        return new FileOutputStream(other, true);
      } catch (FileNotFoundException unavailable) {
        // Then they arrive together with the notices, when the command has ended.
      }
    }
    return new FileOutputStream(FileDescriptor.err);
  }

  /** Text is UTF-8 whatever the locale: names of tasks and files come in every script. */
  private static PrintStream stream(OutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
