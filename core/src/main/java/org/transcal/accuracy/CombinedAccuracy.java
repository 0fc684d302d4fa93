package org.transcal.accuracy;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import org.transcal.accuracy.AccuracyEvidence.Status;
import org.transcal.kernel.Kernels;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.MixupTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.ShiftEvidence;
import org.transcal.task.SecondModel;
import org.transcal.task.TransferTask;

/**
 * Target accuracy pooled from several kinds of evidence that fail in different ways, as a weighted
 * mean of log odds.
 *
 * <ol>
 *   <li><b>confidence</b>, weight 1: {@code doc}, at most source accuracy. Nothing below may exceed
 *       it: adaptation moves target rows into confident regions, which proves nothing.
 *   <li><b>neighbours</b>, weight 2·n/(n + 20) with n validation rows per class: agreement of the
 *       nearest source labels with the prediction. If the domains cannot be told apart, it is taken
 *       relative to the agreement around source rows; the better they can, the closer it stays to
 *       the raw value.
 *   <li><b>mixup</b>, weight 2: mean confidence at PseudoCal's temperature, if that is one to two
 *       times the source temperature.
 *   <li><b>second-model</b>, weight 2: source accuracy, moved by how much the agreement of two
 *       models moved.
 *   <li><b>label-shift</b>, weight equal to all others together, not capped, only if {@link
 *       ShiftEvidence} finds that class frequencies explain the difference of the domains: {@code
 *       mlls}.
 * </ol>
 *
 * If {@link ShiftEvidence} sees no shift between validation and target rows, the estimate is source
 * accuracy and <b>validation</b> the only evidence: training rows, which may be augmented or
 * over-fitted, then say nothing about the target.
 *
 * <p>{@code docs/guide/estimating.md} has the formulas, decision 0044 what else was tried.
 *
 * @param accuracy the pooled estimate
 * @param sourceAccuracy accuracy on source validation rows
 * @param separation 0 if the domains cannot be told apart, 1 if they do not overlap or have no
 *     features
 * @param evidence every kind that the task allows
 */
