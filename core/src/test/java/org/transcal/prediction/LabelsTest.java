package org.transcal.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Frequencies;

class LabelsTest {
  @ParameterizedTest
  @ValueSource(ints = {-1, 3, Integer.MAX_VALUE})
  void givenLabelOutside_thenMessageNamesRowValueAndRange(int bad) {
    assertThatThrownBy(() -> Labels.copyOf(new int[] {0, 2, bad}, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Label at row 2 is " + bad + "; labels of 3 classes must be in 0 … 2");
  }

  @Test
  void givenLabelsFromOne_thenAHint() {
    assertThatThrownBy(() -> Labels.partial(new int[] {1, 3, -1}, 3))
        .hasMessageEndingWith("or -1 for unlabelled; if they start at 1, subtract 1");
  }

  @Test
  void givenOneClass_thenRefused() {
    assertThatThrownBy(() -> Labels.copyOf(new int[] {0}, 1)).hasMessageContaining("at least 2");
  }

  @Test
  void givenClassThatDoesNotOccur_thenItIsStillAClass() {
    Labels labels = Labels.copyOf(new int[] {0, 0, 1}, 5);

    assertThat(labels.classes()).isEqualTo(5);
    assertThat(labels.rows()).isEqualTo(3);
    assertThat(labels.get(2)).isEqualTo(1);
  }

  @Test
  void givenLabels_thenCopiedInAndOut() {
    int[] given = {0, 1, 2};
    Labels labels = Labels.copyOf(given, 3);

    given[0] = 2;
    labels.toArray()[1] = 2;

    assertThat(labels.toArray()).containsExactly(0, 1, 2);
    assertThat(labels.select(new int[] {2, 2, 0}).toArray()).containsExactly(2, 2, 0);
    assertThat(labels.select(new int[] {0}).classes()).isEqualTo(3);
  }

  @Test
  void givenWrongNumberOfRows_thenMessageNamesBoth() {
    Labels labels = Labels.copyOf(new int[] {0, 1}, 2);

    assertThat(labels.requireRows(2, "Target")).isSameAs(labels);
    assertThatThrownBy(() -> labels.requireRows(3, "Target"))
        .hasMessage("Target has 3 rows but there are 2 labels");
  }

  @Test
  void givenUnknownLabels_thenOnlyKnownRowsCount() {
    Labels labels = Labels.partial(new int[] {0, -1, 2, -1}, 3);

    assertThat(labels.known()).isEqualTo(2);
    assertThat(labels.countKnown(Frequencies.copyOf(1, 2, 3, 4)))
        .contains(Frequencies.copyOf(1, 0, 3, 0));
    assertThat(labels.countKnown(Frequencies.copyOf(0, 2, 0, 4))).isEmpty();
    assertThat(labels.toArray()).containsExactly(0, -1, 2, -1);
    assertThatThrownBy(() -> Labels.partial(new int[] {0, -2}, 3))
        .hasMessage(
            "Label at row 1 is -2; labels of 3 classes must be in 0 … 2, or -1 for unlabelled");
  }
}
