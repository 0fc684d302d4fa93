package org.transcal.matrix;

import java.util.Arrays;

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

  /**
   * The rows of the {@code count} smallest values, and of those equal to the largest of them, in
   * the order of {@link #ascending}.
   *
   * <p>Cost: two passes over the rows on average (Hoare's selection).
   */
  public static int[] smallest(double[] values, int count) {
    double limit = selected(values.clone(), count - 1);
    int kept = 0;
    for (double value : values) {
      kept += value <= limit ? 1 : 0;
    }
    int[] rows = new int[kept];
    double[] small = new double[kept];
    for (int i = 0, at = 0; i < values.length; i++) {
      if (values[i] <= limit) {
        small[at] = values[i];
        rows[at++] = i;
      }
    }
    int[] order = ascending(small);
    Arrays.setAll(order, i -> rows[order[i]]);
    return order;
  }

  /** The value that would be at a place if the values were sorted; reorders them. */
  private static double selected(double[] values, int place) {
    int from = 0;
    int to = values.length - 1;
    while (from < to) {
      double pivot = values[(from + to) >>> 1];
      int left = from;
      int right = to;
      while (left <= right) {
        while (values[left] < pivot) {
          left++;
        }
        while (values[right] > pivot) {
          right--;
        }
        if (left <= right) {
          double swap = values[left];
          values[left++] = values[right];
          values[right--] = swap;
        }
      }
      if (place <= right) {
        to = right;
      } else if (place >= left) {
        from = left;
      } else {
        return values[place];
      }
    }
    return values[place];
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (DIGITS - 1);
  }
}
