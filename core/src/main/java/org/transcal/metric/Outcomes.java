package org.transcal.metric;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;

/** Confidence and correctness of rows, sorted once for many resamples. */
final class Outcomes {
  private final int[] order;

  /** Keys of {@link ConfidenceRows}, in that order. */
  private final long[] keys;

  Outcomes(ConfidenceRows rows) {
    double[] confidence = new double[rows.size()];
    Arrays.setAll(confidence, rows::confidence);
    order = Order.ascending(confidence);
    keys = new long[order.length];
    Arrays.setAll(keys, i -> rows.key(order[i]));
  }

  /** The levels of the rows, each counted by its frequency. */
  ConfidenceLevels levels(Frequencies frequencies) {
    double[] confidences = new double[order.length];
    double[] countBefore = new double[order.length + 1];
    double[] wrongBefore = new double[order.length + 1];
    int size = 0;
    for (int i = 0; i < order.length; i++) {
      double frequency = frequencies.get(order[i]);
      double confidence = Double.longBitsToDouble(keys[i] >>> 1);
      if (frequency > 0) {
        if (size == 0 || confidence > confidences[size - 1]) {
          confidences[size++] = confidence;
          countBefore[size] = countBefore[size - 1];
          wrongBefore[size] = wrongBefore[size - 1];
        }
        countBefore[size] += frequency;
        wrongBefore[size] += (keys[i] & 1) == 0 ? frequency : 0;
      }
    }
    return new CountedLevels(size, confidences, countBefore, wrongBefore);
  }
}
