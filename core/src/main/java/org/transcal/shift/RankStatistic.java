package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;

/** Area under the ROC curve. */
final class RankStatistic {
  private RankStatistic() {}

  /** Probability that a value of the first set exceeds one of the second; ties count half. */
  static double probabilityGreater(
      double[] first, Frequencies firstCounts, double[] second, Frequencies secondCounts) {
    double[] values = DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    int total = values.length;
    int[] order = Order.ascending(values);
    double wins = 0;
    double below = 0;
    for (int from = 0; from < total; ) {
      double firstTied = 0;
      double secondTied = 0;
      int to = from;
      while (to < total && values[order[to]] == values[order[from]]) {
        int row = order[to];
        if (row < first.length) {
          firstTied += firstCounts.get(row);
        } else {
          secondTied += secondCounts.get(row - first.length);
        }
        to++;
      }
      wins += firstTied * (below + secondTied / 2);
      below += secondTied;
      from = to;
    }
    return wins / (firstCounts.total() * secondCounts.total());
  }
}
