package org.transcal.calibration;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * Target probabilities that the task brings, averaged over stochastic passes or over models.
 *
 * <p>There is nothing to fit and no model to apply to new logits: the networks' outputs were
 * averaged beforehand.
 *
 * @param need what the task must bring
 * @param part that part of a task
 */
record AveragedPredictions(
    String name, String summary, Need need, Function<TransferTask, Optional<Probabilities>> part)
    implements CalibrationMethod {
  @Override
  public Set<Need> needs() {
    return Set.of(need);
  }

  @Override
  public FittedMethod fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    String missing = name + " needs " + name.replace("-", "") + "_probs";
    Probabilities given = part.apply(task).orElseThrow(() -> new MissingPartException(missing));
    return new Given(
        name, given, FittedCalibration.meanConfidence(given, task.target().frequencies()));
  }

  private record Given(
      String method, Probabilities targetProbabilities, double estimatedTargetAccuracy)
      implements FittedMethod {}
}
