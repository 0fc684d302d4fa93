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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.image.UnreadableImageException;
import org.transcal.onnx.network.Network;

/**
 * Runs examples through a network, batch by batch, several batches side by side.
 *
 * <p>A batch is read and run by one thread, and batches are the same whatever the number of
 * threads: so are the results, to the last bit. While some threads run the network, others decode.
 * Cost: memory is the results and two batches a thread.
 */
public final class FeatureExtraction {
  /** What to do about an example that cannot be read. */
  public enum OnUnreadable {
    /** Fail, naming it. */
    FAIL,
    /** Leave it out, and say so. */
    SKIP
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Network network;
  private final String input;
  private final Set<String> tensors;
  private final long batch;
  private final boolean padded;
  private final OnUnreadable onUnreadable;
  private final AtomicLong readingNanos = new AtomicLong();
  private final AtomicLong runningNanos = new AtomicLong();

  /**
   * Prepares a run.
   *
   * @param input the network's input to feed
   * @param tensors what to keep
   * @param batch examples in a batch, unless the network fixes it
   */
  public FeatureExtraction(
      Network network, String input, Set<String> tensors, int batch, OnUnreadable onUnreadable) {
    Dimension fixed =
        network
            .inputType(input)
            .map(TensorType::shape)
            .map(s -> s.get(0))
            .orElse(Dimension.UNKNOWN);
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
   * @param progress told how many more examples are done
   * @throws InputException naming an example that cannot be read or gives no finite numbers
   */
  public Extracted run(Examples examples, int threads, LongConsumer progress) {
    requireMemory(examples);
    Rows rows = new Rows(examples.size(), tensors);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Deque<Future<Batch>> ahead = new ArrayDeque<>();
    try {
      int next = 0;
      while (next < examples.size() || !ahead.isEmpty()) {
        while (next < examples.size() && ahead.size() < 2 * threads) {
          int from = next;
          int to = (int) Math.min(examples.size(), from + batch);
          ahead.add(pool.submit(() -> batch(examples, from, to)));
          next = to;
        }
        Batch done = finished(ahead.remove());
        rows.add(examples, done);
        progress.accept(done.to - done.from);
      }
    } finally {
      stop(pool);
    }
    return rows.extracted(readingNanos.get(), runningNanos.get());
  }

  /** A batch of what the network fixes may be larger than any array, or than memory. */
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
              + " numbers each does not fit in memory; "
              + (padded ? "the network fixes it" : "a smaller --batch may"));
    }
  }

  /** Waits for runs under way: a network must not be closed while it runs. */
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

  private static Batch finished(Future<Batch> batch) {
    try {
      return batch.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (failure.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new InputException(failure.getCause().getMessage(), failure.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted between batches", e);
    }
  }

  /** Results of examples {@code from} to {@code to}, of which {@code kept} could be read. */
  record Batch(
      int from, int to, int[] kept, List<String> unreadable, Map<String, Matrix> results) {}

  private Batch batch(Examples examples, int from, int to) throws UnreadableImageException {
    long start = processorNanos();
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
          throw bad;
        }
        unreadable.add(bad.getMessage());
      }
    }
    long read = processorNanos();
    readingNanos.addAndGet(read - start);
    Map<String, Matrix> results = count == 0 ? Map.of() : run(values, count, examples.shape());
    runningNanos.addAndGet(processorNanos() - read);
    return new Batch(from, to, Arrays.copyOf(kept, count), unreadable, results);
  }

  /** Time of this thread alone, which other work on the machine does not change; else of clocks. */
  private static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  private Map<String, Matrix> run(float[] values, int count, List<Long> shape) {
    int length =
        values.length == 0 ? 0 : Math.toIntExact(shape.stream().reduce(1L, (a, b) -> a * b));
    int rows = padded ? (int) batch : count;
    float[] fed = values.length == rows * length ? values : Arrays.copyOf(values, rows * length);
    return network.run(input, Matrix.wrap(fed, rows, length), shape, tensors);
  }
}
