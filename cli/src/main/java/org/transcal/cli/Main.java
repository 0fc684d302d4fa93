package org.transcal.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

  /** Runs a command line; returns the code of an {@link ExitStatus}. */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return new CommandTree(Terminal.withoutProgress(out, err), args).run();
  }

  /** Standard output that keeps the reason for a failed write, which print streams drop. */
  private static final class StandardOutput extends FilterOutputStream {
    private Optional<String> failure = Optional.empty();

    StandardOutput() {
      super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = Optional.of(String.valueOf(e.getMessage()));
        throw e;
      }
    }

    /** Why results were lost; empty if none were, or if the reader closed the pipe. */
    Optional<String> failure() {
      return failure.filter(reason -> !reason.contains("Broken pipe"));
    }
  }

  /** Text is UTF-8 in every locale, since names of tasks and files may be in any script. */
  private static PrintStream stream(OutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
