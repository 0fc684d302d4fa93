package org.transcal.onnx.extract;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.image.UnreadableImageException;
import org.transcal.onnx.network.Network;

/**
 * Runs examples through a network, several batches in parallel.
 *
 * <p>One thread reads and runs a batch, and batches do not depend on the number of threads, so
 * neither do results. Cost: memory for the results and two batches per thread.
 */
public final class FeatureExtraction {
  /** What to do with an example that cannot be read. */
  public enum OnUnreadable {
    FAIL,
    /** Leave it out and report it. */
    SKIP
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Network network;
  private final String input;
  private final Set<String> tensors;
  private final long batch;
  private final boolean padded;
  private final OnUnreadable onUnreadable;

  /**
   * Prepares a run.
   *
   * @param input the network's input
   * @param tensors the tensors to keep
   * @param batch examples per batch, unless the network fixes it
   */
  public FeatureExtraction(
      Network network, String input, Set<String> tensors, int batch, OnUnreadable onUnreadable) {
    Dimension fixed =
        network.inputType(input).map(type -> type.shape().get(0)).orElse(Dimension.UNKNOWN);
    this.network = network;
    this.input = input;
    this.tensors = Set.copyOf(tensors);
    this.padded = fixed.isFixed();
    this.batch = padded ? fixed.size() : batch;
    this.onUnreadable = onUnreadable;
  }

  /**
   * Runs all examples.
   *
   * @param progress called with the number of further examples done
   * @throws InputException naming an example that cannot be read or gives values that are not
   *     finite
   */
  public Extracted run(Examples examples, int threads, LongConsumer progress) {
    requireMemory(examples);
    Extracted extracted = new Extracted(examples);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Deque<CompletableFuture<Batch>> ahead = new ArrayDeque<>();
    try {
      int next = 0;
      while (next < examples.size() || !ahead.isEmpty()) {
        while (next < examples.size() && ahead.size() < 2 * threads) {
          int from = next;
          int to = (int) Math.min(examples.size(), from + batch);
          ahead.add(CompletableFuture.supplyAsync(() -> batch(examples, from, to), pool));
          next = to;
        }
        Batch done = finished(ahead.remove());
        extracted.add(done);
        progress.accept(done.to - done.from);
      }
    } finally {
      stop(pool);
    }
    return extracted.requireRows();
  }

  /** The batch size that a network fixes may be larger than memory. */
  private void requireMemory(Examples examples) {
    long rows = padded ? batch : Math.min(batch, examples.size());
    long most = Math.min(Allocation.LONGEST, Runtime.getRuntime().maxMemory() / Float.BYTES);
    if (rows < 1 || rows > most / Math.max(1, examples.length())) {
      throw new InputException(
          network.file()
              + ": a batch of "
              + rows
              + " examples of "
              + examples.length()
              + " values each does not fit in memory; "
              + (padded ? "the network fixes it" : "a smaller --batch may"));
    }
  }

  /** Waits for running batches: a network must not be closed while it runs. */
  private static void stop(ExecutorService pool) {
    pool.shutdownNow();
    boolean interrupted = false;
    while (!pool.isTerminated()) {
      try {
        pool.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Batch finished(CompletableFuture<Batch> batch) {
    try {
      return batch.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure.getCause();
    }
  }

  /** Results of examples {@code from} to {@code to}, of which {@code kept} could be read. */
  record Batch(
      int from,
      int to,
      int[] kept,
      List<String> unreadable,
      Map<String, Matrix> results,
      long readingNanos,
      long runningNanos) {}

  private Batch batch(Examples examples, int from, int to) {
    long start = cpuNanos();
    int length = examples.length();
    int rows = padded ? (int) batch : to - from;
    float[] values = Allocation.floats("A batch", (long) rows * length);
    int[] kept = new int[to - from];
    List<String> unreadable = new ArrayList<>();
    int count = 0;
    for (int i = from; i < to; i++) {
      try {
        examples.read(i, values, count * length);
        kept[count++] = i;
      } catch (UnreadableImageException bad) {
        if (onUnreadable == OnUnreadable.FAIL) {
          throw new InputException(bad.getMessage(), bad);
        }
        unreadable.add(bad.getMessage());
      }
    }
    long read = cpuNanos();
    Map<String, Matrix> results = Map.of();
    if (count > 0) {
      int used = padded ? rows : count;
      float[] fed = used == rows ? values : Arrays.copyOf(values, used * length);
      Matrix matrix = Matrix.wrap(fed, used, length);
      results = network.run(input, matrix, examples.shape(), tensors);
    }
    long run = cpuNanos();
    return new Batch(
        from, to, Arrays.copyOf(kept, count), unreadable, results, read - start, run - read);
  }

  /** CPU time of this thread if the JVM measures it, else elapsed time. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
