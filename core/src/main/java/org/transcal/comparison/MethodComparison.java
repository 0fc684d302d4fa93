package org.transcal.comparison;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.calibration.CalibrationException;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.LabelledPredictions;
import org.transcal.prediction.Labels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.SourceCheck;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * Several methods on one task, in the order asked for.
 *
 * @param prepared the task, with what the methods derived from it
 * @param settings what the methods were given; its target labels, if known, give the scores
 * @param results one per method
 */
public record MethodComparison(
    PreparedTask prepared, MethodSettings settings, List<MethodResult> results) {
  /** Copies the list. */
  public MethodComparison {
    results = List.copyOf(results);
  }

  /**
   * Runs methods one after the other. A method that cannot run becomes a failure among the results,
   * even if memory runs out; the others still run.
   *
   * @param finished called with each result as it comes
   */
  public static MethodComparison run(
      TransferTask task,
      List<CalibrationMethod> methods,
      MethodSettings settings,
      Consumer<MethodResult> finished) {
    PreparedTask prepared = PreparedTask.of(task, settings.densityRatio());
    return new MethodComparison(
        prepared,
        settings,
        methods.stream()
            .map(
                method ->
                    run(
                        prepared,
                        method,
                        settings,
                        // Kept by the prepared task.
                        () ->
                            new MethodComparison(prepared, settings, List.of())
                                .behind(method.name())))
            .peek(finished)
            .toList());
  }

  /** Runs one method on a task that others may have run on before. */
  public static MethodResult run(
      PreparedTask prepared, CalibrationMethod method, MethodSettings settings) {
    return run(prepared, method, settings, Optional::empty);
  }

  private static MethodResult run(
      PreparedTask prepared,
      CalibrationMethod method,
      MethodSettings settings,
      Supplier<Optional<TargetEstimate>> estimate) {
    long start = System.nanoTime();
    try {
      FittedMethod fitted = method.fit(prepared);
      estimate.get();
      double seconds = (System.nanoTime() - start) / 1e9;
      // Computed now and kept, so that too little memory for it is this method's failure.
      fitted.estimatedTargetAccuracy();
      return new MethodResult(
          method.name(),
          seconds,
          Optional.of(fitted),
          settings
              .targetLabels()
              .flatMap(labels -> scores(prepared.task(), fitted, labels, settings.bins())),
          Optional.empty());
    } catch (MissingPartException missing) {
      return failure(method, start, MethodResult.Cause.MISSING_INPUT, missing.getMessage());
    } catch (CalibrationException impossible) {
      return failure(method, start, MethodResult.Cause.NOT_CALIBRATABLE, impossible.getMessage());
    } catch (OutOfMemoryError tooLarge) {
      String message =
          method.name() + " needs more memory than there is: give Java more, for example -Xmx8g";
      return failure(method, start, MethodResult.Cause.OUT_OF_MEMORY, message);
    } catch (RuntimeException | StackOverflowError bug) {
      String message = method.name() + ": internal error: " + bug + place(bug);
      return failure(method, start, MethodResult.Cause.UNEXPECTED, message);
    }
  }

  private static String place(Throwable bug) {
    return bug.getStackTrace().length == 0 ? "" : " at " + bug.getStackTrace()[0];
  }

  private static MethodResult failure(
      CalibrationMethod method, long start, MethodResult.Cause cause, String message) {
    return new MethodResult(
        method.name(),
        (System.nanoTime() - start) / 1e9,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new MethodResult.Failure(cause, message)));
  }

  private static Optional<TargetScores> scores(
      TransferTask task, FittedMethod fitted, Labels labels, int bins) {
    return labels
        .countKnown(task.target().frequencies())
        .map(LabelledPredictions.of(fitted.targetProbabilities(), labels)::countedBy)
        .map(
            predictions ->
                new TargetScores(
                    CalibrationMetrics.accuracy().measure(predictions),
                    CalibrationMetrics.expectedCalibrationError(bins).measure(predictions),
                    CalibrationMetrics.negativeLogLikelihood().measure(predictions),
                    CalibrationMetrics.brierScore().measure(predictions)));
  }

  /** The task. */
  public TransferTask task() {
    return prepared.task();
  }

  /** The importance weights of the first method that used any. */
  public Optional<ImportanceWeights> weights() {
    return results.stream()
        .flatMap(result -> result.calibration().stream())
        .flatMap(calibration -> calibration.weights().stream())
        .findFirst();
  }

  /**
   * The estimate that a method matched confidence to, with interval and verdict: that of the
   * default method, or with labels that of {@code labelled}; empty for other methods.
   */
  public Optional<TargetEstimate> estimate(MethodResult result) {
    return result.fitted().isEmpty() ? Optional.empty() : behind(result.method());
  }

  private Optional<TargetEstimate> behind(String method) {
    return switch (method) {
      case Methods.DEFAULT -> Optional.of(withoutLabels());
      case Methods.LABELLED -> labelled().map(LabelledEstimate::after);
      default -> Optional.empty();
    };
  }

  private TargetEstimate withoutLabels() {
    return TargetEstimator.seeded(seed()).withBins(bins()).estimate(prepared);
  }

  /** Reasons to doubt a result, one sentence each; not those that apply to the task as a whole. */
  public List<String> concerns(MethodResult result) {
    return result
        .calibration()
        .map(fit -> estimate(result).isPresent() ? fit.concerns() : ofMethod(fit.concerns()))
        .orElse(List.of());
  }

  private List<String> ofMethod(List<String> concerns) {
    Optional<String> ofTask = SourceCheck.of(task()).concern();
    return concerns.stream().filter(concern -> ofTask.filter(concern::equals).isEmpty()).toList();
  }

  /** True target classes, if known; only scores and the oracle saw them. */
  public Optional<Labels> targetLabels() {
    return settings.targetLabels();
  }

  /**
   * What the labelled target rows that methods were given add to the estimate without labels, if
   * there are any.
   */
  public Optional<LabelledEstimate> labelled() {
    return settings
        .labelledRows()
        .map(
            rows ->
                prepared.derive(
                    new WithLabels(rows, seed(), bins()),
                    task -> LabelledEstimate.of(withoutLabels(), rows, bins())));
  }

  /** What the estimate with labels depends on besides the task. */
  private record WithLabels(LabelledRows rows, long seed, int bins)
      implements PreparedTask.Key<LabelledEstimate> {}

  /** The seed that random parts of methods were given. */
  public long seed() {
    return settings.seed();
  }

  /** Number of ECE bins. */
  public int bins() {
    return settings.bins();
  }

  /** The first result that is not a failure. */
  public Optional<MethodResult> firstFitted() {
    return results.stream().filter(result -> result.fitted().isPresent()).findFirst();
  }
}
