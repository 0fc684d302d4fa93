package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

class SourceCheckTest {
  private static final Logits LOGITS =
      Logits.copyOf(new double[][] {{9, 0, 0}, {0, 9, 0}, {0, 0, 9}, {9, 0, 0}, {0, 9, 0}});

  @Test
  void givenGoodSource_thenNoConcern() {
    SourceCheck check = SourceCheck.of(task(0, 1, 2, 0, 0));

    assertThat(check.accuracy()).isCloseTo(0.8, within(1e-15));
    assertThat(check.chance()).isEqualTo(1.0 / 3);
    assertThat(check.majorityShare()).isCloseTo(0.6, within(1e-15));
    assertThat(check.isNotAboveChance()).isFalse();
    assertThat(check.isNotAboveMajority()).isFalse();
    assertThat(check.concern()).isEmpty();
  }

  @Test
  void givenLabelsOffByOne_thenAsksForTheirEncoding() {
    SourceCheck check = SourceCheck.of(task(1, 2, 0, 1, 2));

    assertThat(check.accuracy()).isZero();
    assertThat(check.isNotAboveChance()).isTrue();
    assertThat(check.concern())
        .contains(
            "Source validation accuracy is 0.0 %, not above 1/K = 33.3 %: is the class order the"
                + " same in labels and logits? Do labels start at 0?");
  }

  @Test
  void givenNoBetterThanTheMajority_thenWeakerConcern() {
    SourceCheck check = SourceCheck.of(task(0, 0, 0, 0, 2));

    assertThat(check.isNotAboveChance()).isFalse();
    assertThat(check.isNotAboveMajority()).isTrue();
    assertThat(check.concern().orElseThrow()).contains("40.0 %", "80.0 %", "most frequent class");
  }

  @Test
  void givenFrequencies_thenTheyCount() {
    TransferTask once = task(0, 2, 2, 1, 2);
    Labels labels = once.sourceValidation().labels();
    TransferTask counted =
        TransferTask.named("counted")
            .sourceValidation(LOGITS, labels, Frequencies.copyOf(1, 0, 0, 8, 1))
            .target(LOGITS)
            .build();

    SourceCheck check = SourceCheck.of(counted);

    assertThat(check.accuracy()).isCloseTo(0.1, within(1e-15));
    assertThat(check.majorityShare()).isCloseTo(0.8, within(1e-15));
  }

  private static TransferTask task(int... labels) {
    return TransferTask.named("task")
        .sourceValidation(LOGITS, Labels.copyOf(labels, 3))
        .target(LOGITS)
        .build();
  }
}
