package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class KnownTruthTest {
  @Test
  void givenArraysThatChangeLater_thenTheTruthStays() {
    double[] confidence = {0.5, 1};
    double[] accuracy = {0.4, 0.9};
    KnownTruth truth = new KnownTruth(0.7, confidence, accuracy, "why");

    confidence[0] = 0;
    accuracy[0] = 0;

    assertThat(truth.before().confidence().get(0)).isEqualTo(0.5);
    assertThat(truth.before().accuracy().get(0)).isEqualTo(0.4);
    assertThat(truth.after()).isEmpty();
  }

  @Test
  void givenNumbersThatAreNotShares_thenTheyAreRefusedByPosition() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KnownTruth(Double.NaN, new double[0], new double[0], ""))
        .withMessageContaining("True target accuracy is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KnownTruth(1, new double[] {0, 2}, new double[] {0, 1}, ""))
        .withMessageContaining("Confidence at point 1 of the truth is 2.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KnownTruth(1, new double[] {0}, new double[0], ""))
        .withMessageContaining("1 confidences but 0 accuracies");
  }
}
