package org.transcal.comparison;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;

/** How importance weights are spread over a logarithmic axis; rows are counted, never listed. */
public final class WeightHistogram {
  /** Number of equally wide bars. */
  public static final int BARS = 36;

  /** The weights that an axis shows; what lies beyond counts in its outermost bars. */
  public record Range(double low, double high) {
    private static final double LOWEST = 1e-4;
    private static final double HIGHEST = 1e4;
    private static final double NARROWEST = 20;

    /** A range that shows the weights of rows that count, and 1. */
    public static Range of(double[] weights, Frequencies frequencies) {
      double low = 1;
      double high = 1;
      for (int i = 0; i < weights.length; i++) {
        if (frequencies.get(i) > 0) {
          low = Math.min(low, weights[i]);
          high = Math.max(high, weights[i]);
        }
      }
      low = Math.max(low, LOWEST);
      high = Math.min(high, HIGHEST);
      double widen = Math.sqrt(Math.max(1, NARROWEST / (high / low)));
      return new Range(low / widen, high * widen);
    }
  }

  private final Range range;
  private final double[] rows;
  private final double mean;
  private final double max;
  private final double below;
  private final double above;

  private WeightHistogram(
      Range range, double[] rows, double mean, double max, double below, double above) {
    this.range = range;
    this.rows = rows;
    this.mean = mean;
    this.max = max;
    this.below = below;
    this.above = above;
  }

  /** Counts weights, each row by its frequency. */
  public static WeightHistogram of(double[] weights, Frequencies frequencies, Range range) {
    double[] rows = new double[BARS];
    double below = 0;
    double above = 0;
    double max = 0;
    for (int i = 0; i < weights.length; i++) {
      double frequency = frequencies.get(i);
      double share = Math.log(weights[i] / range.low()) / Math.log(range.high() / range.low());
      int bar = (int) Math.floor(share * BARS);
      rows[Math.max(0, Math.min(BARS - 1, bar))] += frequency;
      // The ends of the range are weights themselves: only clearly smaller or larger lie beyond.
      below += share < -1e-9 ? frequency : 0;
      above += share > 1 + 1e-9 ? frequency : 0;
      max = frequency > 0 ? Math.max(max, weights[i]) : max;
    }
    return new WeightHistogram(range, rows, frequencies.mean(weights), max, below, above);
  }

  /**
   * A histogram that was counted before.
   *
   * @param rows {@value #BARS} counts
   */
  public static WeightHistogram counted(
      Range range, double[] rows, double mean, double max, double below, double above) {
    if (rows.length != BARS) {
      throw new IllegalArgumentException(rows.length + " bars; there must be " + BARS);
    }
    return new WeightHistogram(range, rows.clone(), mean, max, below, above);
  }

  /** The axis. */
  public Range range() {
    return range;
  }

  /** Rows in a bar. */
  public double rows(int bar) {
    return rows[bar];
  }

  /** Rows in the fullest bar. */
  public double mostRows() {
    return Arrays.stream(rows).max().orElse(0);
  }

  /** The lower edge of a bar; of {@value #BARS} the upper edge of the last. */
  public double edge(int bar) {
    return range.low() * Math.pow(range.high() / range.low(), (double) bar / BARS);
  }

  /** Mean weight. */
  public double mean() {
    return mean;
  }

  /** Largest weight of a row that counts. */
  public double max() {
    return max;
  }

  /** Rows below the axis. */
  public double below() {
    return below;
  }

  /** Rows above the axis. */
  public double above() {
    return above;
  }
}
