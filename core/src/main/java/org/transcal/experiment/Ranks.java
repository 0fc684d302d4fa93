package org.transcal.experiment;

import org.transcal.matrix.Order;

/**
 * Ranks of values from 1, the smallest; equal values share the mean of their ranks.
 *
 * @param values one rank per value
 * @param tieTerm Σ (t³ − t) over groups of t equal values, which tests on ranks correct for
 */
record Ranks(double[] values, double tieTerm) {
  static Ranks of(double[] x) {
    int[] order = Order.ascending(x);
    double[] ranks = new double[x.length];
    double ties = 0;
    for (int from = 0; from < x.length; ) {
      int to = from + 1;
      while (to < x.length && x[order[to]] == x[order[from]]) {
        to++;
      }
      double size = to - from;
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + 1 + to) / 2.0;
      }
      ties += size * size * size - size;
      from = to;
    }
    return new Ranks(ranks, ties);
  }
}
