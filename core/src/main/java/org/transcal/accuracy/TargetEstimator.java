package org.transcal.accuracy;

import java.util.Map;
import java.util.Optional;
import org.transcal.Termination;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * Estimates target accuracy, calibration error and temperature without target labels, each with a
 * 90 % interval, and judges whether to rely on them.
 *
 * <p>An interval has two parts that add in quadrature. <b>Sampling</b>: 5 % and 95 % quantiles of
 * bootstrap replicates, each a vector of counts, for which temperatures, shares and means are
 * recomputed; neighbours are recounted, while their distances and the overlap of the domains are
 * those of the whole task. If no shift is seen, an exact binomial interval. <b>Bias</b>, which no
 * resample shows: set on tasks with known truth ({@code research/bench/quality/trust}) to cover 90
 * % of the tasks of held-out suites; downwards it is small if the verdict is trustworthy, else it
 * grows as evidence lies farther below source accuracy; upwards it grows as domains overlap less.
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

  // The bias that 95 % of the tasks stay below, in each direction.
  private static final double TRUSTWORTHY_DOWN = 0.088;
  private static final double BASE_DOWN = 0.310;

  /** Multiplied by how far the estimate lies below source accuracy. */
  private static final double FALL_DOWN = 0.153;

  private static final double BASE_UP = 0.037;

  /** Multiplied by the separation of the domains. */
  private static final double SLOPE_UP = 0.062;

  private static final int MOST_REPLICATES = 200;
  private static final int FEWEST_REPLICATES = 60;

  /** Target rows × classes × replicates that take about a second. */
  private static final double AFFORDABLE = 2e7;

  /** Number of accuracies in the interval at which the calibration error is computed. */
  private static final int LOOKS = 9;

  /** Half the width at which an accuracy counts as settled. */
  private static final double PRECISION = 0.03;

  private final long seed;
  private final int bins;

  private record Settings(long seed, int bins) implements PreparedTask.Key<TargetEstimate> {}

  private record PartVerdict(Verdict verdict) {
    static PartVerdict of(PreparedTask prepared) {
      return new PartVerdict(Judgement.of(prepared, CombinedAccuracy.ofPart(prepared)).verdict());
    }
  }

  private TargetEstimator(long seed, int bins) {
    this.seed = seed;
    this.bins = bins;
  }

  /** With 15 bins. */
  public static TargetEstimator seeded(long seed) {
    return new TargetEstimator(seed, 15);
  }

  /** The same with another number of equally wide ECE bins. */
  public TargetEstimator withBins(int newBins) {
    if (newBins < 1) {
      throw new IllegalArgumentException(
          "Number of bins is " + newBins + "; it must be at least 1");
    }
    return new TargetEstimator(seed, newBins);
  }

  /** Estimates and judges. */
  public TargetEstimate estimate(TransferTask task) {
    return estimate(PreparedTask.of(task));
  }

  /** Estimates and judges once for each seed and number of bins, reusing what was derived. */
  public TargetEstimate estimate(PreparedTask prepared) {
    return prepared.derive(new Settings(seed, bins), this::compute);
  }

  private TargetEstimate compute(PreparedTask prepared) {
    TransferTask task = prepared.task();
    CombinedAccuracy combined = CombinedAccuracy.of(prepared);
    Judgement judgement = Judgement.of(prepared);
    Interval noise = noise(prepared, combined);
    Interval interval =
        interval(
            combined,
            judgement.verdict(),
            combined.accuracy() - noise.low(),
            noise.high() - combined.accuracy());
    Estimate accuracy = new Estimate(combined.accuracy(), interval);
    Map<String, Double> estimators = AccuracyEstimators.estimates(prepared);
    return new TargetEstimate(
        prepared,
        accuracy,
        calibrationError(task.target(), accuracy),
        temperature(task.target(), accuracy),
        Optional.empty(),
        combined,
        estimators,
        judgement,
        labelsNeeded(interval, task.target().frequencies().total()));
  }

  private Interval noise(PreparedTask prepared, CombinedAccuracy combined) {
    TransferTask task = prepared.task();
    if (combined.isValidation()) {
      // Two samples of one distribution differ by as much as one of this size does from the truth.
      double rows =
          1
              / (1 / task.sourceValidation().frequencies().total()
                  + 1 / task.target().frequencies().total());
      return Interval.clopperPearson(combined.accuracy() * rows, rows, LEVEL);
    }
    double[] resampled =
        Replicates.sorted(
            prepared, replicates(task), seed, resample -> CombinedAccuracy.of(resample).accuracy());
    double tail = (1 - LEVEL) / 2;
    return new Interval(
        Bootstrap.quantile(resampled, tail), Bootstrap.quantile(resampled, 1 - tail));
  }

  /**
   * Number of random target labels whose own 90 % interval is no wider than ±{@value #PRECISION}: n
   * = z²p(1 − p)/h² with h = {@value #PRECISION} and p the accuracy of the interval nearest to ½,
   * the worst case; corrected for the number N of rows, n / (1 + (n − 1)/N). None are needed if the
   * interval without labels is that narrow already.
   */
  static long labelsNeeded(Interval accuracy, double targetRows) {
    if (accuracy.high() - accuracy.low() <= 2 * PRECISION) {
      return 0;
    }
    double worst = Math.max(accuracy.low(), Math.min(accuracy.high(), 0.5));
    double unlimited = QUANTILE * QUANTILE * worst * (1 - worst) / (PRECISION * PRECISION);
    double corrected = unlimited / (1 + (unlimited - 1) / targetRows);
    return (long) Math.ceil(Math.min(targetRows, Math.max(1, corrected)));
  }

  private static int replicates(TransferTask task) {
    double elements = (double) task.target().logits().rows() * task.classes();
    return (int) Math.max(FEWEST_REPLICATES, Math.min(MOST_REPLICATES, AFFORDABLE / elements));
  }

  /** The interval of a chunk of rows, with binomial noise in place of replicates. */
  static Interval chunkInterval(CombinedAccuracy combined, Verdict verdict, Frequencies rows) {
    double accuracy = combined.accuracy();
    double noise = QUANTILE * Math.sqrt(accuracy * (1 - accuracy) / rows.total());
    return interval(combined, verdict, noise, noise);
  }

  /**
   * Accuracy of a part of the target rows, or of all for comparison with parts: the pooled
   * evidence, whether or not a shift is seen, with binomial noise in place of replicates and the
   * verdict of the whole task.
   */
  public static Estimate accuracy(PreparedTask prepared) {
    Verdict verdict = prepared.deriveOnce(PartVerdict.class, PartVerdict::of).verdict;
    CombinedAccuracy combined = CombinedAccuracy.ofPart(prepared);
    return new Estimate(
        combined.accuracy(),
        chunkInterval(combined, verdict, prepared.task().target().frequencies()));
  }

  private static Interval interval(
      CombinedAccuracy combined, Verdict verdict, double noiseDown, double noiseUp) {
    double fall = Math.max(0, combined.sourceAccuracy() - combined.accuracy());
    double down = verdict == Verdict.TRUSTWORTHY ? TRUSTWORTHY_DOWN : BASE_DOWN + FALL_DOWN * fall;
    double up = BASE_UP + SLOPE_UP * combined.separation();
    return new Interval(
        Math.max(0, combined.accuracy() - Math.hypot(down, Math.max(0, noiseDown))),
        Math.min(1, combined.accuracy() + Math.hypot(up, Math.max(0, noiseUp))));
  }

  /** The temperature that matches mean confidence to an accuracy; its interval likewise. */
  public static Estimate temperature(Target target, Estimate accuracy) {
    double value = temperature(target, accuracy.value());
    return new Estimate(
        value,
        new Interval(
            Math.min(value, temperature(target, accuracy.interval().high())),
            Math.max(value, temperature(target, accuracy.interval().low()))));
  }

  private static double temperature(Target target, double accuracy) {
    return FittedTemperature.matching(target, accuracy).temperature();
  }

  /**
   * ECE of the model's own confidence if each row is right with the probability that the matched
   * temperature gives it; its interval spans the ECEs over the interval of the accuracy.
   */
  public Estimate calibrationError(Target target, Estimate accuracy) {
    return calibrationError(target, Kernels.rowConfidence(target.logits().values(), 1), accuracy);
  }

  /** The same for any confidence in the predictions, such as that of a calibration model. */
  public Estimate calibrationError(Target target, double[] own, Estimate accuracy) {
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

  /** The same without an interval, if the accuracy is known. */
  public double calibrationError(Target target, double[] own, double accuracy) {
    FittedTemperature matched = FittedTemperature.matching(target, accuracy);
    double[] right = Kernels.rowConfidence(target.logits().values(), matched.temperature());
    // At a bound, confidence cannot match the accuracy, so that what is missing is shared equally.
    boolean matches = matched.termination() != Termination.AT_BOUND;
    double missing = matches ? 0 : accuracy - target.frequencies().mean(right);
    double[] gaps = new double[bins];
    for (int i = 0; i < own.length; i++) {
      gaps[ReliabilityDiagram.binOf(own[i], bins)] +=
          target.frequencies().get(i) * (own[i] - right[i] - missing);
    }
    double sum = 0;
    for (double gap : gaps) {
      sum += Math.abs(gap);
    }
    return Math.min(1, sum / target.frequencies().total());
  }
}
