package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;

/**
 * Where a command talks to its user: results on standard output, everything else on standard error.
 */
public final class Terminal {
  /** Set by the root script to the width of the terminal where standard error is one. */
  static final String COLUMNS = "transcal.columns";

  /** Set by the root script to the name it was called by. */
  private static final String COMMAND = "transcal.command";

  private static final String USUAL_COMMAND = "transcal";

  private static final int USUAL_COLUMNS = 80;
  private static final long MEBIBYTE = 1 << 20;

  private final PrintStream results;
  private final PrintStream notes;
  private final String command;
  private Display display;
  private boolean debugging;
  private int threads = Runtime.getRuntime().availableProcessors();

  /** How progress is shown. */
  private interface Display {
    Progress start(String what, long steps);
  }

  private Terminal(PrintStream results, PrintStream notes, Display display, String command) {
    this.results = new VisibleStream(results);
    this.notes = new VisibleStream(notes);
    this.display = display;
    this.command = command;
  }

  /** Two streams that nobody watches: no progress is shown. */
  public static Terminal unwatched(PrintStream results, PrintStream notes) {
    return new Terminal(results, notes, Terminal::unseen, USUAL_COMMAND);
  }

  /**
   * Two streams of this process; progress is a bar if standard error is a terminal, else a plain
   * line now and then.
   */
  public static Terminal ofProcess(PrintStream results, PrintStream notes) {
    return new Terminal(
        results,
        notes,
        display(notes, columnsOfProcess()),
        System.getProperty(COMMAND, USUAL_COMMAND));
  }

  /** A terminal of so many columns, or a log if empty. */
  static Terminal watched(PrintStream results, PrintStream notes, OptionalInt columns) {
    return new Terminal(results, notes, display(notes, columns), USUAL_COMMAND);
  }

  private static Display display(PrintStream notes, OptionalInt columns) {
    // The bar returns to the start of its line, which the visible stream would not let it.
    return columns.isPresent()
        ? (what, steps) -> ProgressLine.start(notes, columns.getAsInt(), what, steps)
        : (what, steps) -> ProgressLog.start(notes, what, steps);
  }

  private static Progress unseen(String what, long steps) {
    return Progress.unseen();
  }

  private static OptionalInt columnsOfProcess() {
    Integer told = Integer.getInteger(COLUMNS);
    if (told != null) {
      return told > 0 ? OptionalInt.of(told) : OptionalInt.empty();
    }
    // Nobody told: then standard error is known to be a terminal only where all streams are.
    return System.console() == null ? OptionalInt.empty() : OptionalInt.of(USUAL_COLUMNS);
  }

  /** Standard output, for results and nothing else. */
  public PrintStream results() {
    return results;
  }

  /** Standard error, for everything that is no result. */
  public PrintStream notes() {
    return notes;
  }

  /** What the user types to get here, such as {@code ./transcal}; for hints on what to try. */
  public String command() {
    return command;
  }

  /** One line per warning, on standard error. */
  public void warn(List<String> warnings) {
    for (String warning : warnings) {
      notes.println("warning: " + VisibleText.of(warning));
    }
  }

  /** Shows no progress from now on. */
  public void quiet() {
    display = Terminal::unseen;
  }

  /** How many threads a command may use; it changes no result. */
  public int threads() {
    return threads;
  }

  /** Says how many threads commands may use, at least one. */
  public void useThreads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "Number of threads is " + count + "; it must be at least 1");
    }
    threads = count;
  }

  /**
   * Does work on at most {@link #threads()} threads: loops of the core take theirs from the pool
   * they are called in.
   */
  public <T> T compute(Callable<T> work) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    // Not a task of the pool, which would make its failure anew in the thread that waits.
    FutureTask<T> task = new FutureTask<>(work);
    pool.execute(task);
    try {
      return task.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) failure.getCause();
    } finally {
      pool.shutdownNow();
    }
  }

  /** Shows stack traces of what should not have happened from now on. */
  public void debug() {
    debugging = true;
  }

  /** Prints a stack trace where {@link #debug()} was asked for. */
  public void trace(Throwable failure) {
    if (debugging) {
      failure.printStackTrace(notes);
    }
  }

  /**
   * Describes a failure that is a bug of ours, or memory that ran out, in one line; prints its
   * stack trace where {@link #debug()} was asked for.
   */
  public String unexpected(Throwable failure) {
    trace(failure);
    if (failure instanceof OutOfMemoryError) {
      return "there is not enough memory (Java may use "
          + Runtime.getRuntime().maxMemory() / MEBIBYTE
          + " MB); allow more with TRANSCAL_JAVA_OPTIONS=-Xmx8g, for example";
    }
    String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
    return "a bug of ours, "
        + failure.getClass().getSimpleName()
        + message.replaceAll("\\p{Cntrl}+", " ")
        + (debugging ? "" : "; please report it with the output of --debug");
  }

  /**
   * Starts to show progress, which the caller closes; nothing is shown if nobody watches.
   *
   * @param what what is under way, in a word or two
   * @param steps how many steps there are; below 0 if not known
   */
  public Progress progress(String what, long steps) {
    return display.start(what, steps);
  }
}
