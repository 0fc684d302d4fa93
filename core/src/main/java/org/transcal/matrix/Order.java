package org.transcal.matrix;

/** Orders rows by a value without boxing. */
public final class Order {
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private Order() {}

  /**
   * The rows from the smallest value to the largest, as {@link Double#compare} orders them; equal
   * values keep their order.
   *
   * <p>Cost: a radix sort, eight passes over the rows.
   */
  public static int[] ascending(double[] values) {
    int n = values.length;
    long[] keys = new long[n];
    int[] rows = new int[n];
    for (int i = 0; i < n; i++) {
      long bits = Double.doubleToLongBits(values[i]);
      // Larger negative numbers have smaller bits: flip all of them, and only the sign of others.
      keys[i] = bits ^ (bits >> 63 | Long.MIN_VALUE);
      rows[i] = i;
    }
    int[] sorted = new int[n];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      int[] starts = new int[DIGITS + 1];
      for (long key : keys) {
        starts[digit(key, shift) + 1]++;
      }
      for (int d = 0; d < DIGITS; d++) {
        starts[d + 1] += starts[d];
      }
      for (int row : rows) {
        sorted[starts[digit(keys[row], shift)]++] = row;
      }
      int[] swap = rows;
      rows = sorted;
      sorted = swap;
    }
    return rows;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (DIGITS - 1);
  }
}
