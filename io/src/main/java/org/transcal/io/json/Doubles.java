package org.transcal.io.json;

import java.util.Arrays;

/** A growing list of doubles without boxes. */
final class Doubles {
  private double[] values = new double[8];
  private int size;

  void add(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  double[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
