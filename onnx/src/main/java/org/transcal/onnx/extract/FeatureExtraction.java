package org.transcal.onnx.extract;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.image.UnreadableImageException;
import org.transcal.onnx.network.Network;
import org.transcal.parallel.Parallel;

/**
 * Runs examples through a network, several batches in parallel.
 *
 * <p>One thread reads and runs a batch, and batches do not depend on the number of threads, so
 * neither do results. Cost: memory for the results and one batch per thread.
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
   * Runs all examples, in the caller's fork-join pool.
   *
   * @param progress called with the number of further examples done, by any thread
   * @throws InputException naming an example that cannot be read or gives values that are not
   *     finite
   */
  public Extracted run(Examples examples, LongConsumer progress) {
    requireMemory(examples);
    Extracted extracted = new Extracted(examples);
    int batches = Math.toIntExact((examples.size() + batch - 1) / batch);
    Parallel.forEach(
        batches,
        i -> {
          int from = Math.toIntExact(i * batch);
          int to = (int) Math.min(examples.size(), from + batch);
          run(examples, from, to, extracted);
          progress.accept(to - from);
        });
    return extracted.requireRows();
  }

  /** The batch size that a network fixes may be larger than memory. */
  private void requireMemory(Examples examples) {
    long rows = padded ? batch : Math.min(batch, examples.size());
    long most = Math.min(Allocation.LONGEST, Runtime.getRuntime().maxMemory() / Float.BYTES);
    if (rows < 1 || rows > most / Math.max(1, examples.length())) {
      throw InputException.in(
          network.file(),
          "a batch of %s examples of %s values each does not fit in memory; %s",
          rows,
          examples.length(),
          padded ? "the network fixes it" : "a smaller --batch may");
    }
  }

  /** Runs examples {@code from} to {@code to}. */
  private void run(Examples examples, int from, int to, Extracted extracted) {
    long start = cpuNanos();
    int length = examples.length();
    int rows = padded ? (int) batch : to - from;
    float[] values = Allocation.floats("A batch", (long) rows * length);
    int[] kept = new int[to - from];
    Map<Integer, String> unreadable = new HashMap<>();
    int count = 0;
    for (int i = from; i < to; i++) {
      try {
        examples.read(i, values, count * length);
        kept[count++] = i;
      } catch (UnreadableImageException bad) {
        if (onUnreadable == OnUnreadable.FAIL) {
          throw new InputException(bad.getMessage(), bad);
        }
        unreadable.put(i, bad.getMessage());
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
    extracted.add(Arrays.copyOf(kept, count), results, unreadable, read - start, run - read);
  }

  /** CPU time of this thread if the JVM measures it, else elapsed time. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
