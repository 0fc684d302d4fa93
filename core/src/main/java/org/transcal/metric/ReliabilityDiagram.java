package org.transcal.metric;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.matrix.Frequencies;

/**
 * Accuracy against confidence in equally wide bins of [0, 1].
 *
 * <p>Of B bins, bin b is (b/B, (b+1)/B]; confidence 0 is in the first. A confidence within 1e-6 of
 * an edge is on it: storage in single precision and the way through logarithms and softmax move a
 * confidence such as 0.6 by less, and must not move it into another bin.
 *
 * <p>Mergeable: {@code a.merge(b)} is the diagram of all rows. Instances are immutable.
 */
public final class ReliabilityDiagram {
  /** Coverage of the intervals on bin accuracies. */
  public static final double LEVEL = 0.95;

  /** Confidences so close to an edge are on it. */
  private static final double ON_EDGE = 1e-6;

  /**
   * One bin.
   *
   * @param low lower edge, not part of the bin
   * @param high upper edge, part of the bin
   * @param count rows in the bin, by frequency
   * @param accuracy share of correct rows; NaN if the bin is empty
   * @param confidence mean confidence; NaN if the bin is empty
   * @param accuracyInterval Clopper-Pearson interval of the accuracy, {@link #LEVEL}
   */
  public record Bin(
      double low,
      double high,
      double count,
      double accuracy,
      double confidence,
      Interval accuracyInterval) {}

  private final int bins;

  /** Counts of all bins, then correct rows, then sums of confidence. */
  private final double[] sums;

  private ReliabilityDiagram(double[] sums) {
    this.bins = NamedMetric.requireBins(sums.length / 3);
    this.sums = sums;
  }

  /**
   * The bin of a confidence or probability, out of {@code bins} equally wide ones.
   *
   * @since 0.2.0
   */
  public static int binOf(double confidence, int bins) {
    int bin = Math.max(0, Math.min(bins - 1, (int) Math.ceil((confidence - ON_EDGE) * bins) - 1));
    // The product may be rounded across an edge, so compare with the edges themselves.
    if (bin > 0 && confidence <= largestConfidence(bin - 1, bins)) {
      return bin - 1;
    }
    return bin < bins - 1 && confidence > largestConfidence(bin, bins) ? bin + 1 : bin;
  }

  /**
   * The largest confidence that is in a bin: 1e-6 above its edge.
   *
   * @since 0.2.0
   */
  public static double largestConfidence(int bin, int bins) {
    return (bin + 1.0) / bins + ON_EDGE;
  }

  /** The diagram of no rows. */
  public static ReliabilityDiagram empty(int bins) {
    return new ReliabilityDiagram(new double[3 * NamedMetric.requireBins(bins)]);
  }

  /** The diagram of labelled predictions. */
  public static ReliabilityDiagram of(LabelledPredictions predictions, int bins) {
    ReliabilityDiagram diagram = empty(bins);
    for (int i = 0; i < predictions.rows(); i++) {
      diagram.add(
          predictions.confidence(i), predictions.correctness(i), predictions.frequencies().get(i));
    }
    return diagram;
  }

  /** The diagram of plain arrays: confidence, correctness (1 or 0) and frequency of each row. */
  public static ReliabilityDiagram of(
      double[] confidence, double[] correctness, Frequencies frequencies, int bins) {
    ReliabilityDiagram diagram = empty(bins);
    for (int i = 0; i < confidence.length; i++) {
      diagram.add(confidence[i], correctness[i], frequencies.get(i));
    }
    return diagram;
  }

  /** The diagram with the given {@link #counts}, {@link #correctSums}, {@link #confidenceSums}. */
  public static ReliabilityDiagram ofSums(double[] count, double[] correct, double[] confidence) {
    if (correct.length != count.length || confidence.length != count.length) {
      String sums = correct.length + " sums of correctness and " + confidence.length;
      throw new IllegalArgumentException(
          count.length + " counts, " + sums + " of confidence; all must be of the same bins");
    }
    return new ReliabilityDiagram(
        Stream.of(count, correct, confidence).flatMapToDouble(Arrays::stream).toArray());
  }

