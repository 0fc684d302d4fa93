package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar with the time left on one line, which appears after a moment and goes at the end. */
final class ProgressLine implements Progress {
  private static final int INTERVAL_MILLISECONDS = 250;

  private final ProgressBar bar;

  private ProgressLine(ProgressBar bar) {
    this.bar = bar;
  }

  static ProgressLine start(PrintStream notes, int columns, String what, long steps) {
    return start(new Line(notes, columns, System::nanoTime), what, steps);
  }

  static ProgressLine start(Line line, String what, long steps) {
    return new ProgressLine(
        new ProgressBarBuilder()
            .setTaskName(what)
            .setInitialMax(steps)
            .setUpdateIntervalMillis(INTERVAL_MILLISECONDS)
            .setStyle(ProgressBarStyle.ASCII)
            .continuousUpdate()
            .clearDisplayOnFinish()
            .setConsumer(line)
            .build());
  }

  @Override
  public void advance(long steps) {
    bar.stepBy(steps);
  }

  @Override
  public void running(String what) {
    bar.setExtraMessage(VisibleText.of(what));
  }

  @Override
  public void close() {
    bar.close();
  }

  /**
   * The line on the terminal. It knows the terminal's width, so that the library need not start a
   * terminal of its own.
   */
  static final class Line implements ProgressBarConsumer {
    private static final long PATIENCE_NANOSECONDS = 400_000_000;

    private final PrintStream notes;
    private final int width;
    private final LongSupplier nanoseconds;
    private final long start;
    private boolean shown;

    Line(PrintStream notes, int columns, LongSupplier nanoseconds) {
      this.notes = notes;
      this.width = Math.max(1, columns - 1);
      this.nanoseconds = nanoseconds;
      this.start = nanoseconds.getAsLong();
    }

    @Override
    public int getMaxRenderedLength() {
      return width;
    }

    @Override
    public void accept(String text) {
      if (shown || nanoseconds.getAsLong() - start >= PATIENCE_NANOSECONDS) {
        shown = true;
        notes.print("\r" + (text.length() > width ? text.substring(0, width) : text));
        notes.flush();
      }
    }

    @Override
    public void clear() {
      if (shown) {
        notes.print("\r" + " ".repeat(width) + "\r");
        notes.flush();
        shown = false;
      }
    }

    @Override
    public void close() {
      clear();
    }
  }
}
