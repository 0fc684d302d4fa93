package org.transcal.adapt.data;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random permutations. */
public final class Permutation {
  private Permutation() {}

  /** The numbers {@code 0 … length − 1} in random order. */
  public static int[] random(int length, SplittableRandom random) {
    int[] order = IntStream.range(0, length).toArray();
    shuffle(order, random);
    return order;
  }

  /** Shuffles an array. */
  public static void shuffle(int[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }
}
