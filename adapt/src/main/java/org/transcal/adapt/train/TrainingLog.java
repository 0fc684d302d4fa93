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
 * @param validationAccuracy on source validation rows, about {@value #MEASUREMENTS} times at equal
 *     distances, the last time after training; empty if there are no such rows
 */
public record TrainingLog(List<TrainingStep> steps, List<Double> validationAccuracy) {
  /** About how often validation accuracy is measured, if there are as many steps. */
  public static final int MEASUREMENTS = 20;

  private static final String HEADER =
      "step,learning_rate,ramp,source_loss,transfer_loss,source_accuracy\n";

  public TrainingLog {
    steps = List.copyOf(steps);
    validationAccuracy = List.copyOf(validationAccuracy);
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
