package org.transcal.metric;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;

/**
 * Confidence and correctness of rows, sorted once for many resamples.
 *
 * <p>Cost: n log n to build, n to count.
 */
final class Outcomes {
  private final double[] distinct;

  /** For each row twice the index of its confidence, plus 1 if it is correct. */
  private final int[] outcome;

  Outcomes(ConfidenceRows rows) {
    double[] sorted = new double[rows.size()];
    Arrays.setAll(sorted, rows::confidence);
    Arrays.sort(sorted);
    int levels = 0;
    for (double confidence : sorted) {
      if (levels == 0 || confidence != sorted[levels - 1]) {
        sorted[levels++] = confidence;
      }
    }
    distinct = Arrays.copyOf(sorted, levels);
    outcome = new int[rows.size()];
    for (int i = 0; i < outcome.length; i++) {
      int level = Arrays.binarySearch(distinct, rows.confidence(i));
      outcome[i] = 2 * level + (rows.isCorrect(i) ? 1 : 0);
    }
  }

  /** The levels of the rows, each counted by its frequency. */
  ConfidenceLevels levels(Frequencies frequencies) {
    double[] counts = new double[Math.multiplyExact(2, distinct.length)];
    for (int i = 0; i < outcome.length; i++) {
      counts[outcome[i]] += frequencies.get(i);
    }
    double[] confidence = new double[distinct.length];
    double[] countBefore = new double[distinct.length + 1];
    double[] wrongBefore = new double[distinct.length + 1];
    int size = 0;
    for (int level = 0; level < distinct.length; level++) {
      double wrong = counts[2 * level];
      double count = wrong + counts[2 * level + 1];
      if (count > 0) {
        confidence[size] = distinct[level];
        countBefore[size + 1] = countBefore[size] + count;
        wrongBefore[size + 1] = wrongBefore[size] + wrong;
        size++;
      }
    }
    return new CountedLevels(size, confidence, countBefore, wrongBefore);
  }
}
