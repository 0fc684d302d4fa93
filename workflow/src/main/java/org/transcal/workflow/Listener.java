package org.transcal.workflow;

import java.util.concurrent.CancellationException;

/** Learns what an intention is doing and how far it is. */
@FunctionalInterface
public interface Listener {
  /**
   * Work starts; the caller closes the progress when it ends.
   *
   * @param what what is under way, in a word or two
   * @param steps number of steps; below 0 if unknown
   */
  Progress start(String what, long steps);

  /** Ignores everything. */
  static Listener silent() {
    return (what, steps) -> Progress.hidden();
  }

  /** Starts work that ends early, with a {@link CancellationException}, on an interrupt. */
  static Progress interruptible(Listener listener, String what, long steps) {
    Progress progress = listener.start(what, steps);
    return new Progress() {
      @Override
      public void advance(long done) {
        progress.advance(done);
        requireNotInterrupted(what);
      }

      @Override
      public void running(String part) {
        requireNotInterrupted(what);
        progress.running(part);
      }

      @Override
      public void close() {
        progress.close();
      }
    };
  }

  private static void requireNotInterrupted(String what) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("Interrupted while " + what);
    }
  }
}
