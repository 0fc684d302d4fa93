package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All reference rows, or those of one segment, batch by batch.
 *
 * @param segment which rows; empty for all
 * @param batches rows of each batch
 * @param confidences ascending confidences of each batch, possibly every n-th
 * @param shares share of each predicted class in each batch
 */
record Group(
    Optional<Segment> segment,
    List<int[]> batches,
    List<double[]> confidences,
    List<double[]> shares) {
  static final int QUANTILES = 1_000;

  /** Most confidences used for the distance of a batch from the others. */
  private static final int MOST_CONFIDENCES = 200_000;

  static Group of(Optional<Segment> segment, List<Rows> rows, List<int[]> batches) {
    long all = batches.stream().mapToLong(group -> group.length).sum();
    int step = (int) ((all + MOST_CONFIDENCES - 1) / MOST_CONFIDENCES);
    List<double[]> confidences = new ArrayList<>();
    List<double[]> shares = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      double[] sorted = rows.get(i).confidences(batches.get(i));
      int kept = (sorted.length + step - 1) / step;
      confidences.add(IntStream.range(0, kept).mapToDouble(at -> sorted[at * step]).toArray());
      shares.add(rows.get(i).classShares(batches.get(i)));
    }
    return new Group(segment, batches, confidences, shares);
  }

  long rows() {
    return batches.stream().mapToLong(group -> group.length).sum();
  }

  /** Number of batches that have rows of the group. */
  int batchesWithRows() {
    return (int) batches.stream().filter(group -> group.length > 0).count();
  }

  /** Whether a batch and the other batches have rows of the group. */
  boolean isComparable(int batch) {
    return batches.get(batch).length > 0 && batches.get(batch).length < rows();
  }

  /** Quantiles of the confidence, without one batch unless its number is negative. */
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

  /** Share of each predicted class, without one batch unless its number is negative. */
  double[] classShares(int without) {
    double[] sums = new double[shares.get(0).length];
    double total = 0;
    for (int i = 0; i < batches.size(); i++) {
      int rows = i == without ? 0 : batches.get(i).length;
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
   * @param noise variation between resampled batches
   * @param found findings of each comparable batch; others are null
   * @param known number of rows of the other batches whose features are known, for each batch
   */
  Baseline baseline(Map<Metric, Variation> noise, Findings[] found, int[] known) {
    Map<Metric, Variation> variations = new EnumMap<>(Metric.class);
    noise.forEach(
        (metric, variation) ->
            variations.put(metric, withBatches(metric, variation, found, known)));
    return new Baseline(rows(), batchesWithRows(), variations, quantiles(-1), classShares(-1));
  }

  /** Level and variation between batches by the method of DerSimonian and Laird. */
  private Variation withBatches(Metric metric, Variation noise, Findings[] found, int[] known) {
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
                1 / n + 1.0 / (rows() - batches.get(measured[i]).length);
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
