package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All reference rows, or those of one segment, night by night.
 *
 * @param segment which rows; empty for all
 * @param nights rows of each night
 * @param confidences ascending confidences of each night, possibly every n-th
 * @param shares share of each predicted class in each night
 */
record Group(
    Optional<Segment> segment,
    List<int[]> nights,
    List<double[]> confidences,
    List<double[]> shares) {
  static final int QUANTILES = 1_000;

  /** Most confidences used for the distance of a night from the others. */
  private static final int MOST_CONFIDENCES = 200_000;

  static Group of(Optional<Segment> segment, List<Rows> rows, List<int[]> nights) {
    long all = nights.stream().mapToLong(group -> group.length).sum();
    int step = (int) ((all + MOST_CONFIDENCES - 1) / MOST_CONFIDENCES);
    List<double[]> confidences = new ArrayList<>();
    List<double[]> shares = new ArrayList<>();
    for (int i = 0; i < nights.size(); i++) {
      double[] sorted = rows.get(i).confidences(nights.get(i));
      int kept = (sorted.length + step - 1) / step;
      confidences.add(IntStream.range(0, kept).mapToDouble(at -> sorted[at * step]).toArray());
      shares.add(rows.get(i).classShares(nights.get(i)));
    }
    return new Group(segment, nights, confidences, shares);
  }

  long rows() {
    return nights.stream().mapToLong(group -> group.length).sum();
  }

  /** Number of nights that have rows of the group. */
  int nightsWithRows() {
    return (int) nights.stream().filter(group -> group.length > 0).count();
  }

  /** Whether a night and the other nights have rows of the group. */
  boolean isComparable(int night) {
    return nights.get(night).length > 0 && nights.get(night).length < rows();
  }

  /** Quantiles of the confidence, without one night unless its number is negative. */
  double[] quantiles(int without) {
    double[] sorted =
        IntStream.range(0, confidences.size())
            .filter(i -> i != without)
            .mapToObj(confidences::get)
            .flatMapToDouble(Arrays::stream)
            .sorted()
            .toArray();
    return Distance.quantiles(sorted, QUANTILES);
  }

  /** Share of each predicted class, without one night unless its number is negative. */
  double[] classShares(int without) {
    double[] sums = new double[shares.get(0).length];
    double total = 0;
    for (int i = 0; i < nights.size(); i++) {
      int rows = i == without ? 0 : nights.get(i).length;
      for (int k = 0; k < sums.length && rows > 0; k++) {
        sums[k] += rows * shares.get(i)[k];
      }
      total += rows;
    }
    double all = total;
    return Arrays.stream(sums).map(sum -> Math.min(1, sum / all)).toArray();
  }

  /**
   * The baseline.
   *
   * @param noise variation between resampled nights
   * @param found findings of each comparable night; others are null
   * @param known number of rows of the other nights whose features are known, for each night
   */
  Baseline baseline(Map<Metric, Variation> noise, Findings[] found, int[] known) {
    Map<Metric, Variation> variations = new EnumMap<>(Metric.class);
    noise.forEach(
        (metric, variation) -> variations.put(metric, withNights(metric, variation, found, known)));
    return new Baseline(rows(), nightsWithRows(), variations, quantiles(-1), classShares(-1));
  }

  /** Level and variation between nights by the method of DerSimonian and Laird. */
  private Variation withNights(Metric metric, Variation noise, Findings[] found, int[] known) {
    int[] measured =
        IntStream.range(0, found.length)
            .filter(i -> found[i] != null && found[i].values().containsKey(metric))
            .toArray();
    if (measured.length < 2) {
      return noise;
    }
    double[] values = new double[measured.length];
    double[] variances = new double[measured.length];
    for (int i = 0; i < measured.length; i++) {
      double n = found[measured[i]].rowsOf(metric);
      double squared =
          switch (metric) {
            case ACCURACY, ECE -> 1 / n;
            case CONFIDENCE, CLASSES, REALISED ->
                1 / n + 1.0 / (rows() - nights.get(measured[i]).length);
            case DOMAIN_AUC -> 1 / n + 1.0 / known[measured[i]];
          };
      values[i] = found[measured[i]].values().get(metric) - noise.drift() * Math.sqrt(squared);
      variances[i] = Math.max(noise.noise() * noise.noise() * squared, 1 / (n * rows()));
    }
    double mean = mean(values, variances, 0);
    double excess = 1 - measured.length;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < measured.length; i++) {
      excess += (values[i] - mean) * (values[i] - mean) / variances[i];
      sum += 1 / variances[i];
      squares += 1 / (variances[i] * variances[i]);
    }
    double between = Math.max(0, excess / (sum - squares / sum));
    return new Variation(
        Math.max(metric.nullValue(), mean(values, variances, between)),
        noise.drift(),
        noise.noise(),
        Math.sqrt(between));
  }

  private static double mean(double[] values, double[] variances, double between) {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] / (variances[i] + between);
      weights += 1 / (variances[i] + between);
    }
    return sum / weights;
  }
}
