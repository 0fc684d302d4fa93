package org.transcal.optim;

/** A smooth convex function with its Hessian at the point evaluated last. */
public interface TwiceDifferentiableFunction extends DifferentiableFunction {
  /** Writes the product of the Hessian with a vector. */
  void hessianVectorProduct(double[] vector, double[] product);

  /** An approximation of the Hessian that is easy to invert. */
  Preconditioner preconditioner();
}
