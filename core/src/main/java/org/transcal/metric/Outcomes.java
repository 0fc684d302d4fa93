package org.transcal.metric;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;

/**
 * Confidence and correctness of rows, sorted once, however often the rows are then recounted.
 *
 * <p>A cell is a distinct confidence together with right or wrong; every row is in one.
 *
 * <p>Cost: n log n to build, n to count.
 */
final class Outcomes {
  /** Cells are numbered by an int, two for each distinct confidence. */
  static final int MOST_ROWS = 1 << 30;

  private final double[] distinct;
  private final int[] cell;

  /**
   * Groups rows given as confidences with a sign: minus (also on zero) marks a wrong row.
   *
   * @param signed reads its first {@code rows} elements
   */
  Outcomes(double[] signed, int rows) {
    double[] sorted = new double[rows];
    for (int i = 0; i < rows; i++) {
      sorted[i] = Math.abs(signed[i]);
    }
    Arrays.sort(sorted);
    int levels = 0;
    for (int i = 0; i < rows; i++) {
      if (levels == 0 || sorted[i] != sorted[levels - 1]) {
        sorted[levels++] = sorted[i];
      }
    }
    distinct = Arrays.copyOf(sorted, levels);
    cell = new int[rows];
    for (int i = 0; i < rows; i++) {
      int level = Arrays.binarySearch(distinct, Math.abs(signed[i]));
      cell[i] = 2 * level + (isCorrect(signed[i]) ? 1 : 0);
    }
  }

  /** A confidence that carries the correctness as its sign. */
  static double signed(double confidence, double correctness) {
    return Math.copySign(confidence, correctness > 0 ? 1.0 : -1.0);
  }

  static boolean isCorrect(double signed) {
    return Math.copySign(1.0, signed) > 0;
  }

  int rows() {
    return cell.length;
  }

  /** The levels of the rows, each counted by its frequency. */
  ConfidenceLevels levels(Frequencies frequencies) {
    double[] counts = new double[2 * distinct.length];
    for (int i = 0; i < cell.length; i++) {
      counts[cell[i]] += frequencies.get(i);
    }
    double[] confidence = new double[distinct.length];
    double[] count = new double[distinct.length];
    double[] correct = new double[distinct.length];
    int size = 0;
    for (int level = 0; level < distinct.length; level++) {
      double wrong = counts[2 * level];
      double right = counts[2 * level + 1];
      if (wrong + right > 0) {
        confidence[size] = distinct[level];
        count[size] = wrong + right;
        correct[size] = right;
        size++;
      }
    }
    return new ConfidenceLevels(size, confidence, count, correct);
  }
}
