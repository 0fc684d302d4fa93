package org.transcal.adapt.train;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.transcal.io.file.AtomicFile;

/**
 * The steps of a training.
 *
 * @param steps in order
 * @param validationAccuracy on source validation rows, about {@value #MEASUREMENTS} times at equal
 *     intervals, the last time after training; empty if there are no such rows
 * @param checkpoints those of early stopping, in order; empty without it
 */
public record TrainingLog(
    List<TrainingStep> steps, List<Double> validationAccuracy, List<Checkpoint> checkpoints) {
  /** About how often validation accuracy is measured, if there are as many steps. */
  public static final int MEASUREMENTS = 20;

  private static final String HEADER =
      "step,learning_rate,ramp,source_loss,transfer_loss,source_accuracy";
  private static final String CHECKPOINT_HEADER = ",criterion,class_entropy_ratio,kept";

  /**
   * A checkpoint of early stopping.
   *
   * @param step after which it was made, from 0 on
   * @param score value of the criterion
   * @param classEntropyRatio entropy of classes predicted on the target, divided by that of source
   *     classes; small if target rows are predicted as few classes
   * @param kept whether its weights were kept
   */
  public record Checkpoint(int step, double score, double classEntropyRatio, boolean kept) {
    Checkpoint asKept() {
      return new Checkpoint(step, score, classEntropyRatio, true);
    }
  }

  public TrainingLog {
    steps = List.copyOf(steps);
    validationAccuracy = List.copyOf(validationAccuracy);
    checkpoints = List.copyOf(checkpoints);
  }

  /** The checkpoint whose weights were kept; none if it is the end of training. */
  public Optional<Checkpoint> kept() {
    return checkpoints.stream().filter(Checkpoint::kept).findFirst();
  }

  /** Writes one line per step; with checkpoints, three more columns. */
  public void writeCsv(Path file) {
    StringBuilder text = new StringBuilder(HEADER);
    text.append(checkpoints.isEmpty() ? "" : CHECKPOINT_HEADER).append('\n');
    Map<Integer, Checkpoint> byStep =
        checkpoints.stream().collect(Collectors.toMap(Checkpoint::step, Function.identity()));
    for (TrainingStep step : steps) {
      text.append(step.step());
      append(
          text,
          step.learningRate(),
          step.ramp(),
          step.sourceLoss(),
          step.transferLoss(),
          step.sourceAccuracy());
      if (byStep.containsKey(step.step())) {
        Checkpoint at = byStep.get(step.step());
        append(text, at.score(), at.classEntropyRatio());
        text.append(at.kept() ? ",1" : ",0");
      } else if (!checkpoints.isEmpty()) {
        text.append(",,,");
      }
      text.append('\n');
    }
    AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Training computes in single precision. */
  private static void append(StringBuilder text, double... values) {
    DoubleStream.of(values).forEach(value -> text.append(',').append((float) value));
  }
}
