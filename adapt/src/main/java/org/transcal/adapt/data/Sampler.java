package org.transcal.adapt.data;

import java.util.SplittableRandom;

/** Draws rows in random order, all of them before any repeats. */
public final class Sampler {
  private final int[] order;
  private final SplittableRandom random;
  private int next;

  /** Draws from rows {@code 0 … rows − 1}. */
  public Sampler(int rows, SplittableRandom random) {
    if (rows < 1) {
      throw new IllegalArgumentException("No rows to sample from");
    }
    this.order = Permutation.random(rows, random);
    this.random = random;
  }

  /** The next rows. */
  public int[] next(int count) {
    int[] drawn = new int[count];
    for (int i = 0; i < count; i++) {
      if (next == order.length) {
        Permutation.shuffle(order, random);
        next = 0;
      }
      drawn[i] = order[next++];
    }
    return drawn;
  }
}
