package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskyTest {
  /** Matrices here have condition numbers below 1e4. */
  private static final double ROUNDING = 1e-10;

  @Test
  void givenTwoByTwo_thenClosedForm() {
    // [[4, 2], [2, 5]] = L·Lᵀ with L = [[2, 0], [1, 2]].
    Cholesky factor = Cholesky.of(new double[][] {{4, Double.NaN}, {2, 5}});

    assertThat(factor.solve(new double[] {2, 5})).containsExactly(0, 1);
    assertThat(factor.solve(new double[] {8, 9})).containsExactly(1.375, 1.25);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 13, 207, 450})
  void givenAnySize_thenSolves(int size) {
    double[][] symmetric = positiveDefinite(size);
    double[] x = new SplittableRandom(1).doubles(size, -1, 1).toArray();
    double[] right = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        right[i] += symmetric[Math.max(i, j)][Math.min(i, j)] * x[j];
      }
    }

    Cholesky factor = Cholesky.of(symmetric);

    assertThat(factor.solve(right)).containsExactly(x, within(ROUNDING));
  }

  @Test
  void givenArguments_thenTheyAreUnchanged() {
    double[] x = {2, 5};
    Cholesky factor = Cholesky.of(new double[][] {{4}, {2, 5}});

    factor.solve(x);

    assertThat(x).containsExactly(2, 5);
  }

  @Test
  void givenNotPositiveDefinite_thenRefusedWithTheRow() {
    assertThatThrownBy(() -> Cholesky.of(new double[][] {{1}, {2, 4}}))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("row 1");
    assertThatThrownBy(() -> Cholesky.of(new double[][] {{Double.NaN}}))
        .hasMessageContaining("row 0");
    assertThatThrownBy(() -> Cholesky.of(new double[][] {{Double.POSITIVE_INFINITY}}))
        .hasMessageContaining("row 0");
  }

  /** Rows of the lower triangle of A·Aᵀ/n + ½ I for random A. */
  private static double[][] positiveDefinite(int size) {
    SplittableRandom random = new SplittableRandom(size);
    double[][] a = new double[size][];
    Arrays.setAll(a, i -> random.doubles(size, -1, 1).toArray());
    double[][] product = new double[size][];
    for (int i = 0; i < size; i++) {
      product[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        for (int k = 0; k < size; k++) {
          product[i][j] += a[i][k] * a[j][k] / size;
        }
      }
      product[i][i] += 0.5;
    }
    return product;
  }
}
