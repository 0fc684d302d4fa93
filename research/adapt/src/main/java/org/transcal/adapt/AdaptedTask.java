package org.transcal.adapt;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.train.TrainingLog;
import org.transcal.io.TaskWriter;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
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
    TaskWriter writer =
        TaskWriter.of(task).sourceTrainingLabels(trainLabels).classNames(model.classNames());
    targetLabels.ifPresent(writer::targetLabels);
    writer.write(file);
  }

  @Override
  public String toString() {
    return "AdaptedTask " + task.name();
  }
}
