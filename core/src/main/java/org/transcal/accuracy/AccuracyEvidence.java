package org.transcal.accuracy;

/**
 * One kind of evidence for target accuracy, and what became of it.
 *
 * @param key which kind: {@code confidence}, {@code neighbours}, {@code mixup}, {@code
 *     second-model} or {@code label-shift}
 * @param accuracy what the estimator says
 * @param used the value after capping; {@code accuracy} if it was not capped
 * @param weight its share in the pool; 0 if it was dropped
 * @param status what became of it
 * @param note why it was capped or dropped; empty if it was used
 */
public record AccuracyEvidence(
    String key, double accuracy, double used, double weight, Status status, String note) {
  /** What became of a kind of evidence. */
  public enum Status {
    /** It entered the pool as it is. */
    USED,
    /** It entered the pool with a smaller value. */
    CAPPED,
    /** It did not enter the pool. */
    DROPPED
  }
}
