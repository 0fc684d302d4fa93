package org.transcal.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteUniformSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Frequencies;
import org.transcal.parallel.Parallel;

/**
 * Intervals of metrics by resampling rows with replacement.
 *
 * <p>A resample is a vector of frequencies drawn from a multinomial; all metrics are measured on
 * the same ones. Replicate i draws from the i-th jump of a xoshiro256++ generator, so a seed gives
 * the same bits whatever the number of threads. Replicates run in the fork-join pool of the caller.
 *
 * <p>An error that takes absolute values or maxima grows with noise: it is too large on a sample,
 * and larger still on a resample, which carries the noise twice. Plain percentiles would then leave
 * out the value and the truth. So with value v, and m and b = m − v the mean and the bias of the
 * replicates, the interval is
 *
 * <pre>  [v + (q_low − m) − (1 + √2)·max(b, 0),  v + (q_high − m) − (1 + √2)·min(b, 0)]</pre>
 *
 * cut to the metric's {@linkplain CalibrationMetric#range() range} and always holding v: the spread
 * of the replicates around the value, with the end towards the truth moved by the largest bias that
 * fits b. (Where the value is nothing but noise, of size s, replicates have size √2·s; then b = (√2
 * − 1)·s, and the bias of the value, s, is (1 + √2)·b. Otherwise it is smaller.) Without bias these
 * are the percentiles. In simulations 95 % intervals of ECE and debiased L2 held the truth 87 to 99
 * times in 100, plain percentiles 0 to 90 times.
 *
 * <p>A metric with an {@linkplain CalibrationMetric#exactInterval exact} interval gets that one. An
 * infinite value, as of NLL after a true class got probability 0, is its own interval, since the
 * truth is infinite as well.
 */
public final class Bootstrap {
  /** Coverage unless another is asked for. */
  public static final double DEFAULT_LEVEL = 0.95;

  private static final int MOST_REPLICATES = 1000;
  private static final int FEWEST_REPLICATES = 100;

  /** Rows times replicates that take a second or two with all metrics. */
  private static final double AFFORDABLE = 1e7;

  /** What one replicate holds at once of each row: counts, levels, sums over levels. */
  static final int BYTES_PER_UNIT = 96;

  private static final double BIAS_OF_PURE_NOISE = 1 + Math.sqrt(2);

  private final long seed;
  private final OptionalInt replicates;
  private final double level;

  private Bootstrap(long seed, OptionalInt replicates, double level) {
    this.seed = seed;
    this.replicates = replicates;
    this.level = level;
  }

  /** A bootstrap at {@link #DEFAULT_LEVEL}, with as many replicates as the rows allow. */
  public static Bootstrap seeded(long seed) {
    return new Bootstrap(seed, OptionalInt.empty(), DEFAULT_LEVEL);
  }

  /** The same with a fixed number of replicates. */
  public Bootstrap withReplicates(int fixed) {
    if (fixed < 2) {
      throw new IllegalArgumentException(
          "Number of replicates is " + fixed + "; it must be at least 2");
    }
    return new Bootstrap(seed, OptionalInt.of(fixed), level);
  }

  /** The same at another coverage, such as 0.9 (a share, not a percentage). */
  public Bootstrap withLevel(double coverage) {
    if (!(coverage > 0 && coverage < 1)) {
      throw new IllegalArgumentException("Level is " + coverage + "; it must be in (0, 1)");
    }
    return new Bootstrap(seed, replicates, coverage);
  }

  /** What the random numbers start from. */
  public long seed() {
    return seed;
  }

  /** Coverage of the intervals. */
  public double level() {
    return level;
  }

  /**
   * How many replicates are drawn of a number of rows: the number asked for, else 10⁷ / rows, but
   * at least 100 and at most 1000.
   */
  public int replicates(double rows) {
    return replicates.orElse(
        (int) Math.max(FEWEST_REPLICATES, Math.min(MOST_REPLICATES, AFFORDABLE / rows)));
  }

  /** An interval for each metric, in the order given. */
  public List<Interval> intervals(
      LabelledPredictions predictions, List<? extends CalibrationMetric> metrics) {
    return estimates(
            metrics,
            predictions.frequencies(),
            predictions.frequencies().total(),
            counts -> {
              LabelledPredictions resample = predictions.countedBy(counts);
              return metrics.stream().mapToDouble(metric -> metric.measure(resample)).toArray();
            })
        .stream()
        .map(Estimate::interval)
        .toList();
  }

