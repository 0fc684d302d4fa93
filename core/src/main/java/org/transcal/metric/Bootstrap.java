package org.transcal.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteUniformSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.MetricEvaluation.Score;
import org.transcal.parallel.Parallel;

/**
 * Intervals of metrics by resampling rows with replacement.
 *
 * <p>A resample is a vector of multinomial frequencies; all metrics are measured on the same ones.
 * Replicate i draws from the i-th jump of a xoshiro256++ generator, so a seed gives the same bits
 * for any number of threads. Replicates run in the caller's fork-join pool.
 *
 * <p>Errors with absolute values or maxima are biased upwards by noise on a sample, and more so on
 * a resample, which has the noise twice; plain percentiles would exclude the value and the truth.
 * With value v, and m and b = m − v the mean and the bias of the replicates, the interval is
 *
 * <pre>  [v + (q_low − m) − (1 + √2)·max(b, 0),  v + (q_high − m) − (1 + √2)·min(b, 0)]</pre>
 *
 * clipped to the metric's {@linkplain CalibrationMetric#range() range} and extended to include v:
 * the percentiles around the value, with the end towards the truth moved by the largest bias
 * consistent with b. (If the value is only noise, of size s, replicates have size √2·s; then b =
 * (√2 − 1)·s, and the bias of the value, s, is (1 + √2)·b. Otherwise it is smaller.) Without bias
 * these are the percentiles. In simulations 95 % intervals of ECE and debiased L2 covered the truth
 * in 87 to 99 % of cases, plain percentiles in 0 to 90 %.
 *
 * <p>A metric with an {@linkplain CalibrationMetric#exactInterval exact} interval uses that one. An
 * infinite value, such as NLL if a true class has probability 0, is its own interval, since the
 * truth is infinite as well.
 *
 * @param seed random seed
 * @param replicates number of replicates, or 0 to choose it by the number of rows
 * @param level coverage of the intervals
 */
public record Bootstrap(long seed, int replicates, double level) {
  /** Default coverage. */
  public static final double DEFAULT_LEVEL = 0.95;

  private static final int MOST_REPLICATES = 1000;
  private static final int FEWEST_REPLICATES = 100;

  /** Rows times replicates that take one to two seconds with all metrics. */
  private static final double AFFORDABLE = 1e7;

  /** Memory of one replicate per row: counts, levels, sums over levels. */
  static final int BYTES_PER_UNIT = 96;

  private static final double BIAS_OF_PURE_NOISE = 1 + Math.sqrt(2);

  /** Checks the settings. */
  public Bootstrap {
    if (replicates < 0 || replicates == 1) {
      throw new IllegalArgumentException(
          "Number of replicates is " + replicates + "; it must be at least 2");
    }
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("Level is " + level + "; it must be in (0, 1)");
    }
  }

  /** A bootstrap at {@link #DEFAULT_LEVEL}; the number of replicates depends on that of rows. */
  public static Bootstrap seeded(long seed) {
    return new Bootstrap(seed, 0, DEFAULT_LEVEL);
  }

  /** This bootstrap with a fixed number of replicates. */
  public Bootstrap withReplicates(int fixed) {
    return new Bootstrap(seed, fixed, level);
  }

  /**
   * Number of replicates for a number of rows: the fixed number, else 10⁷ / rows, but at least 100
   * and at most 1000.
   */
  public int replicates(double rows) {
    return replicates > 0
        ? replicates
        : (int) Math.max(FEWEST_REPLICATES, Math.min(MOST_REPLICATES, AFFORDABLE / rows));
  }

  /** An interval for each metric, in the order given. */
  public List<Interval> intervals(
      LabelledPredictions predictions, List<? extends CalibrationMetric> metrics) {
    return scores(predictions, metrics).stream().map(score -> score.estimate().interval()).toList();
  }

  /** Values and intervals of metrics, by resampling rows. */
  List<Score> scores(LabelledPredictions predictions, List<? extends CalibrationMetric> metrics) {
    Frequencies rows = predictions.frequencies();
    return scores(
        metrics,
        rows,
        rows.total(),
        counts -> {
          LabelledPredictions resample = predictions.countedBy(counts);
          return metrics.stream().mapToDouble(metric -> metric.measure(resample)).toArray();
        });
  }

  /** Values and intervals of metrics, by resampling units: rows, or groups of rows. */
  List<Score> scores(
      List<? extends CalibrationMetric> metrics,
      Frequencies units,
      double total,
      Function<Frequencies, double[]> measure) {
    return scores(metrics, total, measure.apply(units), resample(units, measure));
  }

  /**
   * Intervals around known values by resampling a random sample of the rows.
   *
   * <p>Errors decrease with the square root of the number of rows, so deviations of resamples from
   * the sample's value are scaled by √(sample size / total). Bias that decreases faster is
   * overstated; smooth and sweep ECE near 0 decrease more slowly, so their intervals are too
   * narrow.
   *
   * @param values the metrics over all rows
   * @param total number of all rows, by frequency
   * @param sample frequencies of the rows of the sample
   * @param measure values of all metrics at the given frequencies of these rows
   */
  List<Score> scoresBySample(
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
    return scores(metrics, total, values, resampled);
  }

  private List<Score> scores(
      List<? extends CalibrationMetric> metrics,
      double total,
      double[] values,
      double[][] resampled) {
    List<Score> scores = new ArrayList<>();
    for (int m = 0; m < values.length; m++) {
      int at = m;
      double value = values[m];
      CalibrationMetric metric = metrics.get(m);
      if (Double.isNaN(value)) {
        throw new IllegalArgumentException(
            "Metric \"" + metric.key() + "\" is NaN; it must be a number");
      }
      double[] ofMetric = Arrays.stream(resampled).mapToDouble(row -> row[at]).toArray();
      Interval interval =
          metric
              .exactInterval(value, total, level)
              .orElseGet(() -> around(value, ofMetric, metric.range()));
      scores.add(new Score(metric, new Estimate(value, interval)));
    }
    return scores;
  }

  /** Measures replicates in parallel, as many at a time as fit in a third of the heap. */
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
  public static double quantile(double[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
