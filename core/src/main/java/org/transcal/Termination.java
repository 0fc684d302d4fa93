package org.transcal;

/** How a search ended. Callers look. */
public enum Termination {
  /** The optimum was found to the tolerance asked for. */
  CONVERGED,
  /** The best point lies on the edge of the allowed range: it is a bound, not an optimum. */
  AT_BOUND,
  /** The allowed evaluations ran out first. */
  EVALUATION_LIMIT,
  /** No step made progress although the tolerance was not reached. */
  STALLED
}
