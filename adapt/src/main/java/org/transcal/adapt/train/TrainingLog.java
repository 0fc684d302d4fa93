package org.transcal.adapt.train;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.transcal.io.file.AtomicFile;

/**
 * What happened in each step of a training.
 *
 * @param steps in order
 */
public record TrainingLog(List<TrainingStep> steps) {
  private static final String HEADER =
      "step,learning_rate,ramp,source_loss,transfer_loss,source_accuracy\n";

  /** Copies the list. */
  public TrainingLog {
    steps = List.copyOf(steps);
  }

  /** Writes one line a step. */
  public void writeCsv(Path file) {
    StringBuilder text = new StringBuilder(HEADER);
    for (TrainingStep step : steps) {
      text.append(step.step())
          .append(',')
          .append(shortest(step.learningRate()))
          .append(',')
          .append(shortest(step.ramp()))
          .append(',')
          .append(shortest(step.sourceLoss()))
          .append(',')
          .append(shortest(step.transferLoss()))
          .append(',')
          .append(shortest(step.sourceAccuracy()))
          .append('\n');
    }
    AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Single precision is what was computed. */
  private static String shortest(double value) {
    return Float.toString((float) value);
  }
}
