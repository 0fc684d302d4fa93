package org.transcal.io.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The arrays of a small, valid task of 3 classes: 4 validation rows, 5 target rows, 2 features. */
public final class ExampleTask {
  private ExampleTask() {}

  /** Every array a task can have, by name. */
  public static Map<String, byte[]> arrays() {
    Map<String, byte[]> arrays = needed();
    arrays.put("target_labels", NpyBytes.integers(0, 1, 2, 1, 0));
    arrays.put("source_train_features", NpyBytes.floats(2, 1, 2, 3, 4, 5, 6));
    arrays.put("source_val_features", NpyBytes.floats(2, 1, 2, 3, 4, 5, 6, 7, 8));
    arrays.put("target_features", NpyBytes.floats(2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    arrays.put("mixup_logits", NpyBytes.floats(3, ramp(15)));
    arrays.put("mixup_partner", NpyBytes.integers(4, 3, 2, 1, 0));
    arrays.put("mcdropout_probs", NpyBytes.doubles(3, rows(5, 0.5, 0.25, 0.25)));
    arrays.put("ensemble_probs", NpyBytes.doubles(3, rows(5, 0.25, 0.25, 0.5)));
    arrays.put("second_source_val_logits", NpyBytes.floats(3, rows(4, 3, 2, 1)));
    arrays.put("second_target_logits", NpyBytes.floats(3, rows(5, 2, 3, 1)));
    return arrays;
  }

  /** The arrays without which there is no task. */
  public static Map<String, byte[]> needed() {
    Map<String, byte[]> arrays = new TreeMap<>();
    arrays.put("source_val_logits", NpyBytes.floats(3, ramp(12)));
    arrays.put("source_val_labels", NpyBytes.integers(2, 1, 0, 2));
    arrays.put("target_logits", NpyBytes.floats(3, ramp(15)));
    return arrays;
  }

  /** 0, ½, 1, … */
  public static double[] ramp(int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = i / 2.0;
    }
    return values;
  }

  /** The same row, repeated. */
  public static double[] rows(int count, double... row) {
    double[] values = new double[count * row.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[i % row.length];
    }
    return values;
  }

  /** Writes an archive {@code task.npz}. */
  public static Path write(Path folder, Map<String, byte[]> arrays) throws IOException {
    return Files.write(folder.resolve("task.npz"), NpzBytes.deflated(arrays));
  }
}
