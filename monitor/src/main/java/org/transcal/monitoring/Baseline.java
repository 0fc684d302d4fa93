package org.transcal.monitoring;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Quiet batches, for all rows or one segment.
 *
 * @param rows number of reference rows, N
 * @param batches number of reference batches, k; 0 if they were resampled from source rows
 * @param variations how each metric varies
 * @param confidences calibrated confidence of the reference rows at evenly spaced quantiles
 * @param classShares share of each predicted class
 */
public record Baseline(
    long rows,
    int batches,
    Map<Metric, Variation> variations,
    double[] confidences,
    double[] classShares) {
  /** Number of resampled batches that noise is learned from, minus one. */
  private static final double NOISE_FREEDOM = Learner.RESAMPLES - 1;

  /** With fewer, thresholds learned from two or three batches would never be exceeded. */
  private static final double LEAST_FREEDOM = 4;

  /**
   * Shape of a Gamma distribution of skewness 1. Half a normal distribution has it, as estimates do
   * that are capped at source accuracy; the Kolmogorov-Smirnov distance nearly so. Sums over many
   * classes or pairs of rows are less skewed.
   */
  private static final double SKEWED = 4;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Copies map and arrays. */
  public Baseline {
    Map<Metric, Variation> copy = new EnumMap<>(Metric.class);
    copy.putAll(variations);
    variations = Collections.unmodifiableMap(copy);
    confidences = confidences.clone();
    classShares = classShares.clone();
    if (rows < 1 || batches < 0) {
      throw new IllegalArgumentException(
          "Baseline of " + rows + " rows in " + batches + " batches; at least 1 row is needed");
    }
    for (int i = 0; i < confidences.length; i++) {
      double least = i == 0 ? 0 : confidences[i - 1];
      if (!(confidences[i] >= least && confidences[i] <= 1)) {
        throw new IllegalArgumentException(
            "Confidence " + i + " is " + confidences[i] + "; they must ascend within [0, 1]");
      }
    }
    for (double share : classShares) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "Share of a class is " + share + "; it must be in [0, 1]");
      }
    }
    if (confidences.length == 0 || classShares.length < 2) {
      throw new IllegalArgumentException(
          "Baseline has "
              + confidences.length
              + " confidences and "
              + classShares.length
              + " classes; at least 1 and 2 are needed");
    }
  }

  @Override
  public double[] confidences() {
    return confidences.clone();
  }

  @Override
  public double[] classShares() {
    return classShares.clone();
  }

  /** The same baseline, marked as learned from resampled batches. */
  Baseline resampled() {
    return new Baseline(rows, 0, variations, confidences, classShares);
  }

  /** The usual value on quiet batches of n rows, compared with N reference rows. */
  double expected(Metric metric, double n, double referenceRows) {
    return clip(variations.get(metric).expected(Math.sqrt(1 / n + 1 / referenceRows)));
  }

  /**
   * The value that a quiet batch of n rows crosses with the given probability.
   *
   * <p>A quantile of a shifted Gamma distribution with the usual mean and variance, stretched as
   * Student's t stretches that of a normal distribution, with degrees of freedom from the number of
   * reference batches. Decision 0045 has the reasons.
   */
  double threshold(Metric metric, double n, double referenceRows, double probability) {
    Variation variation = variations.get(metric);
    double usual = expected(metric, n, referenceRows);
    double perBatch = batches > 1 ? 1 + 1.0 / batches : 0;
    double noise = square(variation.noise()) * (1 / n + 1 / referenceRows);
    double between = square(variation.between()) * perBatch;
    // What was never seen in N rows may still have probability 1/N.
    double variance = Math.max(noise + between, 1 / (n * referenceRows));
    double ofBatches = between + square(variation.noise()) * Math.max(1, batches) / rows * perBatch;
    double freedom =
        Math.max(
            LEAST_FREEDOM,
            square(variance)
                / (square(noise) / NOISE_FREEDOM + square(ofBatches) / Math.max(1, batches - 1)));
    double stretched =
        freedom > 1e6
            ? 1
            : TDistribution.of(freedom).inverseSurvivalProbability(probability)
                / NORMAL.inverseSurvivalProbability(probability);
    boolean isSum = metric == Metric.CLASSES || metric == Metric.DOMAIN_AUC;
    double shape = isSum ? Math.max(SKEWED, square(usual) / variance) : SKEWED;
    double quantile =
        (GammaDistribution.of(shape, 1).inverseSurvivalProbability(probability) - shape)
            / Math.sqrt(shape);
    double margin = stretched * quantile * Math.sqrt(variance);
    return clip(metric.isWorseBelow() ? usual - margin : usual + margin);
  }

  private static double square(double x) {
    return x * x;
  }

  private static double clip(double value) {
    return Math.max(0, Math.min(1, value));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Baseline baseline
        && rows == baseline.rows
        && batches == baseline.batches
        && variations.equals(baseline.variations)
        && Arrays.equals(confidences, baseline.confidences)
        && Arrays.equals(classShares, baseline.classShares);
  }

  @Override
  public int hashCode() {
    return 31 * variations.hashCode() + Arrays.hashCode(classShares);
  }

  @Override
  public String toString() {
    return "Baseline of " + rows + " rows in " + batches + " batches";
  }
}
