package org.transcal.calibration;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.DoubleStream;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.model.BinaryMap;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;

/** Binary maps fitted to the log odds of a class and whether each row is of that class. */
final class BinaryFits {
  private static final int BINS = 15;
  private static final double GRADIENT_TOLERANCE = 1e-11;

  /** Odds that differ by a smaller share differ by rounding. */
  private static final double EQUAL = 1e-9;

  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-10, 500, 10);

  private BinaryFits() {}

  /** A map and how the search for it ended. */
  record Fitted(BinaryMap map, Termination termination) {
    Fitted(BinaryMap map) {
      this(map, Termination.CONVERGED);
    }
  }

  /**
   * Platt's sigmoid by likelihood, searched over standardised odds.
   *
   * <p>Targets are smoothed, (N₊+1)/(N₊+2) and 1/(N₋+2), so the likelihood has a finite minimum
   * even if the classes can be separated or one of them is absent.
   */
  static Fitted platt(double[] odds, double[] positive, Frequencies frequencies) {
    double total = frequencies.total();
    double positives = total * frequencies.mean(positive);
    double negatives = total - positives;
    double high = (positives + 1) / (positives + 2);
    double low = 1 / (negatives + 2);
    double center = frequencies.mean(odds);
    double[] squares = Arrays.stream(odds).map(x -> (x - center) * (x - center)).toArray();
    double spread = Math.sqrt(frequencies.mean(squares));
    double scale = spread > EQUAL * Math.abs(center) ? spread : 1;
    VectorMinimum minimum =
        SEARCH.minimize(
            (point, gradient) -> {
              Arrays.fill(gradient, 0);
              double loss = 0;
              for (int row = 0; row < odds.length; row++) {
                double x = (odds[row] - center) / scale;
                double score = point[0] * x + point[1];
                double target = positive[row] > 0 ? high : low;
                double residual = frequencies.get(row) * (BinaryMap.sigmoid(score) - target);
                double soft = Math.log1p(Math.exp(-Math.abs(score))) + Math.max(0, score);
                gradient[0] += residual * x;
                gradient[1] += residual;
                loss += frequencies.get(row) * (soft - target * score);
              }
              return loss;
            },
            new double[] {0, Math.log((positives + 1) / (negatives + 1))},
            GRADIENT_TOLERANCE * total);
    double slope = minimum.at()[0] / scale;
    return new Fitted(
        new BinaryMap.Platt(slope, minimum.at()[1] - slope * center), minimum.termination());
  }

  /** Mean label in each bin; an empty bin keeps its centre, which changes least. */
  static Fitted histogram(double[] odds, double[] positive, Frequencies frequencies) {
    double[] probability = Arrays.stream(odds).map(BinaryMap::sigmoid).toArray();
    ReliabilityDiagram bins = ReliabilityDiagram.of(probability, positive, frequencies, BINS);
    double[] count = bins.counts();
    double[] sum = bins.correctSums();
    Arrays.setAll(sum, b -> count[b] > 0 ? sum[b] / count[b] : (b + 0.5) / BINS);
    return new Fitted(new BinaryMap.Histogram(sum));
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
   * Least-squares non-decreasing fit: rows of equal probability are merged first, then neighbours
   * that violate the order are pooled. Both ends of every pool become knots.
   */
  static Fitted isotonic(double[] odds, double[] positive, Frequencies frequencies) {
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
    return new Fitted(
        new BinaryMap.Isotonic(thresholds.build().toArray(), values.build().toArray()));
  }
}
