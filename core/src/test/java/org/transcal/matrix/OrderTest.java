package org.transcal.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  @Test
  void givenNoValues_thenEmptyOrder() {
    assertThat(Order.ascending(new double[0])).isEmpty();
  }

  @Test
  void givenSpecialValues_thenOrderedLikeDoubleCompare() {
    double[] values = {
      Double.NaN,
      0.0,
      -0.0,
      1,
      -1,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      1e300,
      -1e-300,
      Double.POSITIVE_INFINITY,
      -Double.MAX_VALUE,
      1
    };

    assertThat(Order.ascending(values)).containsExactly(5, 10, 4, 8, 2, 1, 6, 3, 11, 7, 9, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 255, 256, 257, 10_000})
  void givenManyTies_thenOrderedLikeAStableSort(int size) {
    SplittableRandom random = new SplittableRandom(size);
    double[] values =
        IntStream.range(0, size)
            .mapToDouble(i -> i % 3 == 0 ? random.nextInt(5) : random.nextDouble(-1e3, 1e3))
            .toArray();
    int[] expected =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();

    assertThat(Order.ascending(values)).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 13, 207, 4098})
  void givenAnyCount_thenSmallestAreTheFirstOfAllAndTheirTies(int size) {
    SplittableRandom random = new SplittableRandom(size);
    for (int kinds : new int[] {1, 5, Integer.MAX_VALUE}) {
      double[] values = random.ints(size, 0, kinds).asDoubleStream().toArray();
      int[] all = Order.ascending(values);
      for (int count : new int[] {1, (size + 1) / 2, size}) {
        int kept = count;
        while (kept < size && values[all[kept]] == values[all[count - 1]]) {
          kept++;
        }

        assertThat(Order.smallest(values, count)).isEqualTo(Arrays.copyOf(all, kept));
      }
    }
  }
}
