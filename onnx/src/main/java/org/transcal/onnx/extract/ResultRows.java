package org.transcal.onnx.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.extract.FeatureExtraction.Batch;

/** Collects the results of batches, in the order of the examples. */
final class ResultRows {
  private final int most;
  private final Set<String> tensors;
  private final Map<String, float[]> values = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new LinkedHashMap<>();
  private final int[] kept;
  private final List<String> unreadable = new ArrayList<>();
  private int count;

  ResultRows(int most, Set<String> tensors) {
    this.most = most;
    this.tensors = tensors;
    this.kept = new int[most];
  }

  void add(Examples examples, Batch batch) {
    unreadable.addAll(batch.unreadable());
    batch.results().forEach((tensor, rows) -> add(examples, batch, tensor, rows));
    for (int example : batch.kept()) {
      kept[count++] = example;
    }
  }

  private void add(Examples examples, Batch batch, String tensor, Matrix rows) {
    int width = columns.computeIfAbsent(tensor, name -> rows.columns());
    if (width != rows.columns()) {
      throw new InputException(
          "Tensor "
              + InputException.quote(tensor)
              + " has "
              + rows.columns()
              + " numbers for "
              + examples.name(batch.from())
              + " and "
              + width
              + " for the first example; the number must be the same for all");
    }
    float[] all =
        values.computeIfAbsent(
            tensor, name -> Allocation.floats("Tensor " + name, (long) most * width));
    for (int i = 0; i < batch.kept().length; i++) {
      for (int j = 0; j < width; j++) {
        float value = (float) rows.get(i, j);
        if (!Float.isFinite(value)) {
          throw new InputException(
              examples.name(batch.kept()[i])
                  + ": gives "
                  + value
                  + " at position "
                  + j
                  + " of tensor "
                  + InputException.quote(tensor)
                  + "; it must be finite");
        }
        all[(count + i) * width + j] = value;
      }
    }
  }

  Extracted extracted(double readingSeconds, double runningSeconds) {
    if (count == 0) {
      throw new InputException("None of the " + most + " images can be read: " + unreadable.get(0));
    }
    Map<String, Matrix> matrices = new LinkedHashMap<>();
    for (String tensor : tensors) {
      int width = columns.get(tensor);
      float[] all = values.get(tensor);
      matrices.put(
          tensor,
          Matrix.wrap(count == most ? all : Arrays.copyOf(all, count * width), count, width));
    }
    return new Extracted(
        matrices, Arrays.copyOf(kept, count), unreadable, readingSeconds, runningSeconds);
  }
}
