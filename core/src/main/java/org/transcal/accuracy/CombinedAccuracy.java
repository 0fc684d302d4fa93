package org.transcal.accuracy;

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
 */
public record CombinedAccuracy(
    double accuracy,
    double believed,
    double optimistic,
    OptionalDouble pessimistic,
    OptionalDouble local,
    OptionalDouble mixed) {
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
    pool.add(optimistic, ESTIMATE);
    OptionalDouble local = OptionalDouble.empty();
    OptionalDouble pessimistic = OptionalDouble.empty();
    if (prepared.task().features().isPresent()) {
      double agreement = StandardEstimator.NEIGHBOURS.estimate(prepared);
      double bound = StandardEstimator.DISAGREEMENT.estimate(prepared);
      double atHome = Neighbourhoods.of(prepared).agreementAtHome();
      double reliability = Math.min(1, atHome / Math.max(sourceAccuracy, 1e-9));
      if (reliability >= LEAST_RELIABILITY) {
        local = OptionalDouble.of(Math.min(optimistic, agreement));
        pool.add(local.getAsDouble(), ESTIMATE * reliability);
      }
      pessimistic = OptionalDouble.of(Math.min(optimistic, bound));
      pool.add(pessimistic.getAsDouble(), BOUND);
    } else {
      pool.add(Math.min(optimistic, evidence.thresholdedConfidence()), ESTIMATE);
    }
    OptionalDouble mixed = mixed(evidence, optimistic, mixupTemperature);
    mixed.ifPresent(accuracy -> pool.add(accuracy, pool.weight));
    return new CombinedAccuracy(pool.accuracy(), believed, optimistic, pessimistic, local, mixed);
  }

  private static OptionalDouble mixed(
      Evidence evidence, double optimistic, OptionalDouble temperature) {
    double ratio = temperature.orElse(0) / evidence.sourceTemperature();
    if (!(ratio >= 1 && ratio <= MOST_MIXED_TEMPERATURE)) {
      return OptionalDouble.empty();
    }
    double confidence =
        Kernels.meanConfidence(
            evidence.task().target().logits().values(),
            temperature.getAsDouble(),
            evidence.target());
    return OptionalDouble.of(Math.min(optimistic, confidence));
  }

  /** A weighted mean of log odds. */
  private static final class Pool {
    private final double rows;
    private double sum;
    private double weight;

    Pool(double rows) {
      this.rows = rows;
    }

    void add(double accuracy, double counts) {
      sum += counts * LogOdds.of(accuracy, rows);
      weight += counts;
    }

    double accuracy() {
      return LogOdds.toAccuracy(sum / weight);
    }
  }
}
