package org.transcal.matrix;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable row-major matrix that stores floats or doubles and is read as doubles.
 *
 * <p>{@code copyOf} copies its argument; {@code wrap} shares it, and the caller must then leave the
 * array unchanged.
 */
public abstract sealed class Matrix {
  private final int rows;
  private final int columns;

  /** Floats or doubles, row after row. */
  private final Object array;

  private Matrix(Object array, int rows, int columns) {
    int length = Array.getLength(array);
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "Matrix shape " + rows + "×" + columns + " is negative; rows and columns must be ≥ 0");
    }
    long needed = (long) rows * columns;
    if (needed != length) {
      String shape = rows + "×" + columns + " needs " + needed;
      throw new IllegalArgumentException("Matrix of shape " + shape + " values but got " + length);
    }
    this.rows = rows;
    this.columns = columns;
    this.array = array;
  }

  /** Shares {@code values}, row after row, without copying. */
  public static Matrix wrap(float[] values, int rows, int columns) {
    return new OfFloats(values, rows, columns);
  }

  /** Shares {@code values}, row after row, without copying. */
  public static Matrix wrap(double[] values, int rows, int columns) {
    return new OfDoubles(values, rows, columns);
  }

  /** Copies rows of equal length. */
  public static Matrix copyOf(float[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    float[] values = new float[Math.multiplyExact(rows.length, columns)];
    copyRows(rows, columns, values);
    return wrap(values, rows.length, columns);
  }

  /** Copies rows of equal length. */
  public static Matrix copyOf(double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    double[] values = new double[Math.multiplyExact(rows.length, columns)];
    copyRows(rows, columns, values);
    return wrap(values, rows.length, columns);
  }

  private static void copyRows(Object[] rows, int columns, Object values) {
    for (int i = 0; i < rows.length; i++) {
      int length = Array.getLength(rows[i]);
      if (length != columns) {
        throw new IllegalArgumentException(
            "Row " + i + " has " + length + " values; row 0 has " + columns);
      }
      System.arraycopy(rows[i], 0, values, i * columns, columns);
    }
  }

  /** Number of rows. */
  public final int rows() {
    return rows;
  }

  /** Number of columns. */
  public final int columns() {
    return columns;
  }

  /** The value at a row and column. */
  public abstract double get(int row, int column);

  /** Writes one row into the first {@link #columns()} elements of {@code target}. */
  public abstract void copyRow(int row, double[] target);

  /** A new matrix of the given rows, in that order, repeats allowed, in the same precision. */
  public final Matrix selectRows(int[] selected) {
    int length = Math.multiplyExact(selected.length, columns);
    Object copy = array instanceof float[] ? new float[length] : new double[length];
    for (int i = 0; i < selected.length; i++) {
      System.arraycopy(array, selected[i] * columns, copy, i * columns, columns);
    }
    return copy instanceof float[] floats
        ? wrap(floats, selected.length, columns)
        : wrap((double[]) copy, selected.length, columns);
  }

  /** A new matrix of rows {@code from} (inclusive) to {@code to} (exclusive). */
  public final Matrix rowRange(int from, int to) {
    int[] selected = new int[to - from];
    Arrays.setAll(selected, i -> from + i);
    return selectRows(selected);
  }

  /** The rows as newly allocated arrays. */
  public final double[][] toArrays() {
    double[][] copy = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      copyRow(i, copy[i]);
    }
    return copy;
  }

  /** Whether shape, precision and all values are the same. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof Matrix matrix
        && rows == matrix.rows
        && columns == matrix.columns
        && Objects.deepEquals(array, matrix.array);
  }

  @Override
  public final int hashCode() {
    return Arrays.deepHashCode(new Object[] {columns, array});
  }

  @Override
  public final String toString() {
    return "Matrix " + rows + "×" + columns;
  }

  /** Single-precision storage. */
  public static final class OfFloats extends Matrix {
    private final float[] values;

    private OfFloats(float[] values, int rows, int columns) {
      super(values, rows, columns);
      this.values = values;
    }

    /** The backing array itself, for kernels and writers: read only, by agreement. */
    public float[] storage() {
      return values;
    }

    @Override
    public double get(int row, int column) {
      return values[row * columns() + Objects.checkIndex(column, columns())];
    }

    @Override
    public void copyRow(int row, double[] target) {
      int start = row * columns();
      for (int j = 0; j < columns(); j++) {
        target[j] = values[start + j];
      }
    }
  }

  /** Double-precision storage. */
  public static final class OfDoubles extends Matrix {
    private final double[] values;

    private OfDoubles(double[] values, int rows, int columns) {
      super(values, rows, columns);
      this.values = values;
    }

    /** The backing array itself, for kernels and writers: read only, by agreement. */
    public double[] storage() {
      return values;
    }

    @Override
    public double get(int row, int column) {
      return values[row * columns() + Objects.checkIndex(column, columns())];
    }

    @Override
    public void copyRow(int row, double[] target) {
      System.arraycopy(values, row * columns(), target, 0, columns());
    }
  }
}
