package org.transcal.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void givenAnyNumberOfThreads_thenEachIndexOnce(int threads) {
    AtomicIntegerArray runs = new AtomicIntegerArray(1000);

    in(threads, () -> Parallel.forEach(1000, runs::incrementAndGet));

    for (int i = 0; i < 1000; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void givenSeveralFailures_thenTheFirstIsThrown(int threads) {
    assertThatThrownBy(
            () ->
                in(
                    threads,
                    () ->
                        Parallel.forEach(
                            1000,
                            i -> {
                              if (i >= 7) {
                                throw new IllegalStateException("at " + i);
                              }
                            })))
        .hasStackTraceContaining("at 7");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void givenAtMostOneRound_thenRunsOnTheCallingThread(int count) {
    Thread caller = Thread.currentThread();

    Parallel.forEach(count, i -> assertThat(Thread.currentThread()).isSameAs(caller));
  }

  private static void in(int threads, Runnable loop) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      pool.submit(loop).join();
    } finally {
      pool.shutdown();
    }
  }
}
