package org.transcal.shift;

import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.task.DomainFeatures;
import org.transcal.task.MissingPartException;
import org.transcal.task.TransferTask;

/**
 * Density ratio from a logistic regression that tells source training rows from target rows.
 *
 * <p>Minimises the sum of log losses plus ½‖β‖² (the intercept is free); the weight of a row is
 * P(target)/P(source) = exp(−score).
 *
 * <p>Paper: {@code eq:density_ratio}. Deviation: balancing by {@link Balance#REWEIGHT} is the
 * expectation of the paper's random up-sampling, and deterministic.
 *
 * <p>Cost: one pass over the features per evaluation, a few dozen evaluations; see {@link
 * DomainLoss}.
 *
 * @param balance how the smaller domain is made to count as much as the larger
 * @param seed used by {@link Balance#UPSAMPLE} only
 */
public record DomainClassifier(Balance balance, long seed) implements DensityRatioEstimator {
  /** The deterministic default. */
  public static DomainClassifier reweighted() {
    return new DomainClassifier(Balance.REWEIGHT, 0);
  }

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public ImportanceWeights estimate(TransferTask task) {
    DomainFeatures features =
        task.features()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "importance weights need source_train_features, source_val_features and"
                            + " target_features, or weights of your own"));
    Frequencies source = features.sourceTrainFrequencies();
    Frequencies target = task.target().frequencies();
    double[] sourceCounts = counts(source, target.total());
    double[] targetCounts = counts(target, source.total());
    DomainLoss.Fit fit =
        DomainLoss.of(features.sourceTrain(), sourceCounts, features.target(), targetCounts)
            .minimize();
    double[] logs = scores(features.sourceValidation(), fit);
    Arrays.setAll(logs, i -> -logs[i]);
    double auc =
        RankStatistic.probabilityGreater(
            scores(features.sourceTrain(), fit), source, scores(features.target(), fit), target);
    return ImportanceWeights.ofLogs(
        logs,
        name(),
        new DomainSeparation(fit.minimum().value(), auc, fit.minimum().termination()));
  }

  /** How much each row of a domain counts so that both domains count the same. */
  private double[] counts(Frequencies domain, double otherTotal) {
    double[] counts = domain.toArray();
    if (domain.total() >= otherTotal) {
      return counts;
    }
    if (balance == Balance.REWEIGHT) {
      double scale = otherTotal / domain.total();
      Arrays.setAll(counts, i -> counts[i] * scale);
      return counts;
    }
    return domain
        .resampled(RandomSource.XO_SHI_RO_256_PP.create(seed), Math.round(otherTotal))
        .toArray();
  }

  static double[] scores(Matrix rows, DomainLoss.Fit fit) {
    double[] scores = Kernels.rowDots(rows, fit.coefficients());
    Arrays.setAll(scores, i -> scores[i] + fit.intercept());
    return scores;
  }
}
