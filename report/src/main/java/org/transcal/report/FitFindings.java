package org.transcal.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.matrix.Frequencies;
import org.transcal.model.IdentityModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * The results that the sections of a fit report share, computed once.
 *
 * @param primary the subject of the report: the method asked for, else the first that ran
 * @param before labelled rows at temperature 1
 * @param after labelled rows after the subject
 * @param confidenceBefore mean confidence on the target at temperature 1
 * @param confidenceAfter mean confidence on the target after the subject; NaN if none ran
 */
record FitFindings(
    MethodComparison comparison,
    Optional<MethodResult> primary,
    Optional<KnownTruth> truth,
    Binned before,
    Optional<Binned> after,
    double confidenceBefore,
    double confidenceAfter) {
  /** The labelled rows that reliability diagrams are drawn from. */
  enum Rows {
    TARGET,
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
    Logits labelled = labelled(comparison).logits();
    Binned before = binned(comparison, new IdentityModel(task.classes()).calibrate(labelled));
    Optional<Binned> after = primary.flatMap(result -> binned(comparison, result));
    if (rows(comparison) == Rows.TARGET) {
      double confidence = after.map(Binned::confidence).orElse(Double.NaN);
      return new FitFindings(
          comparison, primary, truth, before, after, before.confidence(), confidence);
    }
    double confidence =
        primary
            .flatMap(MethodResult::fitted)
            .map(method -> meanConfidence(task, method.targetProbabilities()))
            .orElse(Double.NaN);
    double uncalibrated = meanConfidence(task, task.target().logits().softmax(1));
    return new FitFindings(comparison, primary, truth, before, after, uncalibrated, confidence);
  }

  /** Rows whose classes are known. */
  record Labelled(Logits logits, Labels labels, Frequencies frequencies) {}

  /** Target rows if their labels are known, else source validation rows. */
  Labelled labelled() {
    return labelled(comparison);
  }

  private static Labelled labelled(MethodComparison comparison) {
    SourceValidation source = comparison.task().sourceValidation();
    Target target = comparison.task().target();
    return comparison
        .targetLabels()
        .flatMap(
            labels ->
                labels
                    .countKnown(target.frequencies())
                    .map(known -> new Labelled(target.logits(), labels, known)))
        .orElse(new Labelled(source.logits(), source.labels(), source.frequencies()));
  }

  TransferTask task() {
    return comparison.task();
  }

  Optional<FittedMethod> primaryMethod() {
    return primary().flatMap(MethodResult::fitted);
  }

  /** The subject, if it is a model and not only probabilities. */
  Optional<FittedCalibration> primaryCalibration() {
    return primary.flatMap(FitFindings::calibration);
  }

  static Optional<FittedCalibration> calibration(MethodResult result) {
    return result
        .fitted()
        .filter(FittedCalibration.class::isInstance)
        .map(FittedCalibration.class::cast);
  }

  static OptionalDouble temperature(MethodResult result) {
    return calibration(result).map(FittedCalibration::temperature).orElse(OptionalDouble.empty());
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
    Optional<Probabilities> probabilities =
        rows(comparison) == Rows.TARGET
            ? result.fitted().map(FittedMethod::targetProbabilities)
            : calibration(result).map(fit -> fit.model().calibrate(labelled(comparison).logits()));
    return probabilities.map(p -> binned(comparison, p));
  }

  private static Binned binned(MethodComparison comparison, Probabilities probabilities) {
    Labelled rows = labelled(comparison);
    return Binned.of(probabilities, rows.labels(), rows.frequencies(), comparison.bins());
  }

  /** The weights of the subject, else those that other methods shared. */
  Optional<ImportanceWeights> weights() {
    return primaryCalibration().flatMap(FittedCalibration::weights).or(comparison::weights);
  }

  private static double meanConfidence(TransferTask task, Probabilities probabilities) {
    return task.target().frequencies().mean(probabilities.top().confidences());
  }
}
