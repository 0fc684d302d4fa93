package org.transcal.comparison;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.transcal.matrix.Frequencies;

/**
 * How importance weights are spread over a logarithmic axis; rows are counted, never listed.
 *
 * @param range the axis
 * @param rows rows in each of its {@value #BARS} equally wide bars
 * @param mean mean weight
 * @param max largest weight of a row that counts
 * @param below rows below the axis
 * @param above rows above the axis
 */
public record WeightHistogram(
    Range range, List<Double> rows, double mean, double max, double below, double above) {
  /** Number of equally wide bars. */
  public static final int BARS = 36;

  /** Copies the counts. */
  public WeightHistogram {
    rows = List.copyOf(rows);
    if (rows.size() != BARS) {
      throw new IllegalArgumentException(rows.size() + " bars; there must be " + BARS);
    }
  }

  /** The weights that an axis shows; weights beyond it count in its outermost bars. */
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
    return new WeightHistogram(
        range, Arrays.stream(rows).boxed().toList(), frequencies.mean(weights), max, below, above);
  }

  /** Rows in a bar. */
  public double rows(int bar) {
    return rows.get(bar);
  }

  /** Rows in the fullest bar. */
  public double mostRows() {
    return Collections.max(rows);
  }

  /** The lower edge of a bar; for {@value #BARS}, the upper edge of the last bar. */
  public double edge(int bar) {
    return range.low() * Math.pow(range.high() / range.low(), (double) bar / BARS);
  }
}
