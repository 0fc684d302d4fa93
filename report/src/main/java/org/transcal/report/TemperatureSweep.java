package org.transcal.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * The stops of the temperature slider: reliability diagrams of labelled rows over a range of
 * temperatures.
 *
 * <p>Cost: rows × classes per temperature; a report of many rows has fewer temperatures.
 *
 * @param temperatures increasing
 * @param stops one per temperature
 */
record TemperatureSweep(List<Double> temperatures, List<Binned> stops) {
  private static final double LOWEST = 0.1;
  private static final double HIGHEST = 10;
  private static final int FINEST = 121;
  private static final int COARSEST = 17;

  /** Number of exponentials that a slider may take to compute. */
  private static final double BUDGET = 3e7;

  /**
   * The sweep.
   *
   * @param special temperatures to add to an even grid of 0.1 … 10, such as fitted ones; those that
   *     are not positive and finite are left out
   */
  static TemperatureSweep of(
      Logits logits, Labels labels, Frequencies frequencies, int bins, double... special) {
    List<Double> temperatures = grid(logits, special);
    return new TemperatureSweep(
        temperatures,
        temperatures.stream()
            .map(t -> Binned.of(logits.softmax(t), labels, frequencies, bins))
            .toList());
  }

  /** Number of temperatures of an even grid that these rows can afford. */
  static int affordable(Logits logits) {
    double cost = Math.max(1, (double) logits.rows() * logits.classes());
    return (int) Math.max(COARSEST, Math.min(FINEST, BUDGET / cost));
  }

  private static List<Double> grid(Logits logits, double[] special) {
    int count = affordable(logits);
    int odd = count - 1 + count % 2;
    double[] even = new double[odd];
    // The middle of an odd number of points is exactly T = 1.
    Arrays.setAll(
        even, i -> i == odd / 2 ? 1 : LOWEST * Math.pow(HIGHEST / LOWEST, i / (odd - 1.0)));
    return DoubleStream.concat(Arrays.stream(even), Arrays.stream(special))
        .filter(temperature -> temperature > 0 && temperature < Double.POSITIVE_INFINITY)
        .sorted()
        .distinct()
        .boxed()
        .toList();
  }

  /** Mean confidence of other rows, which need no labels, at each temperature. */
  double[] meanConfidences(Logits logits, Frequencies frequencies) {
    return temperatures.stream()
        .mapToDouble(t -> frequencies.mean(logits.softmax(t).top().confidences()))
        .toArray();
  }

  /** Index of the temperature nearest to one, on the logarithmic scale. */
  int nearest(double temperature) {
    return IntStream.range(0, temperatures.size())
        .boxed()
        .min(Comparator.comparing(i -> Math.abs(Math.log(temperatures.get(i) / temperature))))
        .orElseThrow();
  }
}
