package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GramMatrixTest {
  /** Half an ulp of a sum of up to 500, for each of the terms. */
  private static final double PER_ROW = 0x1p-16;

  @ParameterizedTest
  @CsvSource({"1,1", "5,2", "31,3", "33,4", "100,7", "1024,9", "1500,33", "40,203", "1200,140"})
  void givenAnyShape_thenSameSumsAsPlainLoops(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(rows);
    float[][] x = new float[rows][columns];
    for (float[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] = (float) (2 * random.nextDouble() - 1);
      }
    }

    double[][] gram = GramMatrix.of(x);

    for (int j = 0; j < columns; j++) {
      assertThat(gram[j]).hasSize(j + 1);
      for (int k = 0; k <= j; k++) {
        double expected = 0;
        for (float[] row : x) {
          expected += (double) row[j] * row[k];
        }
        assertThat(gram[j][k]).isCloseTo(expected, within(PER_ROW * rows));
      }
    }
  }
}