  /** The diagram with the given {@link #sums}, such as those of another machine. */
  public static ReliabilityDiagram ofSums(double[] sums) {
    if (sums.length % 3 != 0) {
      throw new IllegalArgumentException(
          sums.length + " sums; a reliability diagram has three per bin");
    }
    return new ReliabilityDiagram(sums.clone());
  }

  /** Rows of each bin, by frequency. */
  public double[] counts() {
    return Arrays.copyOf(sums, bins);
  }

  /** Correct rows of each bin. */
  public double[] correctSums() {
    return Arrays.copyOfRange(sums, bins, 2 * bins);
  }

  /** Sum of the confidences of each bin. */
  public double[] confidenceSums() {
    return Arrays.copyOfRange(sums, 2 * bins, 3 * bins);
  }

  /** Counts, correct rows and sums of confidence of all bins. */
  public double[] sums() {
    return sums.clone();
  }

  /** Adds a row in place; only for a diagram that is not published yet. */
  void add(double confidence, double correctness, double frequency) {
    add(confidence, correctness, frequency, sums);
  }

  /** Adds a row to the {@link #sums} of a diagram. */
  static void add(double confidence, double correctness, double frequency, double[] sums) {
    int bins = sums.length / 3;
    int bin = binOf(confidence, bins);
    sums[bin] += frequency;
    sums[bins + bin] += frequency * correctness;
    sums[2 * bins + bin] += frequency * confidence;
  }

  /** The diagram of the rows of both. */
  public ReliabilityDiagram merge(ReliabilityDiagram other) {
    if (other.bins != bins) {
      throw new IllegalArgumentException(
          "Cannot merge a diagram of " + other.bins + " bins into one of " + bins);
    }
    double[] merged = new double[sums.length];
    Arrays.setAll(merged, i -> sums[i] + other.sums[i]);
    return new ReliabilityDiagram(merged);
  }

  /** All bins, including empty ones. */
  public List<Bin> bins() {
    return IntStream.range(0, bins).mapToObj(this::bin).toList();
  }

  private Bin bin(int b) {
    double count = sums[b];
    double correct = sums[bins + b];
    return new Bin(
        (double) b / bins,
        (double) (b + 1) / bins,
        count,
        count > 0 ? correct / count : Double.NaN,
        count > 0 ? sums[2 * bins + b] / count : Double.NaN,
        Interval.clopperPearson(Math.min(correct, count), count, LEVEL));
  }

  /** Number of rows, by frequency. */
  public double total() {
    return Arrays.stream(sums, 0, bins).sum();
  }

  /** Share of correct rows; NaN without rows. */
  public double accuracy() {
    return Arrays.stream(sums, bins, 2 * bins).sum() / total();
  }

  /** Mean confidence; NaN without rows. */
  public double meanConfidence() {
    return Arrays.stream(sums, 2 * bins, 3 * bins).sum() / total();
  }

  /** Σ_b (n_b / n) · |mean correctness − mean confidence|; NaN without rows. */
  public double expectedCalibrationError() {
    return IntStream.range(0, bins).mapToDouble(this::gap).sum() / total();
  }

  /** Largest |mean correctness − mean confidence| of a bin; NaN without rows. */
  public double maximumCalibrationError() {
    return IntStream.range(0, bins)
        .filter(b -> sums[b] > 0)
        .mapToDouble(b -> gap(b) / sums[b])
        .max()
        .orElse(Double.NaN);
  }

  private double gap(int bin) {
    return Math.abs(sums[bins + bin] - sums[2 * bins + bin]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReliabilityDiagram diagram && Arrays.equals(sums, diagram.sums);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sums);
  }

  @Override
  public String toString() {
    return "ReliabilityDiagram of " + total() + " rows in " + bins + " bins";
  }
}
