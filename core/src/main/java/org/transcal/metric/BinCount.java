package org.transcal.metric;

/** What a number of bins must be. */
final class BinCount {
  private BinCount() {}

  static void require(int bins) {
    if (bins < 1) {
      throw new IllegalArgumentException("Number of bins is " + bins + "; it must be at least 1");
    }
  }

  /** Fails unless there are as many sums as an accumulator holds. */
  static void requireSums(double[] sums, int expected) {
    if (sums.length != expected) {
      throw new IllegalArgumentException(
          sums.length + " sums where " + expected + " are needed: of another metric or shape");
    }
  }
}
