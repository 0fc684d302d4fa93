package org.transcal.cli.terminal;

/** How far some long work is; any thread may tell. */
public interface Progress extends AutoCloseable {
  /** So many more steps are done. */
  void advance(long steps);

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
