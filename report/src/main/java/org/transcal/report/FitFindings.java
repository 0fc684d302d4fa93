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

/** What the sections of a fit report share, asked of the core once. */
final class FitFindings {
  /** Which labelled rows reliability diagrams are drawn from. */
  enum Rows {
    /** Target rows: labels are known. */
    TARGET,
    /** Source validation rows: the target has no labels. */
    SOURCE_VALIDATION
  }

  private final MethodComparison comparison;
  private final Optional<MethodResult> primary;
  private final Optional<KnownTruth> truth;
  private final double confidenceBefore;
  private final OptionalDouble confidenceAfter;
  private final Binned before;
  private final Optional<Binned> after;

  private FitFindings(
      MethodComparison comparison, Optional<String> subject, Optional<KnownTruth> truth) {
    this.comparison = comparison;
    this.primary =
        comparison.results().stream()
            .filter(result -> result.fitted().isPresent())
            .filter(result -> subject.filter(result.method()::equals).isPresent())
            .findFirst()
            .or(comparison::firstFitted);
    this.truth = truth;
    TransferTask task = comparison.task();
    this.before = binned(new IdentityModel(task.classes()));
    this.after = primary().flatMap(this::binned);
    if (rows() == Rows.TARGET) {
      this.confidenceBefore = before.confidence();
      this.confidenceAfter =
          after.map(b -> OptionalDouble.of(b.confidence())).orElse(OptionalDouble.empty());
    } else {
      this.confidenceBefore = meanConfidence(task.target().logits().softmax(1));
      this.confidenceAfter =
          primaryMethod()
              .map(method -> OptionalDouble.of(meanConfidence(method.targetProbabilities())))
              .orElse(OptionalDouble.empty());
    }
  }

  static FitFindings of(
      MethodComparison comparison, Optional<String> subject, Optional<KnownTruth> truth) {
    return new FitFindings(comparison, subject, truth);
  }

  MethodComparison comparison() {
    return comparison;
  }

  TransferTask task() {
    return comparison.task();
  }

  Optional<KnownTruth> truth() {
    return truth;
  }

  /** The method that the report is about: the one asked for, else the first that ran. */
  Optional<MethodResult> primary() {
    return primary;
  }

  Optional<FittedMethod> primaryMethod() {
    return primary().flatMap(MethodResult::fitted);
  }

  /** The method that the report is about, where it is a model and not only probabilities. */
  Optional<FittedCalibration> primaryCalibration() {
    return primaryMethod()
        .filter(FittedCalibration.class::isInstance)
        .map(FittedCalibration.class::cast);
  }

  Rows rows() {
    return comparison.targetLabels().isPresent() ? Rows.TARGET : Rows.SOURCE_VALIDATION;
  }

  /** Mean confidence on the target at temperature 1. */
  double confidenceBefore() {
    return confidenceBefore;
  }

  /** Mean confidence on the target after the method that the report is about. */
  OptionalDouble confidenceAfter() {
    return confidenceAfter;
  }

  /** Share of right target predictions after that method, where labels are known. */
  OptionalDouble targetAccuracy() {
    if (rows() != Rows.TARGET) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(after.orElse(before).accuracy());
  }

  /** Labelled rows at temperature 1. */
  Binned before() {
    return before;
  }

  /** Labelled rows after the method that the report is about. */
  Optional<Binned> after() {
    return after;
  }

  /** Labelled rows after a method; empty where it failed or says nothing about those rows. */
  Optional<Binned> binned(MethodResult result) {
    Optional<FittedMethod> fitted = result.fitted();
    if (rows() == Rows.TARGET) {
      return fitted.map(method -> onTarget(method.targetProbabilities()));
    }
    return fitted
        .filter(FittedCalibration.class::isInstance)
        .map(FittedCalibration.class::cast)
        .map(fit -> binned(fit.model()));
  }

  private Binned binned(CalibrationModel model) {
    return rows() == Rows.TARGET
        ? onTarget(model.calibrate(task().target().logits()))
        : onSource(model.calibrate(task().sourceValidation().logits()));
  }

  /** The weights of the method that the report is about, else those that other methods shared. */
  Optional<ImportanceWeights> weights() {
    return primaryCalibration().flatMap(FittedCalibration::weights).or(comparison::weights);
  }

  private Binned onTarget(Probabilities probabilities) {
    Labels labels = comparison.targetLabels().orElseThrow();
    return Binned.of(probabilities, labels, task().target().frequencies(), comparison.bins());
  }

  private Binned onSource(Probabilities probabilities) {
    SourceValidation source = task().sourceValidation();
    return Binned.of(probabilities, source.labels(), source.frequencies(), comparison.bins());
  }

  private double meanConfidence(Probabilities probabilities) {
    return task().target().frequencies().mean(probabilities.top().confidences());
  }
}
