package org.transcal.optim;

/** A smooth convex function that knows its Hessian at the point where it was evaluated last. */
public interface TwiceDifferentiableFunction extends DifferentiableFunction {
  /** Writes the product of the Hessian with a vector. */
  void hessianVectorProduct(double[] vector, double[] product);

  /** An approximation of the Hessian that is cheap to invert. */
  Preconditioner preconditioner();
}
