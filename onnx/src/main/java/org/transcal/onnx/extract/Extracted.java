package org.transcal.onnx.extract;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** A network's outputs for the examples that could be read, in their order. */
public final class Extracted {
  private final Examples examples;
  private final Map<String, Matrix> values = new HashMap<>();
  private final SortedMap<Integer, String> unreadable = new TreeMap<>();
  private long readingNanos;
  private long runningNanos;

  Extracted(Examples examples) {
    this.examples = examples;
  }

  /** Adds the rows of some examples and what is wrong with others; batches come in any order. */
  synchronized void add(
      int[] kept, Map<String, Matrix> results, Map<Integer, String> problems, long read, long ran) {
    results.forEach((tensor, rows) -> add(kept, tensor, rows));
    unreadable.putAll(problems);
    readingNanos += read;
    runningNanos += ran;
  }

  private void add(int[] kept, String tensor, Matrix rows) {
    int width = rows.columns();
    Matrix all =
        values.computeIfAbsent(
            tensor,
            name ->
                Matrix.wrap(
                    Allocation.floats("Tensor " + name, (long) examples.size() * width),
                    examples.size(),
                    width));
    if (width != all.columns()) {
      throw InputException.in(
          examples.name(kept[0]),
          "gives %s values of tensor %s, other examples %s; the number must be the same for all",
          width,
          InputException.quote(tensor),
          all.columns());
    }
    float[] target = ((Matrix.OfFloats) all).storage();
    for (int i = 0; i < kept.length; i++) {
      for (int j = 0; j < width; j++) {
        float value = (float) rows.get(i, j);
        if (!Float.isFinite(value)) {
          throw InputException.in(
              examples.name(kept[i]),
              "gives %s at position %s of tensor %s; it must be finite",
              value,
              j,
              InputException.quote(tensor));
        }
        target[kept[i] * width + j] = value;
      }
    }
  }

  Extracted requireRows() {
    if (rows() == 0) {
      throw new InputException(
          "None of the " + examples.size() + " images can be read: " + unreadable.get(0));
    }
    return this;
  }

  public int rows() {
    return examples.size() - unreadable.size();
  }

  /** A tensor's values, one row per example that was read. */
  public Matrix tensor(String name) {
    return unreadable.isEmpty() ? values.get(name) : values.get(name).selectRows(kept());
  }

  /** The example of each row. */
  public int[] kept() {
    return IntStream.range(0, examples.size()).filter(i -> !unreadable.containsKey(i)).toArray();
  }

  /** What is wrong with the examples that could not be read. */
  public List<String> unreadable() {
    return List.copyOf(unreadable.values());
  }

  /** CPU time spent on reading and preparing, over all threads. */
  public double readingSeconds() {
    return readingNanos * 1e-9;
  }

  /** CPU time spent in the network, over all threads. */
  public double runningSeconds() {
    return runningNanos * 1e-9;
  }
}
