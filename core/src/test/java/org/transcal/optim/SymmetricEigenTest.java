package org.transcal.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SymmetricEigenTest {
  private static final double ROUNDING = 1e-10;

  @Test
  void givenTwoByTwo_thenClosedForm() {
    SymmetricEigen eigen = SymmetricEigen.of(new double[][] {{2, 1}, {1, 2}});

    assertThat(eigen.value(0)).isCloseTo(3, within(ROUNDING));
    assertThat(eigen.value(1)).isCloseTo(1, within(ROUNDING));
    assertThat(Math.abs(eigen.vector(0)[0])).isCloseTo(Math.sqrt(0.5), within(ROUNDING));
  }

  @Test
  void givenRandomMatrix_thenEigenvaluesAndVectorsReproduceIt() {
    int size = 13;
    SplittableRandom random = new SplittableRandom(3);
    double[][] a = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        a[i][j] = random.nextGaussian();
        a[j][i] = a[i][j];
      }
    }

    SymmetricEigen eigen = SymmetricEigen.of(a);

    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double sum = 0;
        for (int e = 0; e < size; e++) {
          sum += eigen.value(e) * eigen.vector(e)[i] * eigen.vector(e)[j];
        }
        assertThat(sum).isCloseTo(a[i][j], within(ROUNDING));
      }
    }
  }
}
