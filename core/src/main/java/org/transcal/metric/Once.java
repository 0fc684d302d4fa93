package org.transcal.metric;

import java.util.Optional;
import java.util.function.Supplier;

/** A value computed when first asked for, once for all threads. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> make;
  private Optional<T> made = Optional.empty();

  Once(Supplier<T> make) {
    this.make = make;
  }

  @Override
  public synchronized T get() {
    if (made.isEmpty()) {
      made = Optional.of(make.get());
    }
    return made.get();
  }
}
