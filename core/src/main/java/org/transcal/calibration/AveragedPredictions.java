package org.transcal.calibration;

import java.util.Set;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * Target probabilities that the task brings, averaged over stochastic passes or over models.
 *
 * <p>There is nothing to fit and no model to apply to new logits: the networks' outputs were
 * averaged beforehand.
 */
record AveragedPredictions(Source source) implements CalibrationMethod {
  /** What was averaged. */
  public enum Source {
    /** Passes with dropout left on. */
    MC_DROPOUT,
    /** Independently trained models. */
    ENSEMBLE
  }

  @Override
  public String name() {
    return source == Source.MC_DROPOUT ? "mc-dropout" : "ensemble";
  }

  @Override
  public String summary() {
    return source == Source.MC_DROPOUT
        ? "mean probabilities over passes with dropout, as the task brings them"
        : "mean probabilities over trained models, as the task brings them";
  }

  @Override
  public Set<Need> needs() {
    return Set.of(source == Source.MC_DROPOUT ? Need.MC_DROPOUT : Need.ENSEMBLE);
  }

  @Override
  public FittedMethod fit(PreparedTask prepared) {
    TransferTask task = prepared.task();
    Probabilities probabilities =
        (source == Source.MC_DROPOUT ? task.mcDropout() : task.ensemble())
            .orElseThrow(
                () ->
                    new MissingPartException(
                        source == Source.MC_DROPOUT
                            ? "mc-dropout needs mcdropout_probs"
                            : "ensemble needs ensemble_probs"));
    double confidence =
        FittedCalibration.meanConfidence(probabilities, task.target().frequencies());
    return new Given(name(), probabilities, confidence);
  }

  private record Given(
      String method, Probabilities targetProbabilities, double estimatedTargetAccuracy)
      implements FittedMethod {}
}
