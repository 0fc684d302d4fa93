package org.transcal.accuracy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.FeatureSpace;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.task.TransferTask;

/**
 * Target accuracy from kinds of evidence that fail in different ways, pooled on the scale of log
 * odds. The rule, and what else was tried, is decision record 0017.
 *
 * <ol>
 *   <li><b>Optimistic</b>: the smallest of {@code doc}, source accuracy and, where the importance
 *       weights give no cause for concern, {@code dr}. Confidence believes what adaptation did to
 *       it; a model is not better away than at home; and weights tell what inputs alone do.
 *   <li><b>Local</b>: {@code neighbours}, at most the optimistic one. It counts as much as
 *       neighbours know validation rows themselves, relative to source accuracy, and not at all
 *       below half of it: where classes do not gather in feature space, distances mean nothing.
 *   <li><b>Pessimistic</b>: {@code dis2}, at most the optimistic one; a bound and no estimate, so
 *       it counts half.
 *   <li><b>Mixed</b>: mean target confidence at PseudoCal's temperature, where that lies between
 *       one and two times the source temperature; it then counts as much as all others together.
 *       Below, mixing shows no more doubt than the source does; above, mixed inputs are none of the
 *       model's world.
 * </ol>
 *
 * Without features only the optimistic, {@code atc} and the mixed evidence are left.
 *
 * @param accuracy the pooled estimate
 * @param believed the optimistic evidence without importance weights
 * @param optimistic the upper end of the bracket
 * @param pessimistic the lower end of the bracket, where there are features
 * @param local the estimate of neighbours, where there are features whose distances mean something
 * @param mixed the estimate of mixed inputs, where they can be believed
 */
public record CombinedAccuracy(
    double accuracy,
    double believed,
    double optimistic,
    OptionalDouble pessimistic,
    OptionalDouble local,
    OptionalDouble mixed) {
  /** What to know of an estimate where there are no features. */
  public static final String WITHOUT_FEATURES =
      "The task has no features, so nothing can be said against the model's own confidence:"
          + " the estimate may be far too optimistic.";

  private static final double ESTIMATE = 2;
  private static final double BOUND = 1;
  private static final double LEAST_RELIABILITY = 0.5;
  private static final double MOST_MIXED_TEMPERATURE = 2;

  /** What of a task does not change when its rows are counted differently. */
  public static final class Prepared {
    private final Optional<Neighbourhoods> neighbourhoods;
    private final Optional<Disagreement> disagreement;
    private final Optional<ImportanceWeights> credibleWeights;

    private Prepared(
        Optional<Neighbourhoods> neighbourhoods,
        Optional<Disagreement> disagreement,
        Optional<ImportanceWeights> credibleWeights) {
      this.neighbourhoods = neighbourhoods;
      this.disagreement = disagreement;
      this.credibleWeights = credibleWeights;
    }

    /**
     * Share of target rows farther from every source validation row than nearly all validation rows
     * are from each other; empty without features.
     */
    public OptionalDouble outsideSupport(Frequencies target) {
      return neighbourhoods
          .map(near -> OptionalDouble.of(near.outside(target)))
          .orElseGet(OptionalDouble::empty);
    }

    /** The single estimates that follow from what was prepared, by key. */
    Map<String, Double> estimates(Evidence evidence) {
      Map<String, Double> estimates = new HashMap<>();
      neighbourhoods.ifPresent(
          near ->
              estimates.put(
                  new NeighbourEstimate().key(),
                  near.agreement(evidence.source(), evidence.target())));
      disagreement.ifPresent(
          critic ->
              estimates.put(
                  new DisagreementEstimate().key(),
                  critic.accuracy(
                      evidence.sourceAccuracy(), evidence.source(), evidence.target())));
      return estimates;
    }

    /**
     * The pooled estimate.
     *
     * @param evidence of the task this was prepared for, with any counts, and weights of its own
     *     where those of the whole task shall not be used
     * @param mixedTemperature PseudoCal's temperature, where it has one
     */
    public CombinedAccuracy at(Evidence evidence, OptionalDouble mixedTemperature) {
      return combine(evidence, this, mixedTemperature);
    }
  }

  /** The lower end of the bracket: the most pessimistic evidence there is. */
  public double lowest() {
    double least = Math.min(accuracy, pessimistic.orElse(accuracy));
    return Math.min(least, local.orElse(least));
  }

  /** Finds neighbours and trains the critic, where the task has features; looks at its weights. */
  public static Prepared prepare(TransferTask task) {
    Optional<FeatureSpace> space =
        task.features().map(features -> FeatureSpace.of(features, task.target().frequencies()));
    return new Prepared(
        space.map(s -> Neighbourhoods.of(task, s)),
        space.map(s -> Disagreement.of(task, s)),
        task.weights()
            .filter(
                weights ->
                    ShiftDiagnosis.of(weights, task.sourceValidation().frequencies())
                        .concerns()
                        .isEmpty()));
  }

  private static CombinedAccuracy combine(
      Evidence evidence, Prepared prepared, OptionalDouble mixedTemperature) {
    Optional<Neighbourhoods> neighbourhoods = prepared.neighbourhoods;
    Optional<Disagreement> disagreement = prepared.disagreement;
    double rows = evidence.source().total();
    double sourceAccuracy = evidence.sourceAccuracy();
    double believed = Math.min(ConfidenceEstimate.DIFFERENCE.estimate(evidence), sourceAccuracy);
    double optimistic =
        prepared
            .credibleWeights
            .map(whole -> evidence.task().weights().orElse(whole))
            .map(weights -> Math.min(believed, WeightedEstimate.doublyRobust(evidence, weights)))
            .orElse(believed);
    Pool pool = new Pool(rows);
    pool.add(optimistic, ESTIMATE);
    OptionalDouble local = OptionalDouble.empty();
    OptionalDouble pessimistic = OptionalDouble.empty();
    if (neighbourhoods.isPresent() && disagreement.isPresent()) {
      double agreement = neighbourhoods.get().agreement(evidence.source(), evidence.target());
      double bound =
          disagreement.get().accuracy(sourceAccuracy, evidence.source(), evidence.target());
      double reliability =
          Math.min(1, neighbourhoods.get().agreementAtHome() / Math.max(sourceAccuracy, 1e-9));
      if (reliability >= LEAST_RELIABILITY) {
        local = OptionalDouble.of(Math.min(optimistic, agreement));
        pool.add(local.getAsDouble(), ESTIMATE * reliability);
      }
      pessimistic = OptionalDouble.of(Math.min(optimistic, bound));
      pool.add(pessimistic.getAsDouble(), BOUND);
    } else {
      pool.add(Math.min(optimistic, evidence.thresholdedConfidence()), ESTIMATE);
    }
    OptionalDouble mixed = mixed(evidence, optimistic, mixedTemperature);
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
