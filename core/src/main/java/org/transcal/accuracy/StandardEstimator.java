package org.transcal.accuracy;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;

/** The estimators of target accuracy from the literature, in the order that tables show them. */
enum StandardEstimator implements AccuracyEstimator {
  AVERAGE_CONFIDENCE(
      "ac",
      "mean target confidence after source temperature scaling",
      prepared -> Evidence.of(prepared).meanTargetConfidence()),
  DIFFERENCE_OF_CONFIDENCES(
      "doc",
      "source accuracy, moved by how much confidence moved",
      StandardEstimator::differenceOfConfidences),
  /** Share of target rows above the confidence below which as many source rows lie as are wrong. */
  THRESHOLDED_CONFIDENCE(
      "atc",
      "share of target rows above a confidence learned on the source",
      prepared -> Evidence.of(prepared).thresholdedConfidence()),
  /** Importance-weighted mean of the source correctness, Σwr / Σw. */
  IMPORTANCE_WEIGHTED(
      "iw",
      "source correctness, weighted by how likely its inputs are in the target",
      StandardEstimator::importanceWeighted),
  /** Mean target confidence plus the weighted mean of correctness − confidence. */
  DOUBLY_ROBUST(
      "dr",
      "mean target confidence, corrected by the weighted source error of confidence",
      StandardEstimator::doublyRobust),
  /**
   * For each target row, the share of the nearest source validation rows whose label is the
   * predicted class. Target rows that adaptation moved into a confident region get the accuracy of
   * that region, not its confidence.
   */
  NEIGHBOURS(
      "neighbours",
      "share of source labels near target rows that agree with the prediction",
      StandardEstimator::neighbours),
  /**
   * Source accuracy minus the disagreement discrepancy: how much more a critic that agrees with the
   * model on the source can disagree on the target. Pessimistic.
   *
   * <p>Paper: Rosenfeld and Garg (2023). Deviation: see {@link Disagreement}.
   */
  DISAGREEMENT(
      "dis2",
      "source accuracy minus what a hostile linear classifier can dispute; pessimistic",
      StandardEstimator::disagreement),
  BLACK_BOX_SHIFT(
      "bbse",
      "source accuracy with class frequencies from predicted classes (label shift)",
      StandardEstimator::blackBoxShift),
  MAXIMUM_LIKELIHOOD_SHIFT(
      "mlls",
      "source accuracy with class frequencies by maximum likelihood (label shift)",
      StandardEstimator::maximumLikelihoodShift);

  /** With more classes their frequencies are noise, and take long to estimate. */
  private static final int MOST_CLASSES = 300;

  private final String key;
  private final String summary;
  private final ToDoubleFunction<PreparedTask> estimate;

  StandardEstimator(String key, String summary, ToDoubleFunction<PreparedTask> estimate) {
    this.key = key;
    this.summary = summary;
    this.estimate = estimate;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public double estimate(PreparedTask prepared) {
    return estimate.applyAsDouble(prepared);
  }

  private static double differenceOfConfidences(PreparedTask prepared) {
    Evidence evidence = Evidence.of(prepared);
    double moved = evidence.meanTargetConfidence() - evidence.meanSourceConfidence();
    return Math.max(0, Math.min(1, evidence.sourceAccuracy() + moved));
  }

  private static double importanceWeighted(PreparedTask prepared) {
    Evidence evidence = Evidence.of(prepared);
    return evidence.weightedMean(relative(prepared.weights()), evidence.correctness());
  }

  private static double doublyRobust(PreparedTask prepared) {
    Evidence evidence = Evidence.of(prepared);
    double[] gap = evidence.correctness().clone();
    Arrays.setAll(gap, i -> gap[i] - evidence.sourceConfidence()[i]);
    double correction = evidence.weightedMean(relative(prepared.weights()), gap);
    return Math.max(0, Math.min(1, evidence.meanTargetConfidence() + correction));
  }

  /** Weights divided by the largest: only ratios matter, and none overflows. */
  private static double[] relative(ImportanceWeights weights) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.rows(); i++) {
      largest = Math.max(largest, weights.log(i));
    }
    double top = largest;
    double[] relative = new double[weights.rows()];
    // A weight below e^−600 of the largest adds nothing, but its row must not become 0/0.
    Arrays.setAll(relative, i -> Math.exp(Math.max(-600, weights.log(i) - top)));
    return relative;
  }

  private static double neighbours(PreparedTask prepared) {
    requireFeatures(prepared, "neighbours");
    Evidence evidence = Evidence.of(prepared);
    return Neighbourhoods.of(prepared).agreement(evidence.source(), evidence.target());
  }

  private static double disagreement(PreparedTask prepared) {
    requireFeatures(prepared, "dis2");
    Evidence evidence = Evidence.of(prepared);
    return Disagreement.of(prepared)
        .accuracy(evidence.sourceAccuracy(), evidence.source(), evidence.target());
  }

  private static void requireFeatures(PreparedTask prepared, String key) {
    if (prepared.task().features().isEmpty()) {
      throw new MissingPartException(
          key + " needs source_train_features, source_val_features and target_features");
    }
  }

  private static double blackBoxShift(PreparedTask prepared) {
    requireFewClasses(prepared, "bbse");
    return LabelShift.accuracy(LabelShift.blackBox(prepared.task()), Evidence.of(prepared));
  }

  private static double maximumLikelihoodShift(PreparedTask prepared) {
    requireFewClasses(prepared, "mlls");
    return LabelShift.accuracy(prepared.classRatios(), Evidence.of(prepared));
  }

  private static void requireFewClasses(PreparedTask prepared, String key) {
    int classes = prepared.task().classes();
    if (classes > MOST_CLASSES) {
      throw new ArithmeticException(
          key + " is for at most " + MOST_CLASSES + " classes; there are " + classes);
    }
  }
}