  /**
   * Values and intervals of metrics.
   *
   * @param units how often each of the things that are resampled occurs
   * @param total rows measured, by frequency
   * @param measure values of all metrics if units occur that often
   */
  List<Estimate> estimates(
      List<? extends CalibrationMetric> metrics,
      Frequencies units,
      double total,
      Function<Frequencies, double[]> measure) {
    return estimates(metrics, total, measure.apply(units), resample(units, measure));
  }

  /**
   * Intervals around known values by resampling a random sample of the rows that they are over.
   *
   * <p>The error of a metric falls with the root of the number of rows, so what resamples deviate
   * from the sample's own value is scaled by √(sample size / total). A part of the bias that falls
   * faster is overstated; smooth and sweep ECE near 0 fall more slowly, so their intervals are too
   * narrow there.
   *
   * @param values the metrics over all rows
   * @param total all rows, by frequency
   * @param sample how often each row of the sample occurs
   * @param measure values of all metrics if these rows occur that often
   */
  List<Estimate> estimatesBySample(
      List<? extends CalibrationMetric> metrics,
      double[] values,
      double total,
      Frequencies sample,
      Function<Frequencies, double[]> measure) {
    double[] ofSample = measure.apply(sample);
    double scale = Math.sqrt(sample.total() / total);
    double[][] resampled = resample(sample, measure);
    for (double[] replicate : resampled) {
      for (int m = 0; m < replicate.length; m++) {
        replicate[m] = values[m] + scale * (replicate[m] - ofSample[m]);
      }
    }
    return estimates(metrics, total, values, resampled);
  }

  private List<Estimate> estimates(
      List<? extends CalibrationMetric> metrics,
      double total,
      double[] values,
      double[][] resampled) {
    List<Estimate> estimates = new ArrayList<>();
    for (int m = 0; m < values.length; m++) {
      int at = m;
      double value = values[m];
      double[] ofMetric = Arrays.stream(resampled).mapToDouble(row -> row[at]).toArray();
      CalibrationMetric metric = metrics.get(m);
      estimates.add(
          new Estimate(
              value,
              metric
                  .exactInterval(value, total, level)
                  .orElseGet(() -> around(value, ofMetric, metric.range()))));
    }
    return estimates;
  }

  /** Replicates in parallel, but no more at once than fit a third of the heap. */
  private double[][] resample(Frequencies units, Function<Frequencies, double[]> measure) {
    JumpableUniformRandomProvider source =
        (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    SharedStateDiscreteSampler sampler = sampler(units, source);
    int count = replicates(units.total());
    List<UniformRandomProvider> streams =
        IntStream.range(0, count).mapToObj(i -> source.jump()).toList();
    double[][] resampled = new double[count][];
    double room = Runtime.getRuntime().maxMemory() / 3.0 / ((double) BYTES_PER_UNIT * units.rows());
    int lanes = (int) Math.max(1, Math.min(count, room));
    Parallel.forEach(
        lanes,
        lane -> {
          for (int i = lane; i < count; i += lanes) {
            resampled[i] =
                measure.apply(draw(units, sampler.withUniformRandomProvider(streams.get(i))));
          }
        });
    return resampled;
  }

  private static SharedStateDiscreteSampler sampler(
      Frequencies units, UniformRandomProvider source) {
    double[] frequencies = units.toArray();
    return Arrays.stream(frequencies).allMatch(f -> f == frequencies[0])
        ? DiscreteUniformSampler.of(source, 0, frequencies.length - 1)
        : AliasMethodDiscreteSampler.of(source, frequencies);
  }

  private static Frequencies draw(Frequencies units, SharedStateDiscreteSampler sampler) {
    double[] counts = new double[units.rows()];
    long draws = Math.max(1, Math.round(units.total()));
    for (long i = 0; i < draws; i++) {
      counts[sampler.sample()]++;
    }
    return Frequencies.copyOf(counts);
  }

  private Interval around(double value, double[] resampled, Interval range) {
    if (Double.isInfinite(value)) {
      return new Interval(value, value);
    }
    Arrays.sort(resampled);
    double mean = Arrays.stream(resampled).sum() / resampled.length;
    double bias = BIAS_OF_PURE_NOISE * (mean - value);
    double low = value + quantile(resampled, (1 - level) / 2) - mean - Math.max(bias, 0);
    double high = value + quantile(resampled, (1 + level) / 2) - mean - Math.min(bias, 0);
    return new Interval(
        Math.min(value, Math.max(range.low(), low)), Math.max(value, Math.min(range.high(), high)));
  }

  /** The quantile of sorted values by linear interpolation between order statistics. */
  private static double quantile(double[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
