package org.transcal.shift;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;

/** The rows of one domain that count, each so often. */
final class DomainRows {
  /** Rows that one thread sums at a time. */
  private static final int BLOCK = 384;

  private final Matrix rows;
  private final int[] counted;
  private final double[] counts;
  private final double total;
  private final int sign;

  private DomainRows(Matrix rows, int[] counted, double[] counts, double total, int sign) {
    this.rows = rows;
    this.counted = counted;
    this.counts = counts;
    this.total = total;
    this.sign = sign;
  }

  /** Rows that count so often each, some perhaps never. */
  static DomainRows of(Matrix rows, double[] counts, int sign) {
    int[] counted = new int[counts.length];
    double[] positive = new double[counts.length];
    int size = 0;
    double total = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        counted[size] = i;
        positive[size++] = counts[i];
        total += counts[i];
      }
    }
    return new DomainRows(
        rows, Arrays.copyOf(counted, size), Arrays.copyOf(positive, size), total, sign);
  }

  Matrix rows() {
    return rows;
  }

  /** Places of the rows that count. */
  int[] counted() {
    return counted;
  }

  /** How often each of those counts. */
  double[] counts() {
    return counts;
  }

  /** How often they count together. */
  double total() {
    return total;
  }

  /** Sign of the margin: a source row is right where its score is positive. */
  int sign() {
    return sign;
  }

  /** How many rows count. */
  int size() {
    return counted.length;
  }

  /** The same rows minus an offset of each column. */
  DomainRows minus(double[] offset) {
    double[] copy = new double[Math.multiplyExact(rows.rows(), offset.length)];
    Arrays.setAll(
        copy, at -> rows.get(at / offset.length, at % offset.length) - offset[at % offset.length]);
    Matrix moved = Matrix.wrap(copy, rows.rows(), offset.length);
    return new DomainRows(moved, counted, counts, total, sign);
  }

  /** Adds the part of some of a domain's rows, the first of which is {@code at} among all. */
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
