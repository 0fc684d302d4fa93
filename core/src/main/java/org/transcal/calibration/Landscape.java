package org.transcal.calibration;

import java.util.Arrays;
import java.util.List;

/**
 * The objective over temperature and λ, its zeros, and the point that was chosen. Arrays are
 * copied.
 *
 * @param temperatures increasing
 * @param lambdas increasing
 * @param objective {@code [λ index][temperature index]}
 * @param zeros points where the objective is zero, by increasing λ
 * @param start the point from which distance is measured if several points are equally good: where
 *     the released search starts, or the source temperature and λ = 1 for {@code transcal-paper}
 * @param chosen the point the method chose
 */
public record Landscape(
    double[] temperatures,
    double[] lambdas,
    double[][] objective,
    List<Point> zeros,
    Point start,
    Point chosen) {
  /** A temperature and a λ. */
  public record Point(double temperature, double lambda) {}

  /** Checks the shape and copies. */
  public Landscape {
    int columns = temperatures.length;
    if (objective.length != lambdas.length
        || !Arrays.stream(objective).allMatch(row -> row.length == columns)) {
      throw new IllegalArgumentException(
          "Objective has rows of "
              + Arrays.toString(Arrays.stream(objective).mapToInt(row -> row.length).toArray())
              + " values; "
              + lambdas.length
              + " rows (λ) of "
              + columns
              + " (temperatures) are needed");
    }
    temperatures = temperatures.clone();
    lambdas = lambdas.clone();
    objective = copyOf(objective);
    zeros = List.copyOf(zeros);
  }

  private static double[][] copyOf(double[][] rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  @Override
  public double[] temperatures() {
    return temperatures.clone();
  }

  @Override
  public double[] lambdas() {
    return lambdas.clone();
  }

  @Override
  public double[][] objective() {
    return copyOf(objective);
  }

  /** The same landscape on at most the given numbers of temperatures and λ, ends included. */
  public Landscape thinned(int mostTemperatures, int mostLambdas) {
    int[] columns = picked(temperatures.length, mostTemperatures);
    int[] rows = picked(lambdas.length, mostLambdas);
    return new Landscape(
        at(columns, temperatures),
        at(rows, lambdas),
        Arrays.stream(rows).mapToObj(r -> at(columns, objective[r])).toArray(double[][]::new),
        zeros,
        start,
        chosen);
  }

  private static double[] at(int[] indices, double[] values) {
    return Arrays.stream(indices).mapToDouble(i -> values[i]).toArray();
  }

  /** Evenly spaced indices, the first and the last among them. */
  private static int[] picked(int length, int most) {
    int size = Math.min(length, most);
    int[] picked = new int[size];
    Arrays.setAll(picked, i -> size == 1 ? 0 : (int) ((long) i * (length - 1) / (size - 1)));
    return picked;
  }
}
