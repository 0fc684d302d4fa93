package org.transcal.optim;

import java.util.Optional;

/** A smooth convex function that knows how it is curved where it was evaluated last. */
public interface CurvedFunction extends DifferentiableFunction {
  /** Writes the product of the second derivatives there with a vector, to a few digits. */
  void multiply(double[] vector, double[] product);

  /** About the share by which such products err; steps need not be found more exactly. */
  default double productError() {
    return 0;
  }

  /** Makes products more exact from now on, where that can be done: a step came short. */
  default void refineProducts() {}

  /** Variables in which the function is round near there, where better ones can be had. */
  Optional<RoundVariables> rounder();
}
