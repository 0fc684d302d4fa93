package org.transcal.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;

/** Expected values were printed by {@code numpy.load}. */
class TestNpzTest {
  @Test
  void givenSinglePrecision_thenValuesAreNumPys() {
    TestNpz file = TestNpz.open(SharedFiles.require("data/lenet-5-cifar-10.npz"));

    Matrix logits = file.matrix("logit");

    assertThat(file.names()).containsExactly("logit", "y");
    assertThat(logits).isInstanceOf(Matrix.OfFloats.class).hasToString("Matrix 10000×10");
    assertThat(logits.get(0, 3)).isEqualTo(4.750514030456543);
    assertThat(Arrays.stream(file.doubles("logit")).map(Math::abs).sum())
        .isCloseTo(217686.01905324185, within(1e-6));
    assertThat(file.ints("y")).startsWith(3, 8, 8, 0, 6, 6, 1, 6, 3, 1);
  }

  @Test
  void givenFortranOrder_thenRowsAreNumPys() {
    TestNpz file = TestNpz.open(SharedFiles.require("data/office_caltech10_surf.npz"));

    Matrix x = file.matrix("x");

    assertThat(x).hasToString("Matrix 2533×800");
    assertThat(Arrays.copyOf(x.toArrays()[1], 9)).containsExactly(0, 0, 0, 0, 0, 0, 2, 0, 1);
    assertThat(columnWeightedSum(x)).isEqualTo(191939350);
  }

  @Test
  void givenHalfPrecision_thenValuesAreNumPys() {
    TestNpz file = TestNpz.open(SharedFiles.require("bank/office__A2D__mdd.npz"));

    Matrix features = file.matrix("target_features");

    assertThat(features).hasToString("Matrix 157×64");
    assertThat(features.get(2, 2)).isEqualTo(0.326416015625);
    assertThat(columnWeightedSum(features)).isCloseTo(409832.74583005905, within(1e-6));
  }

  private static double columnWeightedSum(Matrix x) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        sum += (j + 1) * x.get(i, j);
      }
    }
    return sum;
  }
}
