package org.transcal.onnx.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.extract.FeatureExtraction.Batch;

/** A network's outputs for the examples that could be read, in their order. */
public final class Extracted {
  private final Examples examples;
  private final Map<String, float[]> values = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new LinkedHashMap<>();
  private final int[] kept;
  private final List<String> unreadable = new ArrayList<>();
  private int count;
  private double readingSeconds;
  private double runningSeconds;

  Extracted(Examples examples) {
    this.examples = examples;
    this.kept = new int[examples.size()];
  }

  void add(Batch batch) {
    unreadable.addAll(batch.unreadable());
    batch.results().forEach((tensor, rows) -> add(batch, tensor, rows));
    for (int example : batch.kept()) {
      kept[count++] = example;
    }
    readingSeconds += batch.readingNanos() * 1e-9;
    runningSeconds += batch.runningNanos() * 1e-9;
  }

  private void add(Batch batch, String tensor, Matrix rows) {
    int width = columns.computeIfAbsent(tensor, name -> rows.columns());
    if (width != rows.columns()) {
      throw new InputException(
          ("Tensor " + InputException.quote(tensor) + " has " + rows.columns() + " values for ")
              + (examples.name(batch.from()) + " and " + width + " for the first example;")
              + " the number must be the same for all");
    }
    float[] all =
        values.computeIfAbsent(
            tensor, name -> Allocation.floats("Tensor " + name, (long) kept.length * width));
    for (int i = 0; i < batch.kept().length; i++) {
      for (int j = 0; j < width; j++) {
        float value = (float) rows.get(i, j);
        if (!Float.isFinite(value)) {
          throw new InputException(
              (examples.name(batch.kept()[i]) + ": gives " + value + " at position " + j)
                  + (" of tensor " + InputException.quote(tensor) + "; it must be finite"));
        }
        all[(count + i) * width + j] = value;
      }
    }
  }

  Extracted requireRows() {
    if (count == 0) {
      throw new InputException(
          "None of the " + kept.length + " images can be read: " + unreadable.get(0));
    }
    return this;
  }

  public int rows() {
    return count;
  }

  /** A tensor's values, one row per example that was read. */
  public Matrix tensor(String name) {
    int width = columns.get(name);
    float[] all = values.get(name);
    float[] used = count == kept.length ? all : Arrays.copyOf(all, count * width);
    return Matrix.wrap(used, count, width);
  }

  public int[] kept() {
    return Arrays.copyOf(kept, count);
  }

  public List<String> unreadable() {
    return List.copyOf(unreadable);
  }

  /** CPU time spent on reading and preparing, over all threads. */
  public double readingSeconds() {
    return readingSeconds;
  }

  /** CPU time spent in the network, over all threads. */
  public double runningSeconds() {
    return runningSeconds;
  }
}
