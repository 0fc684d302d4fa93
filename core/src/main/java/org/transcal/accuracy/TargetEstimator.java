package org.transcal.accuracy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.CalibrationException;
import org.transcal.calibration.MatchedConfidence;
import org.transcal.calibration.Recommended;
import org.transcal.calibration.TransCal;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.shift.DensityRatioEstimator;
import org.transcal.shift.DomainClassifier;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * Estimates target accuracy, calibration error and temperature without target labels, each with a
 * 90 % interval, and judges whether to rely on them.
 *
 * <p>An interval has two parts that add in squares on the scale of log odds. <b>Sampling</b>: 5 %
 * and 95 % quantiles of bootstrap replicates, each a vector of counts, for which source
 * temperature, PseudoCal's temperature and every share and mean are refitted, and on small tasks
 * importance weights too; neighbours are counted anew, while the critic of {@code dis2} is that of
 * the whole task. <b>Bracket</b>: {@value #BRACKET_SHARE} of the way to the most optimistic and to
 * the most pessimistic evidence, since no resample shows a bias. Decision record 0018 has the
 * coverage.
 *
 * <pre>{@code
 * TargetEstimate estimate = TargetEstimator.seeded(0).estimate(task);
 * }</pre>
 */
public final class TargetEstimator {
  /** Coverage of the intervals. */
  public static final double LEVEL = 0.90;

  /** The 95 % quantile of the standard normal. */
  private static final double QUANTILE = 1.6448536269514722;

  private static final double BRACKET_SHARE = 0.8;

  /** How much farther the truth may lie the way importance weights moved the estimate. */
  private static final double WEIGHTS_SHARE = 0.8;

  /** Log odds that pessimistic evidence would be expected to cost, where there is none. */
  private static final double UNKNOWN_COST = 1;

  private static final int MOST_REPLICATES = 200;
  private static final int FEWEST_REPLICATES = 60;
  private static final int LAMBDA_REPLICATES = 20;

  /** Target rows times classes times replicates that take about a second. */
  private static final double AFFORDABLE = 2e7;

  /** Rows times columns of a domain classifier that is fitted again for each replicate. */
  private static final double CHEAP_WEIGHTS = 1e5;

  /** Accuracies of the interval at which the calibration error is looked at. */
  private static final int LOOKS = 9;

  private final long seed;
  private final int bins;
  private final DensityRatioEstimator densityRatio;

  private TargetEstimator(long seed, int bins, DensityRatioEstimator densityRatio) {
    this.seed = seed;
    this.bins = bins;
    this.densityRatio = densityRatio;
  }

  /** 15 bins, weights by logistic regression. */
  public static TargetEstimator seeded(long seed) {
    return new TargetEstimator(seed, 15, DomainClassifier.reweighted());
  }

  /** The same with another number of equally wide ECE bins. */
  public TargetEstimator withBins(int newBins) {
    if (newBins < 1) {
      throw new IllegalArgumentException(
          "Number of bins is " + newBins + "; it must be at least 1");
    }
    return new TargetEstimator(seed, newBins, densityRatio);
  }

  /** The same with another density ratio for {@code iw}, {@code dr} and λ. */
  public TargetEstimator withDensityRatio(DensityRatioEstimator estimator) {
    return new TargetEstimator(seed, bins, estimator);
  }

  /** Estimates and judges. */
  public TargetEstimate estimate(TransferTask task) {
    TransferTask weighted =
        task.weights().isPresent() || task.features().isEmpty()
            ? task
            : task.withWeights(densityRatio.estimate(task));
    CombinedAccuracy.Prepared prepared = CombinedAccuracy.prepare(weighted);
    Evidence evidence = Recommended.evidence(weighted);
    CombinedAccuracy combined = prepared.at(evidence, Recommended.mixedTemperature(weighted));
    Replicates replicates = Replicates.of(weighted, replicates(weighted), seed);
    double[] resampled =
        replicates.sorted(
            replicates.size(),
            resample ->
                logOdds(
                    Recommended.accuracy(reweighted(task, resample), prepared).accuracy(),
                    resample));
    Interval interval = interval(combined, weighted, resampled);
    Estimate accuracy = new Estimate(combined.accuracy(), interval);
    Map<String, Double> estimators = AccuracyEstimators.estimates(evidence, densityRatio, prepared);
    return new TargetEstimate(
        weighted,
        accuracy,
        calibrationError(weighted.target(), accuracy),
        temperature(weighted.target(), accuracy),
        lambda(weighted, replicates),
        combined,
        estimators,
        Judgement.of(
            weighted,
            combined,
            estimators,
            prepared.outsideSupport(weighted.target().frequencies())),
        LabelBudget.labels(interval, weighted.target().frequencies().total()));
  }

  /** A replicate with weights of its own, where estimating them is cheap enough to repeat. */
  private TransferTask reweighted(TransferTask task, TransferTask resample) {
    boolean cheap =
        task.features()
            .map(f -> (double) (f.sourceTrain().rows() + f.target().rows()) * f.columns())
            .filter(elements -> elements <= CHEAP_WEIGHTS)
            .isPresent();
    return task.weights().isEmpty() && cheap
        ? resample.withWeights(densityRatio.estimate(resample))
        : resample;
  }

  private static int replicates(TransferTask task) {
    double elements = (double) task.target().logits().rows() * task.classes();
    return (int) Math.max(FEWEST_REPLICATES, Math.min(MOST_REPLICATES, AFFORDABLE / elements));
  }

  private static double logOdds(double accuracy, TransferTask task) {
    return LogOdds.of(accuracy, task.sourceValidation().frequencies().total());
  }

  private static Interval interval(
      CombinedAccuracy combined, TransferTask task, double[] resampled) {
    double value = logOdds(combined.accuracy(), task);
    double tail = (1 - LEVEL) / 2;
    double down = resampled.length == 0 ? 0 : value - Replicates.quantile(resampled, tail);
    double up = resampled.length == 0 ? 0 : Replicates.quantile(resampled, 1 - tail) - value;
    return interval(combined, task.sourceValidation().frequencies().total(), down, up);
  }

  /** The interval of a chunk of rows, with binomial noise in place of replicates. */
  static Interval chunkInterval(CombinedAccuracy combined, double sourceRows, Frequencies rows) {
    double p = combined.accuracy();
    // The standard error of p on the scale of log odds, where its slope is 1/(p(1 − p)).
    double noise = QUANTILE / Math.sqrt(Math.max(p * (1 - p) * rows.total(), 1e-9));
    return interval(combined, sourceRows, noise, noise);
  }

  private static Interval interval(
      CombinedAccuracy combined, double sourceRows, double noiseDown, double noiseUp) {
    double value = LogOdds.of(combined.accuracy(), sourceRows);
    double up = BRACKET_SHARE * (LogOdds.of(combined.optimistic(), sourceRows) - value);
    double down =
        combined.pessimistic().isPresent()
            ? BRACKET_SHARE * (value - LogOdds.of(combined.lowest(), sourceRows))
            : UNKNOWN_COST;
    // Estimated weights are shrunk, so the way they moved the estimate may go on.
    double weighted =
        WEIGHTS_SHARE
            * (LogOdds.of(combined.believed(), sourceRows)
                - LogOdds.of(combined.optimistic(), sourceRows));
    double low = value - Math.hypot(Math.max(weighted, down), Math.max(0, noiseDown));
    double high = value + Math.hypot(Math.max(0, up), Math.max(0, noiseUp));
    return new Interval(
        Math.min(combined.accuracy(), LogOdds.toAccuracy(low)),
        Math.max(combined.accuracy(), LogOdds.toAccuracy(high)));
  }

  private static Estimate temperature(Target target, Estimate accuracy) {
    double value = temperature(target, accuracy.value());
    return new Estimate(
        value,
        new Interval(
            Math.min(value, temperature(target, accuracy.interval().high())),
            Math.max(value, temperature(target, accuracy.interval().low()))));
  }

  private static double temperature(Target target, double accuracy) {
    return MatchedConfidence.temperature(target, accuracy).at();
  }

  /**
   * ECE of the model's own confidence, were each row right with the probability that the matched
   * temperature gives it; the interval spans the accuracies of theirs.
   */
  private Estimate calibrationError(Target target, Estimate accuracy) {
    double[] own = Kernels.rowConfidence(target.logits().values(), 1);
    double value = calibrationError(target, own, accuracy.value());
    double low = value;
    double high = value;
    for (int i = 0; i < LOOKS; i++) {
      double share = (double) i / (LOOKS - 1);
      double at = (1 - share) * accuracy.interval().low() + share * accuracy.interval().high();
      double error = calibrationError(target, own, at);
      low = Math.min(low, error);
      high = Math.max(high, error);
    }
    // Between the ends accuracy passes the model's own mean confidence: it may be right after all.
    double mean = target.frequencies().mean(own);
    return new Estimate(value, new Interval(accuracy.interval().contains(mean) ? 0 : low, high));
  }

  private double calibrationError(Target target, double[] own, double accuracy) {
    double[] right = Kernels.rowConfidence(target.logits().values(), temperature(target, accuracy));
    double[] gaps = new double[bins];
    for (int i = 0; i < own.length; i++) {
      gaps[Kernels.equalWidthBin(own[i], bins)] +=
          target.frequencies().get(i) * (own[i] - right[i]);
    }
    double sum = 0;
    for (double gap : gaps) {
      sum += Math.abs(gap);
    }
    return Math.min(1, sum / target.frequencies().total());
  }

  private static Optional<Estimate> lambda(TransferTask task, Replicates replicates) {
    if (task.weights().isEmpty()) {
      return Optional.empty();
    }
    try {
      OptionalDouble value = TransCal.released().fit(task).lambda();
      double[] resampled =
          replicates.sorted(
              LAMBDA_REPLICATES, resample -> TransCal.released().fit(resample).lambda().orElse(0));
      double at = value.orElseThrow();
      double tail = (1 - LEVEL) / 2;
      double low = resampled.length == 0 ? 0 : Replicates.quantile(resampled, tail);
      double high = resampled.length == 0 ? 1 : Replicates.quantile(resampled, 1 - tail);
      return Optional.of(new Estimate(at, new Interval(Math.min(at, low), Math.max(at, high))));
    } catch (CalibrationException impossible) {
      return Optional.empty();
    }
  }
}
