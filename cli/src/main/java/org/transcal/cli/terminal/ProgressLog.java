package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A plain line now and then, for logs: the first after a while, then at growing intervals. */
final class ProgressLog implements Progress {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long FIRST_INTERVAL = 5 * SECOND;
  private static final long LONGEST_INTERVAL = 600 * SECOND;

  private final PrintStream notes;
  private final String what;
  private final long steps;
  private final LongSupplier nanoseconds;
  private final long start;
  private long interval = FIRST_INTERVAL;
  private long next = FIRST_INTERVAL;
  private long done;
  private String running = "";
  private Runnable stop = () -> {};

  /**
   * A log of some work that starts now.
   *
   * @param steps how many there are; below 0 if not known
   * @param nanoseconds a clock
   */
  ProgressLog(PrintStream notes, String what, long steps, LongSupplier nanoseconds) {
    this.notes = notes;
    this.what = what;
    this.steps = steps;
    this.nanoseconds = nanoseconds;
    this.start = nanoseconds.getAsLong();
  }

  /** A log that looks at the clock by itself, every second, until it is closed. */
  static ProgressLog start(PrintStream notes, String what, long steps) {
    ProgressLog log = new ProgressLog(notes, what, steps, System::nanoTime);
    log.stop = Ticker.start(TimeUnit.SECONDS.toMillis(1), log::printIfDue);
    return log;
  }

  @Override
  public synchronized void advance(long more) {
    done += more;
  }

  @Override
  public synchronized void running(String now) {
    running = now;
  }

  /** Prints a line if it is time for one. */
  synchronized void printIfDue() {
    long elapsed = nanoseconds.getAsLong() - start;
    if (elapsed >= next) {
      interval = Math.min(LONGEST_INTERVAL, 2 * interval);
      next = elapsed + interval;
      notes.println(VisibleText.of(line(elapsed / SECOND)));
    }
  }

  private String line(long seconds) {
    return what
        + ": "
        + Figures.count(done)
        + (steps < 0 ? "" : " of " + Figures.count(steps))
        + " done"
        + (running.isEmpty() ? "" : ", now " + running)
        + " ("
        + Figures.count(seconds)
        + " s)";
  }

  /** After this nothing is printed. */
  @Override
  public synchronized void close() {
    next = Long.MAX_VALUE;
    stop.run();
  }
}
