package org.transcal.parallel;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Parallel loops in the caller's fork-join pool, else in the common pool. */
public final class Parallel {
  private Parallel() {}

  private record Failure(int index, Throwable cause) {}

  /**
   * Runs {@code body} for 0 to {@code count} − 1, started in this order, and returns when all are
   * done. If some fail, later ones may not run, and the failure of the smallest index is thrown.
   */
  public static void forEach(int count, IntConsumer body) {
    int workers = Math.min(count, threads());
    if (workers <= 1) {
      for (int i = 0; i < count; i++) {
        body.accept(i);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    AtomicReference<Failure> first = new AtomicReference<>();
    IntStream.range(0, workers)
        .parallel()
        .forEach(
            worker -> {
              for (int i; first.get() == null && (i = next.getAndIncrement()) < count; ) {
                try {
                  body.accept(i);
                } catch (RuntimeException | Error cause) {
                  Failure failure = new Failure(i, cause);
                  first.accumulateAndGet(
                      failure, (a, b) -> a == null || b.index() < a.index() ? b : a);
                }
              }
            });
    if (first.get() != null && first.get().cause() instanceof Error error) {
      throw error;
    } else if (first.get() != null) {
      throw (RuntimeException) first.get().cause();
    }
  }

  private static int threads() {
    return ForkJoinTask.inForkJoinPool()
        ? ForkJoinTask.getPool().getParallelism()
        : ForkJoinPool.getCommonPoolParallelism() + 1;
  }
}
