package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;

/**
 * The rows of one domain that count, with their counts.
 *
 * @param rows all rows
 * @param counted places of the rows that count
 * @param counts how often each of those counts
 * @param total how often they count together
 * @param sign sign of the margin: a source row is right if its score is positive
 */
record DomainRows(Matrix rows, int[] counted, double[] counts, double total, int sign) {
  /** Rows that one thread sums at a time. */
  private static final int BLOCK = 384;

  /** Rows with the given counts, some of which may be 0. */
  static DomainRows of(Matrix rows, double[] counts, int sign) {
    int[] counted = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    double[] positive = Arrays.stream(counted).mapToDouble(i -> counts[i]).toArray();
    return new DomainRows(rows, counted, positive, Arrays.stream(positive).sum(), sign);
  }

  int size() {
    return counted.length;
  }

  /** The same rows minus an offset of each column. */
  DomainRows minus(double[] offset) {
    double[] copy = new double[Math.multiplyExact(rows.rows(), offset.length)];
    Arrays.setAll(
        copy, at -> rows.get(at / offset.length, at % offset.length) - offset[at % offset.length]);
    return new DomainRows(
        Matrix.wrap(copy, rows.rows(), offset.length), counted, counts, total, sign);
  }

  /** Adds some rows of a domain, the first of which is {@code at} among all. */
  interface Sum {
    void add(DomainRows domain, int from, int to, int at, double[] sums);
  }

  /**
   * Sums over the rows of both domains, in one go: threads share them all. The bits do not depend
   * on the number of threads.
   */
  static double[] sum(DomainRows source, DomainRows target, int size, Sum sum) {
    int first = source.size();
    return Kernels.sumByBlocks(
        first + target.size(),
        BLOCK,
        size,
        (from, to, part) -> {
          if (from < first) {
            sum.add(source, from, Math.min(to, first), from, part);
          }
          if (to > first) {
            int begin = Math.max(from, first);
            sum.add(target, begin - first, to - first, begin, part);
          }
        });
  }
}
