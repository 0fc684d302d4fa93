package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Progress for logs: a plain line after five seconds, then at growing intervals. */
final class ProgressLog extends ProgressDisplay {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long FIRST_INTERVAL = 5 * SECOND;
  private static final long LONGEST_INTERVAL = 600 * SECOND;

  private long interval = FIRST_INTERVAL;
  private long next = FIRST_INTERVAL;

  ProgressLog(PrintStream notes, String what, long steps, LongSupplier clock) {
    super(notes, what, steps, clock);
  }

  @Override
  void show(long nanoseconds, long finished, String now) {
    if (nanoseconds >= next) {
      interval = Math.min(LONGEST_INTERVAL, 2 * interval);
      next = nanoseconds + interval;
      String total = steps < 0 ? "" : " of " + Figures.count(steps);
      String current = now.isEmpty() ? "" : ", now " + now;
      String seconds = Figures.count(nanoseconds / SECOND);
      notes.println(
          Message.of(
              "%s: %s%s done%s (%s s)", what, Figures.count(finished), total, current, seconds));
    }
  }

  @Override
  void clear() {
    // Lines of a log stay.
  }
}
