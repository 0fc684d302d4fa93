package org.transcal.calibration;

import java.util.Optional;
import java.util.function.Supplier;

/** A value that is computed when first asked for, once. */
final class Lazy<T> {
  private final Supplier<T> supplier;
  private Optional<T> value = Optional.empty();

  Lazy(Supplier<T> supplier) {
    this.supplier = supplier;
  }

  synchronized T get() {
    if (value.isEmpty()) {
      value = Optional.of(supplier.get());
    }
    return value.get();
  }
}
