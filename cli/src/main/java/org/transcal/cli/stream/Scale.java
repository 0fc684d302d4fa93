package org.transcal.cli.stream;

/** What the numbers of an input array are. */
enum Scale {
  /** Unnormalised scores. */
  LOGITS,
  /** Rows that sum to one. */
  PROBABILITIES
}
