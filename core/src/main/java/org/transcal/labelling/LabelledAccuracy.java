package org.transcal.labelling;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.accuracy.CombinedAccuracy;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.model.BinaryMap;
import org.transcal.parallel.Lazy;
import org.transcal.shift.PreparedTask;
import org.transcal.task.MissingPartException;

/**
 * Target accuracy measured on labelled rows, with a 90 % interval that is valid even if the
 * estimates without labels are wrong: they only decide the strata.
 *
 * <p>With N_h rows in stratum h, n_h of them labelled and x_h predicted right, accuracy is a = Σ
 * W_h x_h / n_h, W_h = N_h / N. Its variance is Σ W_h² (1 − n_h/N_h) p_h(1 − p_h) / (n_h − 1) with
 * p_h = (x_h + ma) / (n_h + m), m = {@value #PRIOR_ROWS}: a fraction of a row with accuracy a keeps
 * a stratum without errors from counting as certain; for this, a is kept half a row away from 0 and
 * 1. A stratum with fewer than {@value #FEWEST_LABELS} labels takes p_h from its neighbours as
 * well. If at most a tenth of the rows are labelled, 1 − n_h/N_h is left out: the interval is then
 * also valid for further rows like these. It is the Wilson interval for the number of random labels
 * with that variance.
 *
 * <p>Rows still without a label count as missing at random. A stratum without any label is split
 * between its neighbours. Rows that the user chose count as a simple random sample, cut into strata
 * afterwards.
 *
 * @param accuracy share of target rows predicted right
 * @param used number of labels
 * @param recommendedMore how many more labels would bring the half-width of the interval to {@value
 *     #HALF_WIDTH}; 0 if it is already that narrow
 */
public record LabelledAccuracy(Estimate accuracy, int used, long recommendedMore) {
  /** The half-width of the interval at which more labels are not worth it. */
  public static final double HALF_WIDTH = 0.05;

  private static final double PRIOR_ROWS = 0.1;

  /** A stratum with fewer labels borrows those of its neighbours for its variance. */
  private static final double FEWEST_LABELS = 5;

  /** Up to this share of all rows, labels also represent rows that are not in the task. */
  private static final double SMALL_SHARE = 0.1;

  /** The 95 % quantile of the standard normal: 90 % lie within ± this. */
  private static final double QUANTILE = 1.6448536269514722;

  /**
   * Measures the accuracy.
   *
   * @throws MissingPartException if no row has a label
   * @throws IllegalArgumentException if the rows do not fit the task
   */
  public static LabelledAccuracy of(PreparedTask prepared, LabelledRows rows) {
    rows.requireFor(prepared.task());
    int used = rows.labelled();
    if (used == 0) {
      throw new MissingPartException(
          "labelled needs labels: none of the " + rows.rows().size() + " rows has one");
    }
    Counts counts = Counts.of(prepared, rows);
    Estimate accuracy = counts.accuracy();
    double half = (accuracy.interval().high() - accuracy.interval().low()) / 2;
    return new LabelledAccuracy(
        accuracy, used, more(half, used, prepared.task().target().logits().rows()));
  }

  /** Variance is proportional to 1/n − 1/N, which is solved for n. */
  private static long more(double halfWidth, double used, double rows) {
    if (halfWidth <= HALF_WIDTH || used >= rows) {
      return 0;
    }
    double share = HALF_WIDTH / halfWidth;
    double needed = 1 / (1 / rows + share * share * (1 / used - 1 / rows));
    return (long) Math.ceil(needed - used);
  }

  /**
   * The accuracy that these labels and an estimate without labels suggest together: the mean of
   * both log odds, weighted by the inverse of the variances that their intervals imply.
   */
  public Estimate pooledWith(Estimate labelFree) {
    double low = logOdds(accuracy.interval().low());
    double high = logOdds(accuracy.interval().high());
    if (low == high) {
      return accuracy;
    }
    double half = (high - low) / 2;
    double freeHalf =
        (logOdds(labelFree.interval().high()) - logOdds(labelFree.interval().low())) / 2;
    double weight = freeHalf * freeHalf / (half * half + freeHalf * freeHalf);
    double value = weight * (low + high) / 2 + (1 - weight) * logOdds(labelFree.value());
    double both = Math.sqrt(weight) * half;
    return new Estimate(
        BinaryMap.sigmoid(value),
        new Interval(BinaryMap.sigmoid(value - both), BinaryMap.sigmoid(value + both)));
  }

  /** Log odds, kept finite by half a row. */
  private double logOdds(double share) {
    return CombinedAccuracy.logOdds(share, used);
  }

