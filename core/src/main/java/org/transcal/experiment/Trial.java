package org.transcal.experiment;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.task.TransferTask;

/**
 * One method on one task once, without the data it came from.
 *
 * @param task the task
 * @param method the method's name
 * @param repeat how many runs of the task came before, counted from 0
 * @param seed the seed of the run
 * @param seconds how long fitting took; 0 if it failed
 * @param outcome what came out, or why nothing did
 */
public record Trial(
    TaskName task, String method, int repeat, long seed, double seconds, Outcome outcome) {
  /** Number of repeats whose diagrams are kept: enough for a standard deviation. */
  public static final int DIAGRAMS = 30;

  /** More bins than this are too thin to read. */
  private static final int MOST_BINS = 30;

  /** What came out of a trial. */
  public sealed interface Outcome permits Fitted, Failed {}

  /**
   * The method ran.
   *
   * @param temperature the temperature, if the model is one
   * @param lambda the exponent on the weights, if the method learned one
   * @param estimatedAccuracy the method's own estimate of target accuracy
   * @param scores scores on the target, if labels are known
   * @param diagram target accuracy against confidence, if labels are known
   */
  public record Fitted(
      OptionalDouble temperature,
      OptionalDouble lambda,
      double estimatedAccuracy,
      Optional<TargetScores> scores,
      Optional<ReliabilityDiagram> diagram)
      implements Outcome {}

  /** The method did not run. */
  public record Failed(MethodResult.Cause cause, String message) implements Outcome {}

  /** The trial of a result on a task. */
  public static Trial of(
      TransferTask task, MethodSettings settings, MethodResult result, int repeat) {
    Outcome outcome =
        result
            .failure()
            .<Outcome>map(failure -> new Failed(failure.cause(), failure.message()))
            .orElseGet(() -> fitted(task, settings, result, repeat));
    double seconds = outcome instanceof Failed ? 0 : result.seconds();
    return new Trial(
        TaskName.of(task.name()), result.method(), repeat, settings.seed(), seconds, outcome);
  }

  private static Fitted fitted(
      TransferTask task, MethodSettings settings, MethodResult result, int repeat) {
    FittedMethod fitted = result.fitted().orElseThrow();
    Optional<FittedCalibration> calibration = result.calibration();
    return new Fitted(
        calibration.map(FittedCalibration::temperature).orElse(OptionalDouble.empty()),
        calibration.map(FittedCalibration::lambda).orElse(OptionalDouble.empty()),
        fitted.estimatedTargetAccuracy(),
        result.scores(),
        settings
            .targetLabels()
            .filter(labels -> repeat < DIAGRAMS)
            .flatMap(
                labels ->
                    labels
                        .countKnown(task.target().frequencies())
                        .map(
                            LabelledPredictions.of(fitted.targetProbabilities(), labels)
                                ::countedBy))
            .map(known -> ReliabilityDiagram.of(known, Math.min(MOST_BINS, settings.bins()))));
  }

  /** What came out, if the method ran. */
  public Optional<Fitted> fitted() {
    return outcome instanceof Fitted fitted ? Optional.of(fitted) : Optional.empty();
  }

  /** Why nothing came out, if the method did not run. */
  public Optional<Failed> failed() {
    return outcome instanceof Failed failed ? Optional.of(failed) : Optional.empty();
  }

  /** Scores, if labels are known and the method ran. */
  public Optional<TargetScores> scores() {
    return fitted().flatMap(Fitted::scores);
  }
}
