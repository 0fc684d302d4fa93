package org.transcal.shift;

/** How the smaller domain is made to count as much as the larger one. */
public enum Balance {
  /** Each row of the smaller domain counts n_larger / n_smaller times: deterministic. */
  REWEIGHT,
  /** Rows of the smaller domain are drawn with replacement until there are n_larger. */
  UPSAMPLE
}
