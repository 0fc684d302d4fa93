package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.matrix.Matrix;

class ColumnProductsTest {
  /** Rounding of a single-precision sum of products below 1, of either order. */
  private static final double PER_ROW = 1e-7;

  @ParameterizedTest
  @CsvSource({"1,1", "5,2", "31,3", "33,4", "100,7", "1024,9", "1500,33", "40,203", "1200,140"})
  void givenAnyShape_thenSumsOfProductsAreThoseOfPlainLoops(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(rows);
    double[][] x = new double[rows][];
    Arrays.setAll(x, i -> random.doubles(columns, -1, 1).toArray());
    double[] scales = random.doubles(rows, 0, 1).toArray();
    double[] center = random.doubles(columns, -1, 1).toArray();
    double[] units = random.doubles(columns + 1, 0.1, 0.5).toArray();
    ColumnProducts products = new ColumnProducts(rows, columns + 1);
    int[] all = new int[rows];
    Arrays.setAll(all, i -> i);

    products.put(0, Matrix.copyOf(x), all, scales, center, units);
    double[][] sums = products.sums();

    for (int j = 0; j <= columns; j++) {
      assertThat(sums[j]).hasSize(j + 1);
      for (int k = 0; k <= j; k++) {
        double expected = 0;
        for (int i = 0; i < rows; i++) {
          double a = j < columns ? x[i][j] - center[j] : 1;
          double b = k < columns ? x[i][k] - center[k] : 1;
          expected += scales[i] * scales[i] * units[j] * units[k] * a * b;
        }
        assertThat(sums[j][k]).isCloseTo(expected, within(PER_ROW * (rows + 10)));
      }
    }
  }
}
