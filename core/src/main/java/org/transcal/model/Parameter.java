package org.transcal.model;

import java.util.Arrays;

/** A named part of a model: one number, a list of numbers, or a list of lists. */
public sealed interface Parameter {
  /** One number. */
  record Scalar(double value) implements Parameter {}

  /** A list of numbers. */
  final class Vector implements Parameter {
    final double[] values;

    /** Copies the values. */
    public Vector(double... values) {
      this.values = values.clone();
    }

    /** A copy of the values. */
    public double[] values() {
      return values.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Vector vector && Arrays.equals(values, vector.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return Arrays.toString(values);
    }
  }

  /** A list of lists, which may differ in length. */
  final class Table implements Parameter {
    private final double[][] rows;

    /** Copies the rows. */
    public Table(double[]... rows) {
      this.rows = copy(rows);
    }

    /** A copy of the rows. */
    public double[][] rows() {
      return copy(rows);
    }

    private static double[][] copy(double[][] rows) {
      return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Table table && Arrays.deepEquals(rows, table.rows);
    }

    @Override
    public int hashCode() {
      return Arrays.deepHashCode(rows);
    }

    @Override
    public String toString() {
      return Arrays.deepToString(rows);
    }
  }
}
