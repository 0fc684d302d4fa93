package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class SharedLoopTest {
  private static final int REPEATS = 300;

  private static <T> T in(int threads, Callable<T> work) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(work).get();
    } finally {
      pool.shutdown();
    }
  }

  private static void runEachOnce(int rounds) {
    AtomicIntegerArray times = new AtomicIntegerArray(Math.max(1, rounds));
    SharedLoop.run(rounds, times::incrementAndGet);
    for (int i = 0; i < rounds; i++) {
      assertThat(times.get(i)).as("round %d of %d", i, rounds).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void givenAnyNumberOfThreads_thenEachRoundRunsOnce(int threads) throws Exception {
    in(
        threads,
        () -> {
          for (int rounds = 0; rounds < REPEATS; rounds++) {
            runEachOnce(rounds);
          }
          return null;
        });
  }

  @Test
  void givenNoPool_thenEachRoundRunsOnce() {
    for (int rounds = 0; rounds < REPEATS; rounds++) {
      runEachOnce(rounds);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void givenLoopsInLoops_thenEachRoundRunsOnce(int threads) throws Exception {
    AtomicIntegerArray times = new AtomicIntegerArray(17 * 13);

    in(
        threads,
        () -> {
          SharedLoop.run(17, i -> SharedLoop.run(13, j -> times.incrementAndGet(13 * i + j)));
          return null;
        });

    assertThat(IntStream.range(0, times.length()).map(times::get)).allMatch(count -> count == 1);
  }

  @Test
  void givenRoundsLongerThanTheCallerStaysAwake_thenAllAreAwaited() throws Exception {
    AtomicIntegerArray times = new AtomicIntegerArray(4);

    in(
        4,
        () -> {
          SharedLoop.run(
              4,
              i -> {
                LockSupport.parkNanos(i * 3_000_000L);
                times.incrementAndGet(i);
              });
          assertThat(times.toString()).isEqualTo("[1, 1, 1, 1]");
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void givenRoundsThatFail_thenTheFirstIsToldAndLaterLoopsRun(int threads) throws Exception {
    in(
        threads,
        () -> {
          for (int repeat = 0; repeat < REPEATS; repeat++) {
            assertThatThrownBy(
                    () ->
                        SharedLoop.run(
                            40,
                            i -> {
                              if (i % 7 == 3) {
                                throw new IllegalStateException("round " + i);
                              }
                            }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("round 3");
            runEachOnce(20);
          }
          return null;
        });
  }

  @Test
  void givenAnError_thenItIsThrownAsItIs() throws Exception {
    in(
        2,
        () -> {
          AssertionError error = new AssertionError("no memory, say");
          assertThatThrownBy(
                  () ->
                      SharedLoop.run(
                          9,
                          i -> {
                            throw error;
                          }))
              .isSameAs(error);
          return null;
        });
  }

  /** A square that takes long enough for another thread to take the next. */
  private double slow(int i) {
    long from = System.nanoTime();
    while (System.nanoTime() - from < 20_000) {
      Thread.onSpinWait();
    }
    return (double) i * i;
  }

  @Test
  void givenStreamsBetweenLoops_thenBothThreadsStillHelp() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);

    in(
        2,
        () -> {
          for (int repeat = 0; repeat < REPEATS; repeat++) {
            runEachOnce(16);
            double[] squares = IntStream.range(0, 16).parallel().mapToDouble(this::slow).toArray();
            assertThat(squares[15]).isEqualTo(225);
          }
          SharedLoop.run(
              2,
              i -> {
                try {
                  both.await(300, TimeUnit.SECONDS);
                } catch (Exception alone) {
                  throw new IllegalStateException("No other thread took a round", alone);
                }
              });
          return null;
        });
  }
}