  /**
   * What is known of each stratum.
   *
   * @param size target rows
   * @param labelled those with a label
   * @param right those with a label and predicted right
   */
  record Counts(double[] size, double[] labelled, double[] right) {
    static Counts of(PreparedTask prepared, LabelledRows rows) {
      Frequencies frequencies = prepared.task().target().frequencies();
      int[] predictions = prepared.task().target().logits().predictions();
      int drawn = 1 + rows.rows().stream().mapToInt(Counts::drawnFrom).max().orElse(-1);
      Lazy<Strata> strata = new Lazy<>(() -> Strata.of(prepared, drawn > 0 ? drawn : Strata.USUAL));
      int count = drawn > 0 ? drawn : strata.get().count();
      double[] size = new double[count];
      for (int i = 0; drawn == 0 && i < predictions.length; i++) {
        size[strata.get().ofRow()[i]] += frequencies.get(i);
      }
      double[] labelled = new double[count];
      double[] right = new double[count];
      for (Row row : rows.rows()) {
        row.draw().ifPresent(draw -> size[draw.stratum()] = draw.stratumRows());
        if (row.label().isPresent()) {
          int given = drawnFrom(row);
          int stratum = given >= 0 ? given : strata.get().ofRow()[row.row()];
          double times = frequencies.get(row.row());
          labelled[stratum] += times;
          right[stratum] += row.label().getAsInt() == predictions[row.row()] ? times : 0;
        }
      }
      return new Counts(size, labelled, right).joined();
    }

    private static int drawnFrom(Row row) {
      return row.draw().map(Draw::stratum).orElse(-1);
    }

    /** The size of strata without labels is split evenly between the nearest ones with labels. */
    private Counts joined() {
      int[] full = IntStream.range(0, size.length).filter(h -> labelled[h] > 0).toArray();
      if (full.length == 0) {
        // A resample may count none of the labelled rows.
        throw new MissingPartException("labelled needs labels: no row that counts has one");
      }
      double[] sizes = new double[full.length];
      for (int h = 0, next = 0; h < size.length; h++) {
        next += labelled[h] > 0 ? 1 : 0;
        int before = Math.max(0, next - 1);
        sizes[before] += size[h] / 2;
        sizes[labelled[h] > 0 ? before : Math.min(full.length - 1, next)] += size[h] / 2;
      }
      return new Counts(
          sizes,
          Arrays.stream(full).mapToDouble(h -> labelled[h]).toArray(),
          Arrays.stream(full).mapToDouble(h -> right[h]).toArray());
    }

    Estimate accuracy() {
      double rows = Arrays.stream(size).sum();
      double value = 0;
      double labels = 0;
      for (int h = 0; h < size.length; h++) {
        value += size[h] / rows * right[h] / labelled[h];
        labels += labelled[h];
      }
      value = Math.min(1, value);
      double edge = 0.5 / (labels + 1);
      double prior = Math.max(edge, Math.min(1 - edge, value));
      double smoothed = 0;
      double variance = 0;
      for (int h = 0; h < size.length; h++) {
        double share = size[h] / rows;
        double n = labelled[h];
        double x = right[h];
        for (int step = 1; n < FEWEST_LABELS && step < size.length; step++) {
          for (int near : new int[] {h - step, h + step}) {
            n += near >= 0 && near < size.length ? labelled[near] : 0;
            x += near >= 0 && near < size.length ? right[near] : 0;
          }
        }
        double p = (x + PRIOR_ROWS * prior) / (n + PRIOR_ROWS);
        double left = labels > SMALL_SHARE * rows ? Math.max(0, 1 - labelled[h] / size[h]) : 1;
        smoothed += share * p;
        variance += share * share * left * p * (1 - p) / labelled[h] * n / Math.max(1, n - 1);
      }
      return new Estimate(value, wilson(value, smoothed * (1 - smoothed) / variance));
    }

    /** Wilson's interval of a proportion; the number of trials may be infinite or NaN: 0/0. */
    private static Interval wilson(double p, double trials) {
      if (!(trials < Double.POSITIVE_INFINITY)) {
        return new Interval(p, p);
      }
      double square = QUANTILE * QUANTILE / trials;
      double centre = (p + square / 2) / (1 + square);
      double half = Math.sqrt(square * p * (1 - p) + square * square / 4) / (1 + square);
      return new Interval(
          Math.max(0, Math.min(p, centre - half)), Math.min(1, Math.max(p, centre + half)));
    }
  }
}
