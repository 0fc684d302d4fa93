package org.transcal.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Matrix;
import org.transcal.testing.Cases;

/** Probabilities that were given as such. */
class ProbabilitiesTest {
  /** Logarithms of down to 1e-6 are rounded at 14, and exponentiated again. */
  private static final double ROUND_TRIP = 10 * Math.ulp(14.0);

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
  void givenInvalidProbability_thenMessageNamesRowClassAndValue(double bad) {
    assertThatThrownBy(() -> of(new double[][] {{0.5, 0.5}, {0.5, bad}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Probability at row 1, class 1 is " + bad + "; it must be in [0, 1]");
  }

  @Test
  void givenRowThatDoesNotSumToOne_thenMessageNamesRowAndSum() {
    assertThatThrownBy(() -> of(new double[][] {{0.5, 0.5}, {0.5, 0.25}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Probabilities of row 1 sum to 0.75; they must sum to 1");
  }

  @Test
  void givenTooSmall_thenRefused() {
    assertThatThrownBy(() -> of(new double[0][])).hasMessageContaining("no rows");
    assertThatThrownBy(() -> of(new double[][] {{1}})).hasMessageContaining("at least 2 classes");
  }

  @Test
  void givenSinglePrecisionRounding_thenAccepted() {
    float third = 1 / 3f;

    Probabilities probabilities =
        Probabilities.of(Matrix.wrap(new float[] {third, third, third, 0, 0, 1}, 2, 3));

    assertThat(probabilities.get(0, 2)).isEqualTo(third);
    assertThat(probabilities.get(1, 2)).isEqualTo(1);
  }

  @Test
  void givenZero_thenLogarithmIsMinusInfinityButLogitsAreFinite() {
    Probabilities probabilities = of(new double[][] {{0, 1}, {0.5, 0.5}});

    Logits logits = probabilities.toLogits();

    assertThat(probabilities.log(0, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(logits.values().get(0, 0)).isEqualTo(Math.log(Float.MIN_NORMAL));
    assertThat(logits.softmax(1).get(0, 0)).isLessThan(1.2e-38);
    assertThat(logits.softmax(1).get(0, 1)).isEqualTo(1);
  }

  @Test
  void givenDistribution_thenSoftmaxOfItsLogitsIsTheSame() {
    Cases.of(200, 5)
        .check(
            draw -> {
              double[] weights = draw.reals(5, 0.0001, 1);

              double total = Arrays.stream(weights).sum();
              double[] row = Arrays.stream(weights).map(w -> w / total).toArray();

              Probabilities back = of(new double[][] {row}).toLogits().softmax(1);

              for (int k = 0; k < row.length; k++) {
                assertThat(back.get(0, k)).isCloseTo(row[k], within(ROUND_TRIP));
              }
            });
  }

  @Test
  void givenLogits_thenProbabilitiesToLogitsKeepsTheirDifferences() {
    Cases.of(200, 6)
        .check(
            draw -> {
              double[] row = draw.reals(4, -20, 20);

              Logits back = Logits.copyOf(new double[][] {row}).softmax(1).toLogits();

              for (int k = 1; k < row.length; k++) {
                assertThat(back.values().get(0, k) - back.values().get(0, 0))
                    .isCloseTo(row[k] - row[0], within(10 * Math.ulp(40.0)));
              }
            });
  }

  @Test
  void givenTies_thenTheFirstClassIsPredictedAndScored() {
    Probabilities probabilities =
        of(new double[][] {{0.4, 0.4, 0.2}, {0.1, 0.1, 0.8}, {0.2, 0.5, 0.3}});

    TopPredictions top = probabilities.top();

    assertThat(top.confidences()).containsExactly(0.4, 0.8, 0.5);
    assertThat(top.correctness(Labels.copyOf(new int[] {0, 1, 1}, 3))).containsExactly(1, 0, 1);
    assertThatThrownBy(() -> top.correctness(Labels.copyOf(new int[] {0}, 3)))
        .hasMessage("Predictions has 3 rows but there are 1 labels");
  }

  @Test
  void givenTop_thenConfidencesAreCopied() {
    TopPredictions top = of(new double[][] {{0.4, 0.6}}).top();

    Arrays.fill(top.confidences(), 7);

    assertThat(top.confidence(0)).isEqualTo(0.6);
    assertThat(top.rows()).isEqualTo(1);
  }

  private static Probabilities of(double[][] rows) {
    return Probabilities.of(Matrix.copyOf(rows));
  }
}
