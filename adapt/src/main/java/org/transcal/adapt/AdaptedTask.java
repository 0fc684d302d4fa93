package org.transcal.adapt;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.io.npy.NpzWriter;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** A trained model and what it says about the rows of its two domains: a task to calibrate. */
public final class AdaptedTask {
  private final AdaptedModel model;
  private final TrainingLog log;
  private final TaskOutputs outputs;
  private final Labels trainLabels;
  private final Labels validationLabels;
  private final Optional<Labels> targetLabels;
  private final List<String> notes;

  AdaptedTask(
      AdaptedModel model,
      TrainingLog log,
      TaskOutputs outputs,
      Labels trainLabels,
      Labels validationLabels,
      Optional<Labels> targetLabels,
      List<String> notes) {
    this.model = model;
    this.log = log;
    this.outputs = outputs;
    this.trainLabels = trainLabels;
    this.validationLabels = validationLabels;
    this.targetLabels = targetLabels;
    this.notes = List.copyOf(notes);
  }

  /** The trained model; of an ensemble the first. */
  public AdaptedModel model() {
    return model;
  }

  /** What happened in training; of an ensemble in that of the first. */
  public TrainingLog log() {
    return log;
  }

  /** What the user should know about the data used, one line each. */
  public List<String> notes() {
    return notes;
  }

  /** Logits of source validation rows. */
  public Logits validationLogits() {
    return Logits.of(outputs.sourceValidation.logits());
  }

  /** Their true classes. */
  public Labels validationLabels() {
    return validationLabels;
  }

  /** Logits of target rows. */
  public Logits targetLogits() {
    return Logits.of(outputs.target.logits());
  }

  /** Their true classes if all are known, for evaluation: training has not seen them. */
  public Optional<Labels> targetLabels() {
    return targetLabels;
  }

  /** Writes the task as a {@code .npz} file that every command takes, whole or not at all. */
  public void write(Path file) {
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("source_train_features", outputs.sourceTrain.features())
          .matrix("source_train_logits", outputs.sourceTrain.logits())
          .integers("source_train_labels", trainLabels.toArray())
          .matrix("source_val_features", outputs.sourceValidation.features())
          .matrix("source_val_logits", outputs.sourceValidation.logits())
          .integers("source_val_labels", validationLabels.toArray())
          .matrix("target_features", outputs.target.features())
          .matrix("target_logits", outputs.target.logits());
      targetLabels.ifPresent(labels -> writer.integers("target_labels", labels.toArray()));
      writer
          .matrix("mixup_logits", outputs.mixupLogits)
          .integers("mixup_partner", outputs.mixupPartner);
      outputs.dropoutProbabilities.ifPresent(mean -> writer.matrix("mcdropout_probs", mean));
      outputs.ensembleProbabilities.ifPresent(mean -> writer.matrix("ensemble_probs", mean));
      writer.texts("class_names", model.classNames());
      writer.commit();
    }
  }
}
