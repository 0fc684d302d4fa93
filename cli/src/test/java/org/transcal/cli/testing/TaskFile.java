package org.transcal.cli.testing;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.transcal.example.KnownShift;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.task.DomainFeatures;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/** A small task file whose arrays a test can replace or remove. */
public final class TaskFile {
  private final Map<String, Consumer<NpzWriter>> arrays = new LinkedHashMap<>();

  private TaskFile() {}

  /** A task of {@link KnownShift} with everything but mc-dropout and ensemble. */
  public static TaskFile small(long seed) {
    return of(KnownShift.sample(300, 200, 250, seed));
  }

  /** An example with all its arrays. */
  public static TaskFile of(KnownShift example) {
    TransferTask task = example.task();
    DomainFeatures features = task.features().orElseThrow();
    Mixup mixup = task.mixup().orElseThrow();
    int[] partner = new int[mixup.logits().rows()];
    Arrays.setAll(partner, mixup::partner);
    return new TaskFile()
        .matrix("source_val_logits", task.sourceValidation().logits().values())
        .integers("source_val_labels", task.sourceValidation().labels().toArray())
        .matrix("target_logits", task.target().logits().values())
        .integers("target_labels", example.targetLabels().toArray())
        .matrix("source_train_features", features.sourceTrain())
        .matrix("source_val_features", features.sourceValidation())
        .matrix("target_features", features.target())
        .matrix("mixup_logits", mixup.logits().values())
        .integers("mixup_partner", partner);
  }

  /** Adds or replaces an array of numbers. */
  public TaskFile matrix(String name, Matrix values) {
    arrays.put(name, writer -> writer.matrix(name, values));
    return this;
  }

  /** Adds or replaces an array of integers. */
  public TaskFile integers(String name, int... values) {
    arrays.put(name, writer -> writer.integers(name, values));
    return this;
  }

  /** Removes arrays. */
  public TaskFile without(String... names) {
    for (String name : names) {
      arrays.remove(name);
    }
    return this;
  }

  /** Removes features, so that weighted methods cannot run. */
  public TaskFile withoutFeatures() {
    return without("source_train_features", "source_val_features", "target_features");
  }

  /** Writes the file. */
  public Path write(Path file) {
    try (NpzWriter writer = NpzWriter.open(file)) {
      arrays.values().forEach(array -> array.accept(writer));
      writer.commit();
    }
    return file;
  }
}
