package org.transcal.calibration;

import java.util.Arrays;
import java.util.List;

/** The objective over temperature and λ, its zeros, and the point that was chosen. */
public final class Landscape {
  /** A temperature and a λ. */
  public record Point(double temperature, double lambda) {}

  private final double[] temperatures;
  private final double[] lambdas;
  private final double[][] objective;
  private final List<Point> zeros;
  private final Point chosen;

  Landscape(
      double[] temperatures,
      double[] lambdas,
      double[][] objective,
      List<Point> zeros,
      Point chosen) {
    this.temperatures = temperatures;
    this.lambdas = lambdas;
    this.objective = objective;
    this.zeros = List.copyOf(zeros);
    this.chosen = chosen;
  }

  /** Increasing temperatures of the grid. */
  public double[] temperatures() {
    return temperatures.clone();
  }

  /** Increasing λ of the grid. */
  public double[] lambdas() {
    return lambdas.clone();
  }

  /** Objective at {@code [λ index][temperature index]}. */
  public double[][] objective() {
    return Arrays.stream(objective).map(double[]::clone).toArray(double[][]::new);
  }

  /** Points of the curve where the objective is zero, by increasing λ; empty where it has none. */
  public List<Point> zeros() {
    return zeros;
  }

  /** The point the method chose. */
  public Point chosen() {
    return chosen;
  }
}
