package org.transcal.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;

/**
 * Accuracy against confidence in equally wide bins (lo, hi] of [0, 1].
 *
 * <p>Mergeable: {@code a.merge(b)} is the diagram of all rows. Instances are immutable.
 */
public final class ReliabilityDiagram {
  /** Coverage of the intervals on bin accuracies. */
  public static final double LEVEL = 0.95;

  /**
   * One bin.
   *
   * @param low lower edge, not part of the bin
   * @param high upper edge, part of the bin
   * @param count rows in the bin, by frequency
   * @param accuracy share of correct rows; NaN where the bin is empty
   * @param confidence mean confidence; NaN where the bin is empty
   * @param accuracyInterval Clopper-Pearson interval of the accuracy, {@link #LEVEL}
   */
  public record Bin(
      double low,
      double high,
      double count,
      double accuracy,
      double confidence,
      Interval accuracyInterval) {}

  private final double[] count;
  private final double[] correct;
  private final double[] confidence;

  private ReliabilityDiagram(double[] count, double[] correct, double[] confidence) {
    this.count = count;
    this.correct = correct;
    this.confidence = confidence;
  }

  /** The diagram of no rows. */
  public static ReliabilityDiagram empty(int bins) {
    BinCount.require(bins);
    return new ReliabilityDiagram(new double[bins], new double[bins], new double[bins]);
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

  /**
   * A diagram that was summed before; arrays are copied.
   *
   * @param count rows of each bin, by frequency
   * @param correct right rows of each bin
   * @param confidence sum of the confidences of each bin
   */
  public static ReliabilityDiagram ofSums(double[] count, double[] correct, double[] confidence) {
    BinCount.require(count.length);
    if (correct.length != count.length || confidence.length != count.length) {
      throw new IllegalArgumentException(
          count.length
              + " counts, "
              + correct.length
              + " sums of correctness and "
              + confidence.length
              + " of confidence; all must be of the same bins");
    }
    return new ReliabilityDiagram(count.clone(), correct.clone(), confidence.clone());
  }

  /** Rows of each bin, by frequency. */
  public double[] counts() {
    return count.clone();
  }

  /** Right rows of each bin. */
  public double[] correctSums() {
    return correct.clone();
  }

  /** Sum of the confidences of each bin. */
  public double[] confidenceSums() {
    return confidence.clone();
  }

  /** Grows this diagram; only for one that no one else has seen. */
  void add(double rowConfidence, double correctness, double frequency) {
    int bin = Kernels.equalWidthBin(rowConfidence, count.length);
    count[bin] += frequency;
    correct[bin] += frequency * correctness;
    confidence[bin] += frequency * rowConfidence;
  }

  /** The diagram of the rows of both. */
  public ReliabilityDiagram merge(ReliabilityDiagram other) {
    if (other.count.length != count.length) {
      throw new IllegalArgumentException(
          "Cannot merge a diagram of " + other.count.length + " bins into one of " + count.length);
    }
    ReliabilityDiagram merged = empty(count.length);
    for (int b = 0; b < count.length; b++) {
      merged.count[b] = count[b] + other.count[b];
      merged.correct[b] = correct[b] + other.correct[b];
      merged.confidence[b] = confidence[b] + other.confidence[b];
    }
    return merged;
  }

  /** Rows, correct rows and summed confidence of each bin, one after another. */
  public double[] sums() {
    double[] sums = Arrays.copyOf(count, 3 * count.length);
    System.arraycopy(correct, 0, sums, count.length, count.length);
    System.arraycopy(confidence, 0, sums, 2 * count.length, count.length);
    return sums;
  }

  /** The diagram whose {@link #sums} are given, such as those of another machine. */
  public static ReliabilityDiagram ofSums(double[] sums) {
    int bins = sums.length / 3;
    BinCount.requireSums(sums, 3 * bins);
    BinCount.require(bins);
    return new ReliabilityDiagram(
        Arrays.copyOf(sums, bins),
        Arrays.copyOfRange(sums, bins, 2 * bins),
        Arrays.copyOfRange(sums, 2 * bins, 3 * bins));
  }

  /** All bins, empty ones too. */
  public List<Bin> bins() {
    List<Bin> bins = new ArrayList<>();
    for (int b = 0; b < count.length; b++) {
      bins.add(
          new Bin(
              (double) b / count.length,
              (double) (b + 1) / count.length,
              count[b],
              count[b] > 0 ? correct[b] / count[b] : Double.NaN,
              count[b] > 0 ? confidence[b] / count[b] : Double.NaN,
              Interval.clopperPearson(Math.min(correct[b], count[b]), count[b], LEVEL)));
    }
    return bins;
  }

  /** Rows seen, by frequency. */
  public double total() {
    double total = 0;
    for (double c : count) {
      total += c;
    }
    return total;
  }

  /** Share of correct rows; NaN where no row was seen. */
  public double accuracy() {
    return Arrays.stream(correct).sum() / total();
  }

  /** Mean confidence; NaN where no row was seen. */
  public double meanConfidence() {
    return Arrays.stream(confidence).sum() / total();
  }

  /** Σ_b (n_b / n) · |mean correctness − mean confidence|; NaN where no row was seen. */
  public double expectedCalibrationError() {
    double sum = 0;
    for (int b = 0; b < count.length; b++) {
      sum += Math.abs(correct[b] - confidence[b]);
    }
    return sum / total();
  }

  /** Largest |mean correctness − mean confidence| of a bin; NaN where no row was seen. */
  public double maximumCalibrationError() {
    double largest = Double.NaN;
    for (int b = 0; b < count.length; b++) {
      if (count[b] > 0) {
        double gap = Math.abs(correct[b] - confidence[b]) / count[b];
        largest = Double.isNaN(largest) ? gap : Math.max(largest, gap);
      }
    }
    return largest;
  }
}
