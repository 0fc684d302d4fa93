package org.transcal.calibration;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.DoubleStream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.model.BinaryMap;

/** Binary maps that average labels over ranges of the probability. */
final class BinnedFits {
  private static final int BINS = 15;

  private BinnedFits() {}

  /** Mean label in each bin; an empty bin keeps its centre, which changes least. */
  static BinaryMap.Histogram histogram(double[] odds, double[] positive, Frequencies frequencies) {
    double[] probability = Arrays.stream(odds).map(BinaryMap::sigmoid).toArray();
    ReliabilityDiagram bins = ReliabilityDiagram.of(probability, positive, frequencies, BINS);
    double[] count = bins.counts();
    double[] sum = bins.correctSums();
    Arrays.setAll(sum, b -> count[b] > 0 ? sum[b] / count[b] : (b + 0.5) / BINS);
    return new BinaryMap.Histogram(sum);
  }

  /** Neighbouring rows that share one value, the mean of their labels. */
  private record Pool(double from, double to, double sum, double count) {
    Pool with(Pool next) {
      return new Pool(from, next.to, sum + next.sum, count + next.count);
    }

    boolean isBelow(Pool next) {
      return sum * next.count < next.sum * count;
    }
  }

  /**
   * Least-squares non-decreasing fit: rows of equal probability are one row first, then neighbours
   * that violate the order are pooled. Both ends of every pool become knots.
   */
  static BinaryMap.Isotonic isotonic(double[] odds, double[] positive, Frequencies frequencies) {
    double[] probability = Arrays.stream(odds).map(BinaryMap::sigmoid).toArray();
    int[] order =
        Arrays.stream(Order.ascending(probability)).filter(i -> frequencies.get(i) > 0).toArray();
    Deque<Pool> pools = new ArrayDeque<>();
    for (int at = 0; at < order.length; ) {
      double p = probability[order[at]];
      Pool pool = new Pool(p, p, 0, 0);
      for (; at < order.length && probability[order[at]] == p; at++) {
        double count = frequencies.get(order[at]);
        pool = pool.with(new Pool(p, p, count * positive[order[at]], count));
      }
      while (!pools.isEmpty() && !pools.getLast().isBelow(pool)) {
        pool = pools.removeLast().with(pool);
      }
      pools.addLast(pool);
    }
    DoubleStream.Builder thresholds = DoubleStream.builder();
    DoubleStream.Builder values = DoubleStream.builder();
    double last = 0;
    for (Pool pool : pools) {
      // Pools rise strictly, but their ratios may round to the same or a lower double.
      last = Math.max(last, Math.min(1, pool.sum / pool.count));
      for (double knot : DoubleStream.of(pool.from, pool.to).distinct().toArray()) {
        thresholds.add(knot);
        values.add(last);
      }
    }
    return new BinaryMap.Isotonic(thresholds.build().toArray(), values.build().toArray());
  }
}
