package org.transcal.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.matrix.Frequencies;
import org.transcal.model.IdentityModel;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.SourceValidation;
import org.transcal.shift.TransferTask;

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
  private final Optional<KnownTruth> truth;
  private final double confidenceBefore;
  private final OptionalDouble confidenceAfter;
  private final Binned before;
  private final Optional<Binned> after;

  private FitFindings(MethodComparison comparison, Optional<KnownTruth> truth) {
    this.comparison = comparison;
    this.truth = truth;
    TransferTask task = comparison.task();
    this.confidenceBefore = meanConfidence(task.target().logits().softmax(1));
    this.confidenceAfter =
        primaryMethod().isPresent()
            ? OptionalDouble.of(meanConfidence(primaryMethod().get().targetProbabilities()))
            : OptionalDouble.empty();
    this.before =
        comparison
            .targetLabels()
            .map(
                labels ->
                    Binned.of(
                        task.target().logits().softmax(1),
                        labels,
                        task.target().frequencies(),
                        comparison.bins()))
            .orElseGet(
                () ->
                    onSource(
                        new IdentityModel(task.classes())
                            .calibrate(task.sourceValidation().logits())));
    this.after = primary().flatMap(this::binned);
  }

  static FitFindings of(MethodComparison comparison, Optional<KnownTruth> truth) {
    return new FitFindings(comparison, truth);
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

  /** The first method that ran: the one the report is about. */
  Optional<MethodResult> primary() {
    return comparison.firstFitted();
  }

  Optional<FittedMethod> primaryMethod() {
    return primary().flatMap(MethodResult::fitted);
  }

  /** The first method that ran, where it is a model and not only probabilities. */
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

  /** Mean confidence on the target after the first method that ran. */
  OptionalDouble confidenceAfter() {
    return confidenceAfter;
  }

  /** Share of right target predictions after the first method, where labels are known. */
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

  /** Labelled rows after the first method that ran. */
  Optional<Binned> after() {
    return after;
  }

  /** Labelled rows after a method; empty where it failed or says nothing about those rows. */
  Optional<Binned> binned(MethodResult result) {
    Optional<FittedMethod> fitted = result.fitted();
    if (comparison.targetLabels().isPresent()) {
      Frequencies frequencies = task().target().frequencies();
      return fitted.map(
          method ->
              Binned.of(
                  method.targetProbabilities(),
                  comparison.targetLabels().get(),
                  frequencies,
                  comparison.bins()));
    }
    return fitted
        .filter(FittedCalibration.class::isInstance)
        .map(FittedCalibration.class::cast)
        .map(fit -> onSource(fit.model().calibrate(task().sourceValidation().logits())));
  }

  /** The weights of the first method, else those that other methods shared. */
  Optional<ImportanceWeights> weights() {
    return primaryCalibration().flatMap(FittedCalibration::weights).or(comparison::weights);
  }

  private Binned onSource(Probabilities probabilities) {
    SourceValidation source = task().sourceValidation();
    return Binned.of(probabilities, source.labels(), source.frequencies(), comparison.bins());
  }

  private double meanConfidence(Probabilities probabilities) {
    return task().target().frequencies().mean(probabilities.top().confidences());
  }
}
