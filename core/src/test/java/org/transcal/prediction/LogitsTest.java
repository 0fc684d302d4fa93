package org.transcal.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Matrix;

class LogitsTest {
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void givenNotFinite_thenMessageNamesRowClassAndValue(double bad) {
    assertThatThrownBy(() -> Logits.copyOf(new double[][] {{1, 2, 3}, {4, bad, 6}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "Logit at row 1, class 1 is " + bad + "; logits must be finite, within ±1.0E30");
    assertThatThrownBy(() -> Logits.of(Matrix.wrap(new float[] {1, 2, 3, 4, 5, (float) bad}, 2, 3)))
        .hasMessageStartingWith(
            "Logit at row 1, class 2 is " + bad + "; logits must be finite, within ±1.0E30");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e155, -1.01e30})
  void givenTooLarge_thenMessageNamesTheLimit(double bad) {
    assertThatThrownBy(() -> Logits.copyOf(new double[][] {{1, 2, 3}, {4, bad, 6}}))
        .hasMessage(
            "Logit at row 1, class 1 is " + bad + "; logits must be finite, within ±1.0E30");
    assertThat(Logits.copyOf(new double[][] {{1e30, -1e30}}).predictions()).containsExactly(0);
    assertThat(Logits.of(Matrix.wrap(new float[] {-1e30f, 1e30f}, 1, 2)).predictions())
        .containsExactly(1);
  }

  @Test
  void givenTooSmall_thenRefused() {
    assertThatThrownBy(() -> Logits.copyOf(new double[0][])).hasMessageContaining("no rows");
    assertThatThrownBy(() -> Logits.copyOf(new double[][] {{1}}))
        .hasMessageContaining("1 column")
        .hasMessageContaining("at least 2");
  }

  @Test
  void givenSelection_thenRowsInOrder() {
    Logits logits = Logits.copyOf(new double[][] {{1, 2}, {4, 3}, {5, 6}});

    Logits selected = logits.selectRows(new int[] {1, 1, 0});

    assertThat(selected.values().toArrays()).isDeepEqualTo(new double[][] {{4, 3}, {4, 3}, {1, 2}});
    assertThat(selected.predictions()).containsExactly(0, 0, 1);
  }

  @Test
  void givenEmptySelection_thenRefused() {
    Logits logits = Logits.copyOf(new double[][] {{1, 2}, {3, 4}});

    assertThatThrownBy(() -> logits.selectRows(new int[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no rows");
  }

  @Test
  void givenTies_thenFirstClassIsPredicted() {
    assertThat(Logits.copyOf(new double[][] {{1, 1, 0}, {0, 2, 2}}).predictions())
        .containsExactly(0, 1);
  }

  @Test
  void givenNonNegativeRowsThatSumToOne_thenLooksLikeProbabilities() {
    // Single precision: 0.1f + 0.2f + 0.7f is 1 within 1e-7.
    assertThat(Logits.of(Matrix.wrap(new float[] {0.1f, 0.2f, 0.7f, 0, 0, 1}, 2, 3)))
        .matches(Logits::looksLikeProbabilities);
    assertThat(Logits.copyOf(new double[][] {{0.5, 0.5}, {0.25, 0.75}}))
        .matches(Logits::looksLikeProbabilities);
  }

  @Test
  void givenOneRowThatIsNotADistribution_thenDoesNotLookLikeProbabilities() {
    assertThat(Logits.copyOf(new double[][] {{0.5, 0.5}, {0.25, 0.7}}))
        .matches(logits -> !logits.looksLikeProbabilities());
    assertThat(Logits.copyOf(new double[][] {{0.5, 0.5}, {-0.25, 1.25}}))
        .matches(logits -> !logits.looksLikeProbabilities());
    assertThat(Logits.copyOf(new double[][] {{2, 1}, {0.5, 0.5}}))
        .matches(logits -> !logits.looksLikeProbabilities());
  }
}
