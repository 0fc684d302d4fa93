package org.transcal.cli.terminal;

/** How far some long work is; any thread may report. */
public interface Progress extends AutoCloseable {
  /** So many more steps are done. */
  void advance(long steps);

  /** Names what is running now, such as a method or a task. */
  default void running(String what) {
    // Only a display that shows it needs to know.
  }

  /** Removes the display. */
  @Override
  void close();

  /** Progress that is not shown. */
  static Progress unseen() {
    return new Progress() {
      @Override
      public void advance(long steps) {
        // Nobody watches.
      }

      @Override
      public void close() {
        // Nothing was shown.
      }
    };
  }
}
