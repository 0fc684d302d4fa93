package org.transcal.optim;

import java.util.Optional;

/** A function of several variables with its gradient. */
@FunctionalInterface
public interface DifferentiableFunction {
  /** The value at {@code point}; every element of {@code gradient} is overwritten. */
  double evaluate(double[] point, double[] gradient);

  /** An approximation of the Hessian at the point evaluated last, if there is one. */
  default Optional<Preconditioner> preconditioner() {
    return Optional.empty();
  }
}
