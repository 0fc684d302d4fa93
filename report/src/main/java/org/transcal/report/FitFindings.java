package org.transcal.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * The results that the sections of a fit report share, computed once.
 *
 * @param primary the subject of the report: the method asked for, else the first that ran
 * @param before labelled rows at temperature 1
 * @param after labelled rows after the subject
 * @param confidenceBefore mean confidence on the target at temperature 1
 * @param confidenceAfter mean confidence on the target after the subject
 */
record FitFindings(
    MethodComparison comparison,
    Optional<MethodResult> primary,
    Optional<KnownTruth> truth,
    Binned before,
    Optional<Binned> after,
    double confidenceBefore,
    OptionalDouble confidenceAfter) {
  /** The labelled rows that reliability diagrams are drawn from. */
  enum Rows {
    /** Target rows: labels are known. */
    TARGET,
    /** Source validation rows: the target has no labels. */
    SOURCE_VALIDATION
  }

  static FitFindings of(
      MethodComparison comparison, Optional<String> subject, Optional<KnownTruth> truth) {
    Optional<MethodResult> primary =
        comparison.results().stream()
            .filter(result -> result.fitted().isPresent())
            .filter(result -> subject.filter(result.method()::equals).isPresent())
            .findFirst()
            .or(comparison::firstFitted);
    TransferTask task = comparison.task();
    Binned before = binned(comparison, new IdentityModel(task.classes()));
    Optional<Binned> after = primary.flatMap(result -> binned(comparison, result));
    if (rows(comparison) == Rows.TARGET) {
      return new FitFindings(
          comparison, primary, truth, before, after, before.confidence(), confidence(after));
    }
    Optional<Double> confidence =
        primary
            .flatMap(MethodResult::fitted)
            .map(method -> meanConfidence(task, method.targetProbabilities()));
    return new FitFindings(
        comparison,
        primary,
        truth,
        before,
        after,
        meanConfidence(task, task.target().logits().softmax(1)),
        confidence.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
  }

  private static OptionalDouble confidence(Optional<Binned> binned) {
    return binned.map(b -> OptionalDouble.of(b.confidence())).orElse(OptionalDouble.empty());
  }

  TransferTask task() {
    return comparison.task();
  }

  Optional<FittedMethod> primaryMethod() {
    return primary().flatMap(MethodResult::fitted);
  }

  /** The subject, if it is a model and not only probabilities. */
  Optional<FittedCalibration> primaryCalibration() {
    return primaryMethod()
        .filter(FittedCalibration.class::isInstance)
        .map(FittedCalibration.class::cast);
  }

  Rows rows() {
    return rows(comparison);
  }

  private static Rows rows(MethodComparison comparison) {
    return comparison.targetLabels().isPresent() ? Rows.TARGET : Rows.SOURCE_VALIDATION;
  }

  /** Share of right target predictions after the subject, if labels are known. */
  OptionalDouble targetAccuracy() {
    if (rows() != Rows.TARGET) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(after.orElse(before).accuracy());
  }

  /** Labelled rows after a method; empty if it failed or cannot be applied to them. */
  Optional<Binned> binned(MethodResult result) {
    return binned(comparison, result);
  }

  private static Optional<Binned> binned(MethodComparison comparison, MethodResult result) {
    Optional<FittedMethod> fitted = result.fitted();
    if (rows(comparison) == Rows.TARGET) {
      return fitted.map(method -> onTarget(comparison, method.targetProbabilities()));
    }
    return fitted
        .filter(FittedCalibration.class::isInstance)
        .map(fit -> binned(comparison, ((FittedCalibration) fit).model()));
  }

  private static Binned binned(MethodComparison comparison, CalibrationModel model) {
    if (rows(comparison) == Rows.TARGET) {
      return onTarget(comparison, model.calibrate(comparison.task().target().logits()));
    }
    SourceValidation source = comparison.task().sourceValidation();
    return Binned.of(
        model.calibrate(source.logits()), source.labels(), source.frequencies(), comparison.bins());
  }

  private static Binned onTarget(MethodComparison comparison, Probabilities probabilities) {
    Labels labels = comparison.targetLabels().orElseThrow();
    return Binned.of(
        probabilities, labels, comparison.task().target().frequencies(), comparison.bins());
  }

  /** The weights of the subject, else those that other methods shared. */
  Optional<ImportanceWeights> weights() {
    return primaryCalibration().flatMap(FittedCalibration::weights).or(comparison::weights);
  }

  private static double meanConfidence(TransferTask task, Probabilities probabilities) {
    return task.target().frequencies().mean(probabilities.top().confidences());
  }
}
