package org.transcal.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Matrix;

/** Probabilities that are a view of logits. */
class SoftmaxTest {
  /** The exponential of vector kernels is good to 1e-13; numbers here are near 1. */
  private static final double ROUNDING = 2e-13;

  @Test
  void givenLogarithmsOfThree_thenClosedForm() {
    Logits logits = Logits.copyOf(new double[][] {{Math.log(1), Math.log(2), Math.log(5)}});

    assertThat(row(logits.softmax(1), 0))
        .containsExactly(vector(0.125, 0.25, 0.625), within(ROUNDING));
    // At temperature ½ every odds ratio is squared: 1 : 4 : 25.
    assertThat(row(logits.softmax(0.5), 0))
        .containsExactly(vector(1 / 30.0, 4 / 30.0, 25 / 30.0), within(ROUNDING));
  }

  @Test
  void givenProbabilityThatUnderflows_thenItsLogarithmIsExact() {
    Probabilities probabilities = Logits.copyOf(new double[][] {{0, -1e4, -750, -1e30}}).softmax(1);

    assertThat(probabilities.get(0, 1)).isZero();
    assertThat(probabilities.log(0, 0)).isZero();
    assertThat(probabilities.log(0, 1)).isEqualTo(-1e4);
    assertThat(probabilities.log(0, 2)).isEqualTo(-750);
    assertThat(probabilities.log(0, 3)).isEqualTo(-1e30);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-12, 1e-6, 0.018, 1, 1e6})
  void givenLargeLogitsAndAnyTemperature_thenRowsSumToOneAndTiesAreEqual(double temperature) {
    double[][] rows = {{1e4, 1e4, -1e4}, {-1e4, -1e4, -1e4}, {9e15, 9e15, 0}};
    for (Logits logits :
        new Logits[] {
          Logits.copyOf(rows),
          Logits.of(
              Matrix.wrap(
                  new float[] {1e4f, 1e4f, -1e4f, -1e4f, -1e4f, -1e4f, 9e15f, 9e15f, 0}, 3, 3))
        }) {
      Probabilities probabilities = logits.softmax(temperature);

      for (int i = 0; i < rows.length; i++) {
        assertThat(Arrays.stream(row(probabilities, i)).sum()).isCloseTo(1, within(ROUNDING));
        assertThat(probabilities.get(i, 0)).isEqualTo(probabilities.get(i, 1));
        assertThat(probabilities.log(i, 0))
            .isCloseTo(Math.log(probabilities.get(i, 0)), within(ROUNDING));
      }
    }
  }

  @Test
  void givenConstantAdded_thenNothingChanges() {
    // A power of two, so that adding it to these multiples of 1/64 is exact.
    double constant = 0x1p40;
    Probabilities plain = Logits.copyOf(new double[][] {{0.5, -1.25, 3}}).softmax(0.25);
    Probabilities moved =
        Logits.copyOf(new double[][] {{0.5 + constant, -1.25 + constant, 3 + constant}})
            .softmax(0.25);

    for (int k = 0; k < 3; k++) {
      assertThat(moved.get(0, k)).isEqualTo(plain.get(0, k));
      assertThat(moved.log(0, k)).isEqualTo(plain.log(0, k));
    }
  }

  @Test
  void givenSoftmax_thenAllAccessorsAgree() {
    Logits logits = Logits.copyOf(new double[][] {{3, 1, 2}, {-4, 5, 5}, {0, 0, 0}});
    Probabilities probabilities = logits.softmax(1.7);

    Matrix matrix = probabilities.toMatrix();
    TopPredictions top = probabilities.top();

    assertThat(probabilities.rows()).isEqualTo(3);
    assertThat(probabilities.classes()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      double[] row = row(probabilities, i);
      for (int k = 0; k < 3; k++) {
        assertThat(row[k]).isCloseTo(probabilities.get(i, k), within(ROUNDING));
        assertThat(matrix.get(i, k)).isEqualTo(row[k]);
      }
      assertThat(top.confidence(i))
          .isCloseTo(Arrays.stream(row).max().orElseThrow(), within(ROUNDING));
    }
    assertThat(new int[] {top.prediction(0), top.prediction(1), top.prediction(2)})
        .containsExactly(0, 1, 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void givenBadTemperature_thenRefusedWithItsValue(double temperature) {
    Logits logits = Logits.copyOf(new double[][] {{1, 2}});

    assertThatThrownBy(() -> logits.softmax(temperature))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Temperature is " + temperature + "; it must be positive and finite");
  }

  private static double[] row(Probabilities probabilities, int row) {
    double[] target = new double[probabilities.classes()];
    probabilities.copyRow(row, target);
    return target;
  }

  private static double[] vector(double... values) {
    return values;
  }
}
