package org.transcal.spark.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSumsTest {
  private static final double BOUND = 3.7;

  /** Half a unit of u·2⁻⁴⁰ a term, u the next power of two. */
  private static final double LOST = 4 * 0x1p-41;

  private static List<Double> terms(int count, long seed) {
    Random random = new Random(seed);
    List<Double> terms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Of all sizes, so that plain sums in two orders differ.
      terms.add(BOUND * (2 * random.nextDouble() - 1) * Math.pow(2, -random.nextInt(40)));
    }
    return terms;
  }

  private static ExactSums sum(List<Double> terms) {
    ExactSums sums = ExactSums.bounded(new double[] {BOUND});
    terms.forEach(term -> sums.add(0, term));
    return sums;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 13, 4098})
  void givenTerms_thenTheirSumIsExactToTheUnit(int count) {
    List<Double> terms = terms(count, 3);
    BigDecimal exact = terms.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);

    double value = sum(terms).value(0);

    assertThat(value).isCloseTo(exact.doubleValue(), within(count * LOST + 1e-15));
  }

  @Test
  void givenAnotherOrderAndPartitioning_thenBitsAreEqual() {
    List<Double> terms = terms(5000, 4);
    double expected = sum(terms).value(0);

    for (int round = 0; round < 20; round++) {
      Collections.shuffle(terms, new Random(round));
      int cut = 1 + 200 * round;
      ExactSums merged = sum(terms.subList(cut, 5000)).merge(sum(terms.subList(0, cut)));

      assertThat(merged.value(0)).isEqualTo(expected);
    }
  }

  @Test
  void givenBatchesAndRows_thenBitsEqualThoseOfSingleTerms() {
    List<Double> terms = terms(1001, 5);
    double[] array = terms.stream().mapToDouble(Double::doubleValue).toArray();
    ExactSums batch = ExactSums.bounded(new double[] {BOUND});
    ExactSums rows = ExactSums.bounded(new double[] {BOUND, BOUND});

    batch.addAll(0, array, array.length);
    for (int i = 0; i < array.length; i++) {
      rows.addScaled(1, 1, array, i, 1);
    }

    assertThat(batch.value(0)).isEqualTo(sum(terms).value(0));
    assertThat(rows.value(0)).isZero();
    assertThat(rows.value(1)).isEqualTo(sum(terms).value(0));
  }

  @Test
  void givenABoundOfZero_thenTheSumIsZero() {
    ExactSums sums = ExactSums.bounded(new double[] {0});

    sums.add(0, 0);

    assertThat(sums.value(0)).isZero();
  }

  @Test
  void givenADifferentNumberOfSums_thenMergingFails() {
    ExactSums one = ExactSums.bounded(new double[1]);

    assertThatThrownBy(() -> one.merge(ExactSums.bounded(new double[2])))
        .hasMessage("Cannot merge 2 sums into 1");
    assertThatThrownBy(() -> ExactSums.bounded(new double[] {Double.NaN}))
        .hasMessageContaining("Bound of sum 0 is NaN");
  }
}
