package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;

/**
 * The rows of one domain that count, each so often.
 *
 * @param counted places of rows that count more than 0 times
 * @param counts how often each of those counts
 * @param sign of the domain's margin: a source row is right where its score is positive
 */
record DomainRows(Matrix rows, int[] counted, double[] counts, int sign) {
  /** Rows that count so often each, some perhaps never. */
  static DomainRows of(Matrix rows, double[] counts, int sign) {
    int[] counted = IntStream.range(0, rows.rows()).filter(i -> counts[i] > 0).toArray();
    double[] positive = Arrays.stream(counted).mapToDouble(i -> counts[i]).toArray();
    return new DomainRows(rows, counted, positive, sign);
  }

  /** How many rows count. */
  int size() {
    return counted.length;
  }

  /** How often they count together. */
  double total() {
    return Arrays.stream(counts).sum();
  }

  /** The same rows minus an offset of each column. */
  DomainRows minus(double[] offset) {
    double[] copy = new double[Math.multiplyExact(rows.rows(), offset.length)];
    Arrays.setAll(
        copy, at -> rows.get(at / offset.length, at % offset.length) - offset[at % offset.length]);
    return new DomainRows(Matrix.wrap(copy, rows.rows(), offset.length), counted, counts, sign);
  }
}
