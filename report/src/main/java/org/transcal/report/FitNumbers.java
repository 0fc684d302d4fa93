package org.transcal.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Fit;

/**
 * The results that the sections of a fit report share, computed once.
 *
 * @param primary the subject of the report
 * @param estimate the estimate behind the subject with its interval and verdict, if it has one
 * @param before labelled rows before calibration, at temperature 1
 * @param after labelled rows after calibration by the subject
 */
record FitNumbers(
    Fit.Result fit,
    Optional<MethodResult> primary,
    Optional<KnownTruth> truth,
    Optional<TargetEstimate> estimate,
    Binned before,
    Optional<Binned> after) {
  static FitNumbers of(Fit.Result fit, Optional<KnownTruth> truth) {
    Optional<MethodResult> primary = fit.subject();
    Labelled rows = Labelled.of(fit.comparison());
    return new FitNumbers(
        fit,
        primary,
        truth,
        primary.flatMap(fit.comparison()::estimate),
        rows.binned(rows.logits().softmax(1)),
        primary.flatMap(rows::binned));
  }

  MethodComparison comparison() {
    return fit.comparison();
  }

  /** Rows whose classes are known: target rows if they are labelled, else validation rows. */
  record Labelled(
      MethodComparison comparison, Logits logits, Labels labels, Frequencies frequencies) {
    static Labelled of(MethodComparison comparison) {
      SourceValidation source = comparison.task().sourceValidation();
      Target target = comparison.task().target();
      return comparison
          .targetLabels()
          .flatMap(
              labels ->
                  labels
                      .countKnown(target.frequencies())
                      .map(known -> new Labelled(comparison, target.logits(), labels, known)))
          .orElse(new Labelled(comparison, source.logits(), source.labels(), source.frequencies()));
    }

    private Binned binned(Probabilities probabilities) {
      return Binned.of(probabilities, labels, frequencies, comparison.bins());
    }

    /** The rows after calibration by a method; empty if it failed or cannot be applied to them. */
    Optional<Binned> binned(MethodResult result) {
      Optional<Probabilities> probabilities =
          comparison.targetLabels().isPresent()
              ? result.fitted().map(FittedMethod::targetProbabilities)
              : result.calibration().map(fit -> fit.model().calibrate(logits));
      return probabilities.map(this::binned);
    }
  }

  /** The rows that reliability diagrams are drawn from. */
  Labelled labelled() {
    return Labelled.of(comparison());
  }

  /** Whether the labelled rows are target rows. */
  boolean onTarget() {
    return comparison().targetLabels().isPresent();
  }

  TransferTask task() {
    return comparison().task();
  }

  Optional<FittedMethod> primaryMethod() {
    return primary().flatMap(MethodResult::fitted);
  }

  /** The subject, if it is a model and not only probabilities. */
  Optional<FittedCalibration> primaryCalibration() {
    return primary.flatMap(MethodResult::calibration);
  }

  static OptionalDouble temperature(MethodResult result) {
    return result.calibration().map(FittedCalibration::temperature).orElse(OptionalDouble.empty());
  }

  /** Share of correct target predictions after calibration, if labels are known. */
  OptionalDouble targetAccuracy() {
    return onTarget() ? OptionalDouble.of(after.orElse(before).accuracy()) : OptionalDouble.empty();
  }

  /** The weights of the subject, else those that other methods shared. */
  Optional<ImportanceWeights> weights() {
    return primaryCalibration().flatMap(FittedCalibration::weights).or(comparison()::weights);
  }

  /** Mean confidence on the target. */
  double confidence(Probabilities probabilities) {
    return task().target().frequencies().mean(probabilities.top().confidences());
  }
}
