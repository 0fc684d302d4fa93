package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** A bar with the time left on one line, which appears after a moment and goes at the end. */
final class ProgressLine implements Progress {
  private static final long REDRAW_MILLISECONDS = 100;
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(400);
  private static final int LONGEST_BAR = 30;
  private static final int SHORTEST_BAR = 5;

  /** Code points below this take one column; for others, assuming two is safe. */
  private static final int FIRST_WIDE = 0x1100;

  private final PrintStream notes;
  private final int width;
  private final String what;
  private final long steps;
  private final LongSupplier nanoseconds;
  private final long start;
  private final LongAdder done = new LongAdder();
  private volatile String running = "";
  private String shown = "";
  private boolean closed;
  private Runnable stop = () -> {};

  /**
   * A line for some work that starts now; {@link #draw} shows it.
   *
   * @param steps how many there are; below 0 if not known
   * @param nanoseconds a clock
   */
  ProgressLine(PrintStream notes, int columns, String what, long steps, LongSupplier nanoseconds) {
    this.notes = notes;
    this.width = Math.max(1, columns - 1);
    this.what = VisibleText.of(what);
    this.steps = steps;
    this.nanoseconds = nanoseconds;
    this.start = nanoseconds.getAsLong();
  }

  /** A line that redraws itself until it is closed. */
  static ProgressLine start(PrintStream notes, int columns, String what, long steps) {
    ProgressLine line = new ProgressLine(notes, columns, what, steps, System::nanoTime);
    line.stop = Ticker.start(REDRAW_MILLISECONDS, line::draw);
    return line;
  }

  @Override
  public void advance(long more) {
    done.add(more);
  }

  @Override
  public void running(String now) {
    running = VisibleText.of(now);
  }

  /** Shows how far the work is, if it has run for a moment and the line would change. */
  synchronized void draw() {
    long elapsed = nanoseconds.getAsLong() - start;
    if (!closed && elapsed >= PATIENCE) {
      show(line(TimeUnit.NANOSECONDS.toMillis(elapsed)));
    }
  }

  @Override
  public synchronized void close() {
    stop.run();
    closed = true;
    show("");
  }

  private void show(String line) {
    if (!line.equals(shown)) {
      notes.print("\r" + (shown.isEmpty() ? "" : " ".repeat(width) + "\r") + line);
      notes.flush();
      shown = line;
    }
  }

  private String line(long milliseconds) {
    long count = done.sum();
    String now = running.isEmpty() ? "" : "  " + running;
    if (steps <= 0) {
      return fitting(what + "  " + Figures.count(count) + " done  " + time(milliseconds) + now);
    }
    double share = Math.min(1, (double) count / steps);
    String percent = "  " + (int) (100 * share) + "%";
    String left =
        count == 0 ? "" : "  " + time((long) (milliseconds * (1 - share) / share)) + " left";
    String text = percent + left + now;
    int room = Math.min(LONGEST_BAR, width - columns(what + text) - "  []".length());
    int filled = (int) (share * room);
    return fitting(
        room < SHORTEST_BAR
            ? what + text
            : what + "  [" + "=".repeat(filled) + " ".repeat(room - filled) + "]" + text);
  }

  private static String time(long milliseconds) {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(milliseconds);
    String hours = seconds < 3600 ? "" : seconds / 3600 + ":";
    String format = hours.isEmpty() ? "%d:%02d" : "%02d:%02d";
    return hours + String.format(Locale.ROOT, format, seconds / 60 % 60, seconds % 60);
  }

  private String fitting(String line) {
    int end = line.length();
    while (columns(line.substring(0, end)) > width) {
      end = line.offsetByCodePoints(end, -1);
    }
    return line.substring(0, end);
  }

  private static int columns(String text) {
    return text.codePoints().map(c -> c < FIRST_WIDE ? 1 : 2).sum();
  }
}
