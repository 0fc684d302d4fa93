package org.transcal.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/**
 * Writes a task to a {@code .npz} file that every command reads, with arrays that are not part of a
 * {@link TransferTask}.
 *
 * <pre>{@code
 * TaskWriter.of(task)
 *     .targetLabels(labels)
 *     .classNames(List.of("cat", "dog"))
 *     .write(Path.of("A2B.npz"));
 * }</pre>
 */
public final class TaskWriter {
  private final TransferTask task;
  private Optional<Labels> targetLabels = Optional.empty();
  private Optional<Labels> trainingLabels = Optional.empty();
  private List<String> classNames = List.of();
  private List<String> featureNames = List.of();

  private TaskWriter(TransferTask task) {
    this.task = task;
  }

  /**
   * A writer of a task.
   *
   * @throws IllegalArgumentException if the task has row frequencies or importance weights, which a
   *     task file cannot hold
   */
  public static TaskWriter of(TransferTask task) {
    requireOnes("source validation", task.sourceValidation().frequencies());
    requireOnes("target", task.target().frequencies());
    task.features().ifPresent(f -> requireOnes("source training", f.sourceTrainFrequencies()));
    if (task.weights().isPresent()) {
      throw new IllegalArgumentException(
          "Task "
              + task.name()
              + " has importance weights, which a task file cannot hold; write them to a .npy file"
              + " and give it to --weights");
    }
    return new TaskWriter(task);
  }

  private static void requireOnes(String rows, Frequencies frequencies) {
    for (int i = 0; i < frequencies.rows(); i++) {
      if (frequencies.get(i) != 1) {
        throw new IllegalArgumentException(
            "Frequency at "
                + rows
                + " row "
                + i
                + " is "
                + frequencies.get(i)
                + "; a task file holds each row once");
      }
    }
  }

  /** Adds {@code target_labels}, for evaluation and the oracle only. */
  public TaskWriter targetLabels(Labels labels) {
    int rows = task.target().logits().rows();
    targetLabels = Optional.of(labels.requireRows(rows, "Target"));
    return this;
  }

  /** Adds {@code source_train_labels}. */
  public TaskWriter sourceTrainingLabels(Labels labels) {
    int rows = task.features().map(f -> f.sourceTrain().rows()).orElse(labels.rows());
    trainingLabels = Optional.of(labels.requireRows(rows, "Source training"));
    return this;
  }

  /** Adds {@code class_names}, one per class. */
  public TaskWriter classNames(List<String> names) {
    classNames = named("class", names, task.classes(), "classes");
    return this;
  }

  /** Adds {@code feature_names}, one per column. */
  public TaskWriter featureNames(List<String> names) {
    int columns = task.features().map(features -> features.target().columns()).orElse(0);
    featureNames = named("feature", names, columns, "columns");
    return this;
  }

  private static List<String> named(String what, List<String> names, int count, String unit) {
    if (names.size() != count) {
      String given = names.size() + " " + what + " names for " + count + " " + unit;
      throw new IllegalArgumentException(given + "; one per " + what + " is needed");
    }
    return List.copyOf(names);
  }

  /**
   * Writes the file, whole or not at all.
   *
   * @throws org.transcal.io.file.OutputException if it cannot be written
   */
  public void write(Path file) {
    try (NpzWriter npz = NpzWriter.open(file)) {
      Optional<DomainFeatures> features = task.features();
      features.ifPresent(f -> npz.matrix("source_train_features", f.sourceTrain()));
      task.sourceTraining().ifPresent(z -> npz.matrix("source_train_logits", z.values()));
      trainingLabels.ifPresent(y -> npz.integers("source_train_labels", y.toArray()));
      features.ifPresent(f -> npz.matrix("source_val_features", f.sourceValidation()));
      npz.matrix("source_val_logits", task.sourceValidation().logits().values())
          .integers("source_val_labels", task.sourceValidation().labels().toArray());
      features.ifPresent(f -> npz.matrix("target_features", f.target()));
      npz.matrix("target_logits", task.target().logits().values());
      targetLabels.ifPresent(y -> npz.integers("target_labels", y.toArray()));
      task.mixup()
          .ifPresent(
              mixup ->
                  npz.matrix("mixup_logits", mixup.logits().values())
                      .integers(
                          "mixup_partner",
                          IntStream.range(0, mixup.logits().rows()).map(mixup::partner).toArray()));
      task.mcDropout().ifPresent(p -> npz.matrix("mcdropout_probs", values(p)));
      task.ensemble().ifPresent(p -> npz.matrix("ensemble_probs", values(p)));
      task.svi().ifPresent(p -> npz.matrix("svi_probs", values(p)));
      task.secondModel()
          .ifPresent(
              second ->
                  npz.matrix("second_source_val_logits", second.sourceValidation().values())
                      .matrix("second_target_logits", second.target().values()));
      if (!classNames.isEmpty()) {
        npz.texts("class_names", classNames);
      }
      if (!featureNames.isEmpty()) {
        npz.texts("feature_names", featureNames);
      }
      npz.commit();
    }
  }

  /** Probabilities in the precision of the logits. */
  private Matrix values(Probabilities probabilities) {
    if (!(task.target().logits().values() instanceof Matrix.OfFloats)) {
      return probabilities.toMatrix();
    }
    float[] values = new float[Math.multiplyExact(probabilities.rows(), probabilities.classes())];
    probabilities.copyRows(0, probabilities.rows(), values);
    return Matrix.wrap(values, probabilities.rows(), probabilities.classes());
  }
}
