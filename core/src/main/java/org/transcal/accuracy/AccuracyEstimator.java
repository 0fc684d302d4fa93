package org.transcal.accuracy;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
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
      Requirement.NONE,
      (task, evidence) -> evidence.meanTargetConfidence()),
  /** Source accuracy plus target minus source confidence. */
  DIFFERENCE_OF_CONFIDENCES(
      "doc",
      "source accuracy, moved by how much confidence moved",
      Requirement.NONE,
      (task, evidence) ->
          evidence.sourceAccuracy()
              + (evidence.meanTargetConfidence() - evidence.meanSourceConfidence())),
  /** Share of target rows above confidence t, set so that the source share below t is the error. */
  THRESHOLDED_CONFIDENCE(
      "atc",
      "share of target rows above a confidence learned on the source",
      Requirement.NONE,
      (task, evidence) ->
          thresholdedConfidence(
              evidence.sourceConfidence(),
              evidence.correctness(),
              evidence.source(),
              evidence.targetConfidence(),
              evidence.target())),
  /** Importance-weighted mean of the source correctness, Σwr / Σw. */
  IMPORTANCE_WEIGHTED(
      "iw",
      "source correctness, weighted by how likely its inputs are in the target",
      Requirement.NONE,
      (task, evidence) -> evidence.weightedMean(relative(task.weights()), evidence.correctness())),
  /** Mean target confidence plus the weighted mean of correctness − confidence. */
  DOUBLY_ROBUST(
      "dr",
      "mean target confidence, corrected by the weighted source error of confidence",
      Requirement.NONE,
      (task, evidence) ->
          evidence.meanTargetConfidence()
              + evidence.weightedMean(relative(task.weights()), evidence.gaps())),
  /**
   * For each target row, the share of the nearest source validation rows whose label is the
   * predicted class. Target rows that adaptation moved into a confident region get the accuracy of
   * that region, not its confidence.
   */
  NEIGHBOURS(
      "neighbours",
      "share of source labels near target rows that agree with the prediction; not relative to that"
          + " around source rows, as the evidence \"neighbours\" is",
      Requirement.FEATURES,
      (task, evidence) -> Neighbourhoods.of(task).agreement(evidence.source(), evidence.target())),
  /**
   * Source accuracy minus the disagreement discrepancy: how much more a critic that agrees with the
   * model on the source can disagree on the target. Pessimistic.
   *
   * <p>Paper: Rosenfeld and Garg (2023). Deviation: see {@link Disagreement}.
   */
  DISAGREEMENT(
      "dis2",
      "source accuracy minus what an adversarial linear classifier can dispute; pessimistic",
      Requirement.FEATURES,
      (task, evidence) ->
          evidence.sourceAccuracy()
              - Disagreement.of(task).excess(evidence.source(), evidence.target())),
  /** See {@link LabelShift#blackBox}. */
  BLACK_BOX_SHIFT(
      "bbse",
      "source accuracy with class frequencies from predicted classes (label shift)",
      Requirement.FEW_CLASSES,
      (task, evidence) -> LabelShift.accuracy(LabelShift.blackBox(task.task()), evidence)),
  /** See {@link PreparedTask#classRatios}. */
  MAXIMUM_LIKELIHOOD_SHIFT(
      "mlls",
      "source accuracy with class frequencies by maximum likelihood (label shift)",
      Requirement.FEW_CLASSES,
      (task, evidence) -> LabelShift.accuracy(task.classRatios(), evidence));

  /** With more classes, their estimated frequencies are noise, and slow to compute. */
  private static final int MOST_CLASSES = 300;

  private enum Requirement {
    NONE,
    FEATURES,
    FEW_CLASSES
  }

  private final String key;
  private final String summary;
  private final Requirement requirement;
  private final ToDoubleBiFunction<PreparedTask, Evidence> formula;

  AccuracyEstimator(
      String key,
      String summary,
      Requirement requirement,
      ToDoubleBiFunction<PreparedTask, Evidence> formula) {
    this.key = key;
    this.summary = summary;
    this.requirement = requirement;
    this.formula = formula;
  }

  /** The key that results use, such as {@code doc}. */
  public String key() {
    return key;
  }

  /**
   * Its name for people: {@code neighbours} is raw, unlike the {@link AccuracyEvidence} of that
   * name.
   *
   * @since 0.2.0
   */
  public String title() {
    return this == NEIGHBOURS ? "raw neighbours" : key;
  }

  /** What it assumes, in one sentence. */
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
    int classes = prepared.task().classes();
    if (requirement == Requirement.FEATURES && prepared.task().features().isEmpty()) {
      throw new MissingPartException(
          key + " needs source_train_features, source_val_features and target_features");
    }
    if (requirement == Requirement.FEW_CLASSES && classes > MOST_CLASSES) {
      throw new ArithmeticException(
          key + " is for at most " + MOST_CLASSES + " classes; there are " + classes);
    }
    double estimate = formula.applyAsDouble(prepared, Evidence.of(prepared));
    return Math.max(0, Math.min(1, estimate));
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
    // rows up to and including it. Whole frequencies add up exactly; others within this rounding.
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
}
