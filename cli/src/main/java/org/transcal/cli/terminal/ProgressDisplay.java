package org.transcal.cli.terminal;

import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.transcal.workflow.Progress;

/** Progress that is displayed at regular intervals until it is closed. */
abstract class ProgressDisplay implements Progress {
  final PrintStream notes;
  final String what;
  final long steps;
  private final LongSupplier clock;
  private final long start;
  private final LongAdder done = new LongAdder();
  private volatile String running = "";
  private boolean closed;
  private Runnable stop = () -> {};

  /** Progress of work that starts now; the clock gives nanoseconds. */
  ProgressDisplay(PrintStream notes, String what, long steps, LongSupplier clock) {
    this.notes = notes;
    this.what = VisibleText.of(what);
    this.steps = steps;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /** Starts to update the display at an interval, and sets what is done when it is closed. */
  ProgressDisplay every(long milliseconds, Runnable atEnd) {
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            update();
          }
        };
    Timer timer = new Timer("progress", true);
    stop =
        () -> {
          timer.cancel();
          atEnd.run();
        };
    timer.schedule(task, milliseconds, milliseconds);
    return this;
  }

  @Override
  public void advance(long more) {
    done.add(more);
  }

  @Override
  public void running(String now) {
    running = VisibleText.of(now);
  }

  /** Updates the display, unless it is closed. */
  synchronized void update() {
    if (!closed) {
      show(clock.getAsLong() - start, done.sum(), running);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    clear();
    stop.run();
  }

  /** Shows the progress, if it is time to. */
  abstract void show(long nanoseconds, long finished, String now);

  /** Removes what is shown. */
  abstract void clear();
}
