package org.transcal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Frequencies;
import org.transcal.task.TransferTask;

class ResampleTest {
  private final TransferTask task = KnownShift.sample(50, 4000, 6000, 1).task();

  @Test
  void givenRepeat0_thenTheTaskItself() {
    assertThat(Resample.of(task, 7, 0)).isSameAs(task);
  }

  @Test
  void givenRepeat_thenAsManyRowsAsThereAreAndAboutAThirdLeftOut() {
    TransferTask drawn = Resample.of(task, 7, 1);

    for (Frequencies counts :
        new Frequencies[] {drawn.sourceValidation().frequencies(), drawn.target().frequencies()}) {
      double absent = 0;
      for (int i = 0; i < counts.rows(); i++) {
        absent += counts.get(i) == 0 ? 1 : 0;
      }
      assertThat(counts.total()).isEqualTo(counts.rows());
      // A row is left out with probability (1 − 1/n)^n, near 1/e; five standard deviations.
      assertThat(absent / counts.rows()).isBetween(Math.exp(-1) - 0.03, Math.exp(-1) + 0.03);
    }
  }

  @Test
  void givenFrequencies_thenRowsAreDrawnAsOftenAsTheyCountAndAbsentOnesNever() {
    double[] validation = new double[4000];
    Arrays.setAll(validation, i -> i % 3);
    double[] target = new double[6000];
    Arrays.setAll(target, i -> i % 2 * 0.5);
    TransferTask counted =
        task.countedBy(Frequencies.copyOf(validation), Frequencies.copyOf(target));

    TransferTask drawn = Resample.of(counted, 7, 1);

    double[] counts = drawn.sourceValidation().frequencies().toArray();
    double twice =
        IntStream.range(0, 4000).filter(i -> i % 3 == 2).mapToDouble(i -> counts[i]).sum();
    assertThat(Arrays.stream(counts).sum()).isEqualTo(3999);
    // A share of 2/3 of 3,999 draws; five standard deviations.
    assertThat(twice / 3999).isBetween(2 / 3.0 - 0.04, 2 / 3.0 + 0.04);
    for (int i = 0; i < 4000; i += 3) {
      assertThat(counts[i]).isZero();
    }
    assertThat(drawn.target().frequencies().total()).isEqualTo(1500);
  }

  @Test
  void givenSeedRepeatAndName_thenEachMatters() {
    double[] first = counts(Resample.of(task, 7, 1));

    assertThat(counts(Resample.of(task, 7, 1))).isEqualTo(first);
    assertThat(counts(Resample.of(task, 8, 1))).isNotEqualTo(first);
    assertThat(counts(Resample.of(task, 7, 2))).isNotEqualTo(first);
    TransferTask renamed =
        TransferTask.named("other")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits())
            .build();
    assertThat(counts(Resample.of(renamed, 7, 1))).isNotEqualTo(first);
  }

  private static double[] counts(TransferTask drawn) {
    return drawn.target().frequencies().toArray();
  }
}
