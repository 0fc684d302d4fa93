package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Progress for terminals: one line with a bar and the remaining time, cleared at the end. */
final class ProgressLine extends ProgressDisplay {
  private static final long DELAY = TimeUnit.MILLISECONDS.toNanos(400);
  private static final int LONGEST_BAR = 30;
  private static final int SHORTEST_BAR = 5;

  /** Code points below this take one column; for others, assuming two is safe. */
  private static final int FIRST_WIDE = 0x1100;

  private final int width;
  private String shown = "";

  ProgressLine(PrintStream notes, int columns, String what, long steps, LongSupplier clock) {
    super(notes, what, steps, clock);
    this.width = Math.max(1, columns - 1);
  }

  @Override
  void show(long nanoseconds, long finished, String now) {
    // Quick work must not flicker.
    if (nanoseconds >= DELAY) {
      print(line(TimeUnit.NANOSECONDS.toMillis(nanoseconds), finished, now));
    }
  }

  @Override
  void clear() {
    print("");
  }

  private void print(String line) {
    if (!line.equals(shown)) {
      notes.print("\r" + (shown.isEmpty() ? "" : " ".repeat(width) + "\r") + line);
      notes.flush();
      shown = line;
    }
  }

  private String line(long milliseconds, long finished, String now) {
    String suffix = now.isEmpty() ? "" : "  " + now;
    if (steps <= 0) {
      return truncated(
          what + "  " + Figures.count(finished) + " done  " + time(milliseconds) + suffix);
    }
    double share = Math.min(1, (double) finished / steps);
    String percent = "  " + (int) (100 * share) + "%";
    String left =
        finished == 0 ? "" : "  " + time((long) (milliseconds * (1 - share) / share)) + " left";
    String text = percent + left + suffix;
    int room = Math.min(LONGEST_BAR, width - columns(what + text) - "  []".length());
    int filled = (int) (share * room);
    return truncated(
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

  private String truncated(String line) {
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
