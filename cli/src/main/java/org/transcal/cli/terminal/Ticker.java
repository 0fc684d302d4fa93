package org.transcal.cli.terminal;

import java.util.Timer;
import java.util.TimerTask;

/** Runs something at a fixed interval in a thread that does not keep the process alive. */
final class Ticker {
  private Ticker() {}

  /** Starts and returns what stops it. */
  static Runnable start(long milliseconds, Runnable tick) {
    Timer timer = new Timer("progress", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            tick.run();
          }
        },
        milliseconds,
        milliseconds);
    return timer::cancel;
  }
}
