package org.transcal;

/** How a search ended. */
public enum Termination {
  /** The optimum was found within the tolerance. */
  CONVERGED,
  /** The search hit a limit of its range, so the point is not a solution. */
  AT_BOUND,
  /** The allowed evaluations ran out first. */
  EVALUATION_LIMIT,
  /** No step made progress although the tolerance was not reached. */
  STALLED
}
