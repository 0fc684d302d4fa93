package org.transcal.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LazyTest {
  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void givenNoUse_thenNothingIsComputed() {
    new Lazy<>(calls::incrementAndGet);

    assertThat(calls).hasValue(0);
  }

  @Test
  void givenManyThreads_thenComputedOnceAndSharedByAll() {
    Lazy<Object> lazy =
        new Lazy<>(
            () -> {
              calls.incrementAndGet();
              return new Object();
            });

    long distinct =
        IntStream.range(0, 1000).parallel().mapToObj(i -> lazy.get()).distinct().count();

    assertThat(distinct).isEqualTo(1);
    assertThat(calls).hasValue(1);
  }

  @Test
  void givenFailure_thenRethrownEveryTimeWithoutComputingAgain() {
    Lazy<Object> lazy =
        new Lazy<>(
            () -> {
              throw new IllegalStateException("failure " + calls.incrementAndGet());
            });

    Throwable first = catchThrowable(lazy::get);
    Throwable second = catchThrowable(lazy::get);

    assertThat(first).isInstanceOf(IllegalStateException.class).hasMessage("failure 1");
    assertThat(second).isSameAs(first);
  }
}
