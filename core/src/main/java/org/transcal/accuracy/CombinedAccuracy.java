package org.transcal.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.transcal.kernel.Kernels;
import org.transcal.shift.MixupTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Target accuracy pooled from several kinds of evidence that fail in different ways, as a weighted
 * mean of log odds. Decision 0017 has the rule and what else was tried.
 *
 * <ol>
 *   <li><b>Optimistic</b>: the smallest of {@code doc}, source accuracy and, if the importance
 *       weights raise no concern, {@code dr}.
 *   <li><b>Local</b>: {@code neighbours}, capped at the optimistic estimate. Its weight is how well
 *       neighbours predict validation rows, relative to source accuracy; below half of that it is
 *       dropped, because classes that do not cluster make distances meaningless.
 *   <li><b>Pessimistic</b>: {@code dis2}, capped likewise; a bound, so it has half the weight.
 *   <li><b>Mixed</b>: mean target confidence at PseudoCal's temperature, if that is one to two
 *       times the source temperature; its weight equals that of all others together.
 * </ol>
 *
 * Without features the evidence is the optimistic one, {@code atc} and the mixed one.
 *
 * @param accuracy the pooled estimate
 * @param believed the optimistic evidence without importance weights
 * @param optimistic the upper end of the bracket
 * @param pessimistic the lower end of the bracket, if there are features
 * @param local the estimate of neighbours, if there are features and it was not dropped
 * @param mixed the estimate of mixed inputs, if it was used
 * @param evidence every kind of evidence there is, with what became of it
 */
public record CombinedAccuracy(
    double accuracy,
    double believed,
    double optimistic,
    OptionalDouble pessimistic,
    OptionalDouble local,
    OptionalDouble mixed,
    List<AccuracyEvidence> evidence) {
  /** The warning of an estimate without features. */
  public static final String WITHOUT_FEATURES =
      "The task has no features, so the model's own confidence cannot be checked:"
          + " the estimate may be far too optimistic.";

  private static final double ESTIMATE = 2;
  private static final double BOUND = 1;
  private static final double LEAST_RELIABILITY = 0.5;
  private static final double MOST_MIXED_TEMPERATURE = 2;

  /** The lower end of the bracket: the most pessimistic evidence there is. */
  public double lowest() {
    double least = Math.min(accuracy, pessimistic.orElse(accuracy));
    return Math.min(least, local.orElse(least));
  }

  /** The pooled estimate of a task, or of a resample of it. */
  public static CombinedAccuracy of(PreparedTask prepared) {
    return prepared.derive(
        CombinedAccuracy.class, task -> combine(task, mixupTemperature(task.task())));
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
    double rows = evidence.source().total();
    double sourceAccuracy = evidence.sourceAccuracy();
    double believed =
        Math.min(StandardEstimator.DIFFERENCE_OF_CONFIDENCES.estimate(prepared), sourceAccuracy);
    boolean credibleWeights = prepared.hasWeights() && prepared.diagnosis().concerns().isEmpty();
    double optimistic =
        credibleWeights
            ? Math.min(believed, StandardEstimator.DOUBLY_ROBUST.estimate(prepared))
            : believed;
    Pool pool = new Pool(rows);
    double confident = StandardEstimator.DIFFERENCE_OF_CONFIDENCES.estimate(prepared);
    pool.add("confidence", confident, optimistic, ESTIMATE);
    OptionalDouble local = OptionalDouble.empty();
    OptionalDouble pessimistic = OptionalDouble.empty();
    if (prepared.task().features().isPresent()) {
      double agreement = StandardEstimator.NEIGHBOURS.estimate(prepared);
      double bound = StandardEstimator.DISAGREEMENT.estimate(prepared);
      double atHome = Neighbourhoods.of(prepared).agreementAtHome();
      double reliability = Math.min(1, atHome / Math.max(sourceAccuracy, 1e-9));
      if (reliability >= LEAST_RELIABILITY) {
        local = OptionalDouble.of(Math.min(optimistic, agreement));
        pool.add("neighbours", agreement, local.getAsDouble(), ESTIMATE * reliability);
      } else {
        pool.drop("neighbours", agreement, "nearby rows predict source labels too poorly");
      }
      pessimistic = OptionalDouble.of(Math.min(optimistic, bound));
      pool.add("dis2", bound, pessimistic.getAsDouble(), BOUND);
    } else {
      double thresholded = evidence.thresholdedConfidence();
      pool.add("atc", thresholded, Math.min(optimistic, thresholded), ESTIMATE);
    }
    OptionalDouble mixed = OptionalDouble.empty();
    if (mixupTemperature.isPresent()) {
      double ratio = mixupTemperature.getAsDouble() / evidence.sourceTemperature();
      double confidence = confidence(evidence, mixupTemperature.getAsDouble());
      if (ratio >= 1 && ratio <= MOST_MIXED_TEMPERATURE) {
        mixed = OptionalDouble.of(Math.min(optimistic, confidence));
        pool.add("mixup", confidence, mixed.getAsDouble(), pool.weight);
      } else {
        pool.drop("mixup", confidence, "its temperature is not one to two times the source's");
      }
    }
    return new CombinedAccuracy(
        pool.accuracy(), believed, optimistic, pessimistic, local, mixed, pool.evidence());
  }

  private static double confidence(Evidence evidence, double temperature) {
    return Kernels.meanConfidence(
        evidence.task().target().logits().values(), temperature, evidence.target());
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

    void add(String key, double accuracy, double used, double counts) {
      sum += counts * LogOdds.of(used, rows);
      weight += counts;
      boolean capped = used < accuracy;
      evidence.add(
          new AccuracyEvidence(
              key,
              accuracy,
              used,
              counts,
              capped ? AccuracyEvidence.Status.CAPPED : AccuracyEvidence.Status.USED,
              capped ? "above the most optimistic credible value" : ""));
    }

    void drop(String key, double accuracy, String why) {
      evidence.add(
          new AccuracyEvidence(key, accuracy, accuracy, 0, AccuracyEvidence.Status.DROPPED, why));
    }

    List<AccuracyEvidence> evidence() {
      return evidence.stream()
          .map(
              e ->
                  new AccuracyEvidence(
                      e.key(), e.accuracy(), e.used(), e.weight() / weight, e.status(), e.note()))
          .toList();
    }

    double accuracy() {
      return LogOdds.toAccuracy(sum / weight);
    }
  }
}