public record CombinedAccuracy(
    double accuracy, double sourceAccuracy, double separation, List<AccuracyEvidence> evidence) {
  private static final String VALIDATION = "validation";

  private static final double CONFIDENCE = 1;
  private static final double OTHERS = 2;

  /** Validation rows per class at which neighbours have half their weight. */
  private static final double ROWS_PER_CLASS = 20;

  private static final double MOST_MIXED_TEMPERATURE = 2;

  /** Copies the list. */
  public CombinedAccuracy {
    evidence = List.copyOf(evidence);
  }

  /** The pooled estimate of a task, or of a resample of it. */
  public static CombinedAccuracy of(PreparedTask prepared) {
    return prepared.derive(CombinedAccuracy.class, CombinedAccuracy::compute);
  }

  private static CombinedAccuracy compute(PreparedTask prepared) {
    boolean hasFeatures = prepared.task().features().isPresent();
    if (hasFeatures && ShiftEvidence.of(prepared).kind() == ShiftEvidence.Kind.NONE_SEEN) {
      double accuracy = Evidence.of(prepared).sourceAccuracy();
      return new CombinedAccuracy(
          accuracy,
          accuracy,
          0,
          List.of(new AccuracyEvidence(VALIDATION, accuracy, accuracy, 1, Status.USED, "")));
    }
    return combine(prepared, mixupTemperature(prepared.task()));
  }

  /** Whether no shift is seen, so that the estimate is source accuracy. */
  boolean isValidation() {
    return evidence.get(0).key().equals(VALIDATION);
  }

  /**
   * The pool for a part of the target rows, with the mixup temperature of all rows, whether or not
   * a shift is seen: parts are compared with each other.
   */
  static CombinedAccuracy ofPart(PreparedTask prepared) {
    MixupOfAll mixup =
        prepared.deriveOnce(MixupOfAll.class, all -> new MixupOfAll(mixupTemperature(all.task())));
    return combine(prepared, mixup.temperature);
  }

  private record MixupOfAll(OptionalDouble temperature) {}

  /**
   * How far apart the evidence is before anything is capped or dropped, source accuracy included.
   */
  public double spread() {
    DoubleSummaryStatistics all =
        evidence.stream().mapToDouble(AccuracyEvidence::accuracy).summaryStatistics();
    return Math.max(sourceAccuracy, all.getMax()) - Math.min(sourceAccuracy, all.getMin());
  }

  /** PseudoCal's temperature, if the task has enough mixed inputs for one. */
  static OptionalDouble mixupTemperature(TransferTask task) {
    if (task.mixup().isEmpty()) {
      return OptionalDouble.empty();
    }
    MixupTemperature mixup = MixupTemperature.of(task);
    return mixup.isEnough() ? OptionalDouble.of(mixup.fit().temperature()) : OptionalDouble.empty();
  }

  static CombinedAccuracy combine(PreparedTask prepared, OptionalDouble mixupTemperature) {
    Evidence evidence = Evidence.of(prepared);
    double sourceAccuracy = evidence.sourceAccuracy();
    double confidence = AccuracyEstimator.DIFFERENCE_OF_CONFIDENCES.estimate(prepared);
    boolean hasFeatures = prepared.task().features().isPresent();
    double separation = hasFeatures ? Math.max(0, 2 * prepared.domainAuc() - 1) : 1;
    double cap = Math.min(confidence, sourceAccuracy);
    Pool pool = new Pool(evidence.source().total());
    pool.add("confidence", confidence, cap, CONFIDENCE);
    if (hasFeatures) {
      double perClass = evidence.source().total() / prepared.task().classes();
      pool.add(
          "neighbours",
          neighbours(prepared, sourceAccuracy, separation),
          cap,
          OTHERS * perClass / (perClass + ROWS_PER_CLASS));
    }
    mixupTemperature.ifPresent(temperature -> addMixup(pool, cap, evidence, temperature));
    prepared
        .task()
        .secondModel()
        .ifPresent(
            second -> {
              Agreement agreement =
                  prepared.deriveOnce(Agreement.class, p -> Agreement.of(p.task(), second));
              double moved =
                  evidence.target().mean(agreement.target)
                      - evidence.source().mean(agreement.validation);
              pool.add("second-model", clip(sourceAccuracy + moved), cap, OTHERS);
            });
    if (hasFeatures && ShiftEvidence.isLabelShift(prepared)) {
      double shifted = LabelShift.accuracy(prepared.classRatios(), evidence);
      pool.add("label-shift", shifted, 1, pool.weight);
    }
    return new CombinedAccuracy(pool.accuracy(), sourceAccuracy, separation, pool.shares());
  }

  /**
   * Agreement with neighbours: raw if the domains do not overlap, relative to the agreement around
   * source rows if they are the same, and interpolated in log odds in between.
   */
  private static double neighbours(
      PreparedTask prepared, double sourceAccuracy, double separation) {
    double rows = prepared.task().sourceValidation().frequencies().total();
    double agreement = AccuracyEstimator.NEIGHBOURS.estimate(prepared);
    double atHome = Neighbourhoods.of(prepared).agreementAtHome();
    double relative = clip(sourceAccuracy * agreement / Math.max(atHome, 1e-9));
    double share = Math.sqrt(separation);
    return toAccuracy(share * logOdds(agreement, rows) + (1 - share) * logOdds(relative, rows));
  }

  private static void addMixup(Pool pool, double cap, Evidence evidence, double temperature) {
    double confidence =
        Kernels.meanConfidence(
            evidence.task().target().logits().values(), temperature, evidence.target());
    double ratio = temperature / evidence.sourceTemperature();
    if (ratio >= 1 && ratio <= MOST_MIXED_TEMPERATURE) {
      pool.add("mixup", confidence, cap, OTHERS);
    } else {
      pool.drop("mixup", confidence, "its temperature is not one to two times the source's");
    }
  }

  /**
   * ln p/(1 − p), with p kept away from 0 and 1 by half a row: a sample of that size cannot resolve
   * accuracies closer to the ends. 98 % and 99 % are about as far apart as 50 % and 67 %.
   *
   * @param rows size of the sample that the accuracy was measured on
   */
  public static double logOdds(double accuracy, double rows) {
    double edge = 0.5 / (rows + 1);
    double inside = Math.max(edge, Math.min(1 - edge, accuracy));
    return Math.log(inside / (1 - inside));
  }

  static double toAccuracy(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }

  private static double clip(double accuracy) {
    return Math.max(0, Math.min(1, accuracy));
  }

  /** 1 if two models predict the same class, else 0, for every row. */
  private record Agreement(double[] validation, double[] target) {
    static Agreement of(TransferTask task, SecondModel second) {
      return new Agreement(
          agreement(task.sourceValidation().logits(), second.sourceValidation()),
          agreement(task.target().logits(), second.target()));
    }

    private static double[] agreement(Logits one, Logits other) {
      return one.correctness(Labels.copyOf(other.predictions(), other.classes()));
    }
  }

  /** A weighted mean of log odds. */
  private static final class Pool {
    private final double rows;
    private final List<AccuracyEvidence> evidence = new ArrayList<>();
    private double sum;
    private double weight;

    Pool(double rows) {
      this.rows = rows;
    }

    /** Adds evidence that must not exceed a limit. */
    void add(String key, double accuracy, double limit, double counts) {
      double used = Math.min(accuracy, limit);
      boolean capped = used < accuracy;
      sum += counts * logOdds(used, rows);
      weight += counts;
      evidence.add(
          new AccuracyEvidence(
              key,
              accuracy,
              used,
              counts,
              capped ? Status.CAPPED : Status.USED,
              capped ? "above what confidence and source accuracy allow" : ""));
    }

    void drop(String key, double accuracy, String why) {
      evidence.add(new AccuracyEvidence(key, accuracy, accuracy, 0, Status.DROPPED, why));
    }

    double accuracy() {
      return toAccuracy(sum / weight);
    }

    /** The evidence with weights that sum to 1. */
    List<AccuracyEvidence> shares() {
      return evidence.stream()
          .map(
              e ->
                  new AccuracyEvidence(
                      e.key(), e.accuracy(), e.used(), e.weight() / weight, e.status(), e.note()))
          .toList();
    }
  }
}
