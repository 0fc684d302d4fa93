package org.transcal.accuracy;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;

/** Estimates of target accuracy that need no target labels, in the order that tables show them. */
public enum AccuracyEstimator {
  /** Mean target confidence. */
  AVERAGE_CONFIDENCE(
      "ac",
      "mean target confidence after source temperature scaling",
      prepared -> Evidence.of(prepared).meanTargetConfidence()),
  /** Source accuracy plus target minus source confidence. */
  DIFFERENCE_OF_CONFIDENCES(
      "doc",
      "source accuracy, moved by how much confidence moved",
      AccuracyEstimator::differenceOfConfidences),
  /** Share of target rows above the confidence below which as many source rows lie as are wrong. */
  THRESHOLDED_CONFIDENCE(
      "atc",
      "share of target rows above a confidence learned on the source",
      AccuracyEstimator::thresholdedConfidence),
  /** Importance-weighted mean of the source correctness, Σwr / Σw. */
  IMPORTANCE_WEIGHTED(
      "iw",
      "source correctness, weighted by how likely its inputs are in the target",
      AccuracyEstimator::importanceWeighted),
  /** Mean target confidence plus the weighted mean of correctness − confidence. */
  DOUBLY_ROBUST(
      "dr",
      "mean target confidence, corrected by the weighted source error of confidence",
      AccuracyEstimator::doublyRobust),
  /**
   * For each target row, the share of the nearest source validation rows whose label is the
   * predicted class. Target rows that adaptation moved into a confident region get the accuracy of
   * that region, not its confidence.
   */
  NEIGHBOURS(
      "neighbours",
      "share of source labels near target rows that agree with the prediction",
      AccuracyEstimator::neighbours),
  /**
   * Source accuracy minus the disagreement discrepancy: how much more a critic that agrees with the
   * model on the source can disagree on the target. Pessimistic.
   *
   * <p>Paper: Rosenfeld and Garg (2023). Deviation: see {@link Disagreement}.
   */
  DISAGREEMENT(
      "dis2",
      "source accuracy minus what a hostile linear classifier can dispute; pessimistic",
      AccuracyEstimator::disagreement),
  /** See {@link LabelShift#blackBox}. */
  BLACK_BOX_SHIFT(
      "bbse",
      "source accuracy with class frequencies from predicted classes (label shift)",
      AccuracyEstimator::blackBoxShift),
  /** See {@link PreparedTask#classRatios}. */
  MAXIMUM_LIKELIHOOD_SHIFT(
      "mlls",
      "source accuracy with class frequencies by maximum likelihood (label shift)",
      AccuracyEstimator::maximumLikelihoodShift);

  /** With more classes their frequencies are noise, and take long to estimate. */
  private static final int MOST_CLASSES = 300;

  private final String key;
  private final String summary;
  private final ToDoubleFunction<PreparedTask> estimate;

  AccuracyEstimator(String key, String summary, ToDoubleFunction<PreparedTask> estimate) {
    this.key = key;
    this.summary = summary;
    this.estimate = estimate;
  }

  /** The key that results use, such as {@code doc}. */
  public String key() {
    return key;
  }

  /** One sentence for people on what it assumes. */
  public String summary() {
    return summary;
  }

  /**
   * The estimate, in [0, 1].
   *
   * @throws MissingPartException if the task lacks a part it needs
   * @throws ArithmeticException if the task is too large for it
   */
  public double estimate(PreparedTask prepared) {
    return estimate.applyAsDouble(prepared);
  }

  private static double differenceOfConfidences(PreparedTask prepared) {
    Evidence evidence = Evidence.of(prepared);
    double moved = evidence.meanTargetConfidence() - evidence.meanSourceConfidence();
    return Math.max(0, Math.min(1, evidence.sourceAccuracy() + moved));
  }

  private static double thresholdedConfidence(PreparedTask prepared) {
    Evidence evidence = Evidence.of(prepared);
    return thresholdedConfidence(
        evidence.sourceConfidence(),
        evidence.correctness(),
        evidence.source(),
        evidence.targetConfidence(),
        evidence.target());
  }

  static double thresholdedConfidence(
      double[] sourceConfidence,
      double[] correctness,
      Frequencies source,
      double[] targetConfidence,
      Frequencies target) {
    double errors = 0;
    for (int i = 0; i < correctness.length; i++) {
      errors += source.get(i) * (1 - correctness[i]);
    }
    // The (number of errors)-th smallest, counted from 0: the first row with more than that many
    // rows up to and including it. Whole frequencies add up exactly; others err by less than this.
    double rounding = 1e-12 * source.total();
    double seen = 0;
    for (int row : Order.ascending(sourceConfidence)) {
      seen += source.get(row);
      if (seen > errors + rounding) {
        double threshold = sourceConfidence[row];
        return target.mean(
            Arrays.stream(targetConfidence).map(c -> c >= threshold ? 1 : 0).toArray());
      }
    }
    return 0;
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
