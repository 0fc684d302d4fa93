package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.MissingPartException;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

class MixupTemperatureTest {
  @Test
  void givenThreeOfFourMixedRowsRight_thenTheirConfidenceBecomesThreeQuarters() {
    MixupTemperature mixed = MixupTemperature.of(mixed(40, 40));

    // 1 / (1 + exp(−4/T)) = ¾.
    assertThat(mixed.fit().temperature()).isCloseTo(4 / Math.log(3), within(1e-6));
  }

  @Test
  void givenPartnersOfTheSamePrediction_thenTheyDoNotCount() {
    assertThat(MixupTemperature.of(mixed(40, 10)).rows()).isEqualTo(40);
  }

  @Test
  void givenTwentyRows_thenTooFew() {
    assertThat(MixupTemperature.of(mixed(20, 10)).isEnough()).isFalse();
    assertThat(MixupTemperature.of(mixed(22, 10)).isEnough()).isTrue();
  }

  @Test
  void givenNoMixedInputs_thenSaysWhatIsMissing() {
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(source(), sourceLabels())
            .target(source())
            .build();

    assertThatThrownBy(() -> MixupTemperature.of(bare))
        .isInstanceOf(MissingPartException.class)
        .hasMessageContaining("mixup_logits");
  }

  /** Rows mixed with one of the other class, three in four of them right; then rows with none. */
  private static TransferTask mixed(int mixedRows, int others) {
    double[][] target = new double[mixedRows + others][];
    double[][] mixed = new double[target.length][];
    int[] partner = new int[target.length];
    for (int i = 0; i < target.length; i++) {
      double side = i % 2 == 0 ? 2 : -2;
      target[i] = new double[] {side, -side};
      boolean isMixed = i < mixedRows;
      partner[i] = isMixed ? i ^ 1 : i;
      boolean isRight = isMixed && i % 8 > 1;
      mixed[i] = isRight ? target[i].clone() : new double[] {-side, side};
    }
    return TransferTask.named("mixed")
        .sourceValidation(source(), sourceLabels())
        .target(Logits.copyOf(target))
        .mixup(new Mixup(Logits.copyOf(mixed), partner))
        .build();
  }

  private static Logits source() {
    return Logits.copyOf(new double[][] {{1, 0}, {0, 1}, {1, 0}});
  }

  private static Labels sourceLabels() {
    return Labels.copyOf(new int[] {0, 1, 1}, 2);
  }
}
