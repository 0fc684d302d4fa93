package org.transcal.parallel;

import java.util.function.Supplier;

/**
 * A value computed on first use, once for all threads; a failure is kept and thrown every time.
 *
 * @param <T> type of the value
 */
public final class Lazy<T> implements Supplier<T> {
  private Supplier<? extends T> source;
  private boolean computed;

  /** A value that the supplier computes when it is first needed. */
  public Lazy(Supplier<? extends T> supplier) {
    this.source = supplier;
  }

  @Override
  public synchronized T get() {
    if (!computed) {
      source = compute(source);
      computed = true;
    }
    return source.get();
  }

  private static <T> Supplier<T> compute(Supplier<? extends T> source) {
    try {
      T value = source.get();
      return () -> value;
    } catch (RuntimeException | OutOfMemoryError failure) {
      return () -> {
        throw failure;
      };
    }
  }
}
