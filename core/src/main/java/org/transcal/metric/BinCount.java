package org.transcal.metric;

/** What a number of bins must be. */
final class BinCount {
  private BinCount() {}

  static void require(int bins) {
    if (bins < 1) {
      throw new IllegalArgumentException("Number of bins is " + bins + "; it must be at least 1");
    }
  }
}
