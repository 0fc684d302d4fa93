package org.transcal.adapt.testing;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** A matrix in plain Java: what losses are written in a second time, to compare them with. */
public record PlainMatrix(int rows, int columns, double[] values) {
  /** An element of a matrix by its position. */
  public interface Element {
    double at(int row, int column);
  }

  public static PlainMatrix of(int rows, int columns, Element element) {
    double[] values = new double[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = element.at(i / columns, i % columns);
    }
    return new PlainMatrix(rows, columns, values);
  }

  public static PlainMatrix random(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return of(rows, columns, (i, j) -> random.nextGaussian());
  }

  public double at(int row, int column) {
    return values[row * columns + column];
  }

  /** The same with one value changed. */
  public PlainMatrix moved(int position, double step) {
    double[] changed = values.clone();
    changed[position] += step;
    return new PlainMatrix(rows, columns, changed);
  }

  public PlainMatrix rowRange(int from, int to) {
    return new PlainMatrix(
        to - from, columns, Arrays.copyOfRange(values, from * columns, to * columns));
  }

  public PlainMatrix column(int j) {
    return of(rows, 1, (i, ignored) -> at(i, j));
  }

  public PlainMatrix map(DoubleUnaryOperator operator) {
    return new PlainMatrix(rows, columns, Arrays.stream(values).map(operator).toArray());
  }

  public PlainMatrix plus(PlainMatrix other) {
    return of(rows, columns, (i, j) -> at(i, j) + other.at(i, j));
  }

  /** Element by element; a column is repeated. */
  public PlainMatrix times(PlainMatrix other) {
    return of(rows, columns, (i, j) -> at(i, j) * other.at(i, j % other.columns));
  }

  /** The product with a matrix, plus a row. */
  public PlainMatrix layer(PlainMatrix weight, PlainMatrix bias) {
    return of(
        rows,
        weight.columns,
        (i, j) -> {
          double sum = bias.values[j];
          for (int k = 0; k < columns; k++) {
            sum += at(i, k) * weight.at(k, j);
          }
          return sum;
        });
  }

  public PlainMatrix relu() {
    return map(value -> Math.max(0, value));
  }

  public PlainMatrix softmax() {
    return of(rows, columns, (i, j) -> Math.exp(logSoftmax(i, j)));
  }

  /** The logarithm of a softmax probability. */
  public double logSoftmax(int row, int column) {
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      sum += Math.exp(at(row, j));
    }
    return at(row, column) - Math.log(sum);
  }

  /** Entropy of the softmax of each row. */
  public double[] entropies() {
    double[] entropies = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        entropies[i] -= Math.exp(logSoftmax(i, j)) * logSoftmax(i, j);
      }
    }
    return entropies;
  }

  /** Rows {@code (a_1 b_1, a_1 b_2, …)}. */
  public PlainMatrix outerProduct(PlainMatrix b) {
    return of(rows, columns * b.columns, (i, j) -> at(i, j / b.columns) * b.at(i, j % b.columns));
  }

  public PlainMatrix squaredDistances() {
    return of(
        rows,
        rows,
        (i, j) -> {
          double sum = 0;
          for (int k = 0; k < columns; k++) {
            sum += (at(i, k) - at(j, k)) * (at(i, k) - at(j, k));
          }
          return sum;
        });
  }

  public double sum() {
    return Arrays.stream(values).sum();
  }

  public double mean() {
    return sum() / values.length;
  }
}
