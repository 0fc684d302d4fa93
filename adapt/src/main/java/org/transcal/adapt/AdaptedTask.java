package org.transcal.adapt;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.DomainFeatures;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/**
 * A trained model and its outputs on both domains, ready to calibrate.
 *
 * <pre>{@code
 * AdaptedTask adapted = Adaptation.of(data, "books", "dvd").train();
 * FittedCalibration fit = TransCal.released().fit(adapted.task());
 * }</pre>
 *
 * @param model the trained model; the first of an ensemble
 * @param log the steps of its training
 * @param task the task to calibrate
 * @param trainLabels true classes of source training rows
 * @param targetLabels true classes of target rows if all are known, for evaluation only
 * @param notes what users should know about the data, one line each
 */
public record AdaptedTask(
    AdaptedModel model,
    TrainingLog log,
    TransferTask task,
    Labels trainLabels,
    Optional<Labels> targetLabels,
    List<String> notes) {
  public AdaptedTask {
    notes = List.copyOf(notes);
  }

  public Logits targetLogits() {
    return task.target().logits();
  }

  /** Writes the task as a {@code .npz} file that every command reads. */
  public void write(Path file) {
    DomainFeatures features = task.features().orElseThrow();
    Mixup mixup = task.mixup().orElseThrow();
    int[] partners = IntStream.range(0, targetLogits().rows()).map(mixup::partner).toArray();
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("source_train_features", features.sourceTrain())
          .matrix("source_train_logits", task.sourceTraining().orElseThrow().values())
          .integers("source_train_labels", trainLabels.toArray())
          .matrix("source_val_features", features.sourceValidation())
          .matrix("source_val_logits", task.sourceValidation().logits().values())
          .integers("source_val_labels", task.sourceValidation().labels().toArray())
          .matrix("target_features", features.target())
          .matrix("target_logits", targetLogits().values());
      targetLabels.ifPresent(labels -> writer.integers("target_labels", labels.toArray()));
      writer.matrix("mixup_logits", mixup.logits().values()).integers("mixup_partner", partners);
      task.mcDropout().ifPresent(mean -> writer.matrix("mcdropout_probs", floats(mean)));
      task.ensemble().ifPresent(mean -> writer.matrix("ensemble_probs", floats(mean)));
      writer.texts("class_names", model.classNames()).commit();
    }
  }

  private static Matrix floats(Probabilities probabilities) {
    float[] values = new float[probabilities.rows() * probabilities.classes()];
    probabilities.copyRows(0, probabilities.rows(), values);
    return Matrix.wrap(values, probabilities.rows(), probabilities.classes());
  }

  @Override
  public String toString() {
    return "AdaptedTask " + task.name();
  }
}
