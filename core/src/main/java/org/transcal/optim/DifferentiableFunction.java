package org.transcal.optim;

/** A function of several variables with its gradient. */
@FunctionalInterface
public interface DifferentiableFunction {
  /** The value at {@code point}; every element of {@code gradient} is overwritten. */
  double evaluate(double[] point, double[] gradient);
}
