package org.transcal.adapt.train;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.transcal.io.file.AtomicFile;

/**
 * The steps of a training.
 *
 * @param steps in order
 */
public record TrainingLog(List<TrainingStep> steps) {
  private static final String HEADER =
      "step,learning_rate,ramp,source_loss,transfer_loss,source_accuracy\n";

  public TrainingLog {
    steps = List.copyOf(steps);
  }

  /** Writes one line per step. */
  public void writeCsv(Path file) {
    StringBuilder text = new StringBuilder(HEADER);
    for (TrainingStep step : steps) {
      text.append(step.step());
      DoubleStream.of(
              step.learningRate(),
              step.ramp(),
              step.sourceLoss(),
              step.transferLoss(),
              step.sourceAccuracy())
          // Training computes in single precision.
          .forEach(value -> text.append(',').append((float) value));
      text.append('\n');
    }
    AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
