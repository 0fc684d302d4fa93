package org.transcal.adapt.data;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Draws rows in random order, all of them before any repeats. */
public final class Sampler {
  private final int[] order;
  private final SplittableRandom random;
  private int next;

  /** Draws from given rows. */
  public Sampler(int[] rows, SplittableRandom random) {
    if (rows.length < 1) {
      throw new IllegalArgumentException("No rows to sample from");
    }
    this.order = rows.clone();
    this.random = random;
    shuffle(order, random);
  }

  /** The numbers {@code 0 … length − 1} in random order. */
  public static int[] permutation(int length, SplittableRandom random) {
    int[] order = IntStream.range(0, length).toArray();
    shuffle(order, random);
    return order;
  }

  static void shuffle(int[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  public int[] next(int count) {
    int[] drawn = new int[count];
    for (int i = 0; i < count; i++) {
      if (next == order.length) {
        shuffle(order, random);
        next = 0;
      }
      drawn[i] = order[next++];
    }
    return drawn;
  }
}
