package org.transcal.workflow;

/** Reports how far long-running work is; any thread may call it. */
public interface Progress extends AutoCloseable {
  /** Adds finished steps. */
  void advance(long steps);

  /** Names what is running now, such as a method or a task. */
  default void running(String what) {}

  /** Removes the display. */
  @Override
  default void close() {}

  /** Progress that is not displayed. */
  static Progress hidden() {
    return steps -> {};
  }
}
