package org.transcal.adapt.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;

/** Values and gradients of a function of a matrix, in double precision. */
public final class FiniteDifferences {
  private static final double STEP = 1e-5;

  /** Error of central differences at that step, for functions whose third derivatives are ~1. */
  private static final double TOLERANCE = 1e-6;

  private final UnaryOperator<NDArray> function;

  private FiniteDifferences(UnaryOperator<NDArray> function) {
    this.function = function;
  }

  public static FiniteDifferences of(UnaryOperator<NDArray> function) {
    return new FiniteDifferences(function);
  }

  public static double[] random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = 2 * random.nextDouble() - 1;
    }
    return values;
  }

  public double value(double[] x, int rows, int columns) {
    try (NDManager manager = Engine.newManager()) {
      return function.apply(Constants.matrix(manager, x, rows, columns)).getDouble();
    }
  }

  public double[] gradient(double[] x, int rows, int columns) {
    try (NDManager manager = Engine.newManager()) {
      NDArray array = Constants.matrix(manager, x, rows, columns);
      array.setRequiresGradient(true);
      try (GradientCollector collector = Engine.newGradientCollector()) {
        collector.backward(function.apply(array));
      }
      return array.getGradient().toDoubleArray();
    }
  }

  /** Fails unless the gradient is that of the values. */
  public void check(double[] x, int rows, int columns) {
    checkAgainst(moved -> value(moved, rows, columns), x, rows, columns);
  }

  /** Fails unless the value is that of another function here, and the gradient its gradient. */
  public void checkAgainst(ToDoubleFunction<double[]> other, double[] x, int rows, int columns) {
    assertThat(value(x, rows, columns)).isCloseTo(other.applyAsDouble(x), within(TOLERANCE));
    double[] gradient = gradient(x, rows, columns);
    for (int i = 0; i < x.length; i++) {
      double[] moved = x.clone();
      moved[i] = x[i] + STEP;
      double above = other.applyAsDouble(moved);
      moved[i] = x[i] - STEP;
      double below = other.applyAsDouble(moved);
      assertThat(gradient[i])
          .as("gradient at element " + i)
          .isCloseTo((above - below) / (2 * STEP), within(TOLERANCE));
    }
  }
}
