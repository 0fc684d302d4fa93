package org.transcal.cli.option;

import java.util.Locale;
import java.util.function.Supplier;
import org.transcal.cli.terminal.Terminal;
import org.transcal.workflow.Listener;
import org.transcal.workflow.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --verbose}: what is computed and how long it takes, on standard error. */
public final class Verbosity {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--verbose",
      description = "Print to standard error what is computed and how long it takes.")
  private boolean verbose;

  /** Does a piece of work. */
  public <T> T time(String what, Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    report(what, start);
    return result;
  }

  private void report(String what, long start) {
    if (verbose) {
      double seconds = (System.nanoTime() - start) / 1e9;
      terminal().notes().println(String.format(Locale.ROOT, "%8.2f s  %s", seconds, what));
    }
  }

  /** Shows progress on the terminal, and reports how long each piece of work took. */
  public Listener listener() {
    return (what, steps) -> {
      Progress progress = terminal().progress(what, steps);
      long start = System.nanoTime();
      return new Progress() {
        @Override
        public void advance(long done) {
          progress.advance(done);
        }

        @Override
        public void running(String part) {
          progress.running(part);
        }

        @Override
        public void close() {
          progress.close();
          report(what, start);
        }
      };
    };
  }

  /** Does a piece of work without a result. */
  public void time(String what, Runnable work) {
    time(
        what,
        () -> {
          work.run();
          return "";
        });
  }

  private Terminal terminal() {
    return ((TerminalCommand) spec.userObject()).terminal;
  }
}
