package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.IntSupplier;
import org.transcal.workflow.Progress;

/** Where a command prints: results on standard output, everything else on standard error. */
public final class Terminal {
  /** Set by the launcher: columns of the terminal on standard error; 0 if there is none. */
  static final String COLUMNS = "transcal.columns";

  /** Set by the launcher: the name it was called by. */
  private static final String COMMAND = "transcal.command";

  /** Set by the launcher: its path, unless it was asked already to start the command again. */
  private static final String LAUNCHER = "transcal.launcher";

  private static final String DEFAULT_COMMAND = "transcal";
  private static final int DEFAULT_COLUMNS = 80;
  private static final long REDRAW_MILLISECONDS = 100;
  private static final long LOG_MILLISECONDS = 1000;
  private static final long MEBIBYTE = 1 << 20;

  private final PrintStream results;
  private final PrintStream notes;
  private final PrintStream rawNotes;
  private final OptionalInt columns;
  private Optional<String> launcher = Optional.empty();
  private String reproduction = "";
  private final Set<String> warned = new HashSet<>();
  private boolean quiet;
  private boolean verbose;
  private long lastFinished = System.nanoTime();
  private boolean debugging;
  private int threads = Runtime.getRuntime().availableProcessors();

  /** Prints text with {@link VisibleText} applied, so that no caller can forget it. */
  private static final class VisibleStream extends PrintStream {
    VisibleStream(PrintStream stream) {
      super(stream, true, StandardCharsets.UTF_8);
    }

    /** All other ways to print text call this one. */
    @Override
    public void print(String text) {
      super.print(VisibleText.lines(String.valueOf(text)));
    }
  }

  private Terminal(PrintStream results, PrintStream notes, OptionalInt columns) {
    this.results = new VisibleStream(results);
    this.notes = new VisibleStream(notes);
    // The bar needs carriage returns, which the visible stream would escape.
    this.rawNotes = notes;
    this.columns = columns;
  }

  /** Two streams without progress display. */
  public static Terminal withoutProgress(PrintStream results, PrintStream notes) {
    Terminal terminal = withProgress(results, notes, OptionalInt.empty());
    terminal.quiet();
    return terminal;
  }

  /** Two streams with a progress bar of the given columns, or a log if empty. */
  static Terminal withProgress(PrintStream results, PrintStream notes, OptionalInt columns) {
    return new Terminal(results, notes, columns);
  }

  /** The streams of this process; progress is a bar on a terminal, else an occasional line. */
  public static Terminal ofProcess(PrintStream results, PrintStream notes) {
    Terminal terminal = withProgress(results, notes, columnsOfProcess());
    terminal.launcher = Optional.ofNullable(System.getProperty(LAUNCHER));
    return terminal;
  }

  private static OptionalInt columnsOfProcess() {
    Integer given = Integer.getInteger(COLUMNS);
    if (given != null) {
      return given > 0 ? OptionalInt.of(given) : OptionalInt.empty();
    }
    // Without the launcher, standard error is known to be a terminal only if all streams are.
    return System.console() == null ? OptionalInt.empty() : OptionalInt.of(DEFAULT_COLUMNS);
  }

  /** Standard output, for results only. */
  public PrintStream results() {
    return results;
  }

  /** Standard error, for everything but results. */
  public PrintStream notes() {
    return notes;
  }

  /** Prints a line on standard output. */
  public void print(String format, Object... values) {
    results.println(Message.of(format, values));
  }

  /** What the user typed to start the program, such as {@code ./transcal}. */
  public String command() {
    return System.getProperty(COMMAND, DEFAULT_COMMAND);
  }

  /** How the launcher starts the command again for what is wanted; empty if there is none. */
  public Optional<Restart> restart(String wanted) {
    return launcher.map(script -> new Restart(script, wanted));
  }

  /** Ends a command that started for short work, if its launcher can start it for long work. */
  public void startAgainForLongWork(boolean isLong) {
    if (isLong && launcher.isPresent()) {
      throw new Restart(launcher.get(), "long-work");
    }
  }

  /** The command line that reproduces the results, quoted for a shell. */
  public String reproduction() {
    return reproduction;
  }

  /** Sets the command line that reproduces the results. */
  public void setReproduction(String line) {
    reproduction = line;
  }

  /** Prints warnings on standard error, one per line. */
  /** Prints warnings on standard error, one per line, each once. */
  public void warn(List<String> warnings) {
    for (String warning : warnings) {
      if (warned.add(warning)) {
        notes.println("warning: " + VisibleText.of(warning));
      }
    }
  }

  /** Turns the progress display off. */
  public void quiet() {
    quiet = true;
  }

  /** Turns lines about finished work on. */
  public void verbose() {
    verbose = true;
  }

  /** Prints, if {@link #verbose()} is on, how long the work since the last such line took. */
  public void finished(String what) {
    long now = System.nanoTime();
    if (verbose) {
      notes.println(String.format(Locale.ROOT, "%8.2f s  %s", (now - lastFinished) / 1e9, what));
    }
    lastFinished = now;
  }

  /** Number of threads a command may use; results do not depend on it. */
  public int threads() {
    return threads;
  }

  /** Sets the number of threads, at least one. */
  public void useThreads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "Number of threads is " + count + "; it must be at least 1");
    }
    threads = count;
  }

  /** Runs work in a pool of {@link #threads()} threads, which parallel loops share. */
  public int compute(IntSupplier work) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    // A task of the pool itself would copy its exception for the waiting thread.
    FutureTask<Integer> task = new FutureTask<>(work::getAsInt);
    pool.execute(task);
    try {
      return task.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure.getCause();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted before the command ended", e);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Turns stack traces on. */
  public void debug() {
    debugging = true;
  }

  /** Prints a stack trace if {@link #debug()} is on. */
  public void trace(Throwable failure) {
    if (debugging) {
      failure.printStackTrace(notes);
    }
  }

  /** Describes an internal error or lack of memory in one line; traces it. */
  public String unexpected(Throwable failure) {
    trace(failure);
    if (failure instanceof OutOfMemoryError) {
      return "not enough memory (Java may use "
          + Runtime.getRuntime().maxMemory() / MEBIBYTE
          + " MB); allow more, for example with TRANSCAL_JAVA_OPTIONS=-Xmx8g";
    }
    String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
    return "internal error: "
        + failure.getClass().getSimpleName()
        + message.replaceAll("\\p{Cntrl}+", " ")
        + (debugging ? "" : "; please report it with the output of --debug");
  }

  /**
   * Starts a progress display, which the caller closes.
   *
   * @param what what is under way, in a word or two
   * @param steps number of steps; below 0 if unknown
   */
  public Progress progress(String what, long steps) {
    Runnable atEnd = () -> finished(what);
    if (quiet) {
      return new Progress() {
        @Override
        public void advance(long done) {
          // Nothing is displayed.
        }

        @Override
        public void close() {
          atEnd.run();
        }
      };
    }
    return columns.isPresent()
        ? new ProgressLine(rawNotes, columns.getAsInt(), what, steps, System::nanoTime)
            .every(REDRAW_MILLISECONDS, atEnd)
        : new ProgressLog(rawNotes, what, steps, System::nanoTime).every(LOG_MILLISECONDS, atEnd);
  }
}
