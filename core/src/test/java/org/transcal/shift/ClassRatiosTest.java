package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;
import org.transcal.testing.ShiftedClasses;

class ClassRatiosTest {
  /** Over three standard errors of a class's share of 3,000 target rows. */
  private static final double SAMPLING = 0.03;

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void givenLabelShift_thenTheClassRatiosAreFound(int classes) {
    ShiftedClasses problem = ShiftedClasses.of(classes, true, 0);

    double[] ratios = PreparedTask.of(problem.sample(3000, 3000, 1).task()).classRatios();

    double[] truth = problem.ratios();
    for (int k = 0; k < classes; k++) {
      assertThat(ratios[k] / classes).isCloseTo(truth[k] / classes, within(SAMPLING));
    }
  }

  @Test
  void givenNoShift_thenTheRatiosAreNearOne() {
    double[] ratios =
        PreparedTask.of(ShiftedClasses.of(4, false, 0).sample(3000, 3000, 2).task()).classRatios();

    assertThat(Arrays.stream(ratios)).allMatch(ratio -> Math.abs(ratio - 1) / 4 < SAMPLING);
  }

  @Test
  void givenFrequencies_thenSameAsRepeatedRows() {
    TransferTask task = ShiftedClasses.of(3, true, 0).sample(60, 80, 3).task();
    double[] counts = new double[80];
    Arrays.setAll(counts, i -> i % 3);
    int[] rows = new int[(int) Arrays.stream(counts).sum()];
    for (int i = 0, at = 0; i < 80; i++) {
      for (int repeat = 0; repeat < counts[i]; repeat++) {
        rows[at++] = i;
      }
    }
    TransferTask repeated =
        TransferTask.named("repeated")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits().selectRows(rows))
            .build();

    double[] counted =
        PreparedTask.of(task)
            .countedBy(Frequencies.ones(60), Frequencies.copyOf(counts))
            .classRatios();

    double[] expected = PreparedTask.of(repeated).classRatios();
    for (int k = 0; k < 3; k++) {
      assertThat(counted[k]).isCloseTo(expected[k], within(1e-9 * (1 + expected[k])));
    }
  }

  @Test
  void givenClassAbsentFromValidation_thenRatiosAreFinite() {
    double[][] logits = new double[60][];
    Arrays.setAll(logits, i -> new double[] {i % 2, 1 - i % 2, i % 7 == 0 ? 3 : -3});
    int[] labels = new int[60];
    Arrays.setAll(labels, i -> 1 - i % 2);

    double[] ratios = ratios(logits, labels, 3);

    assertThat(Arrays.stream(ratios))
        .allMatch(ratio -> ratio >= 0 && ratio < Double.POSITIVE_INFINITY);
  }

  @Test
  void givenOnePredictedClass_thenNothingIsLearntAboutTheRatios() {
    double[][] logits = new double[60][];
    Arrays.setAll(logits, i -> new double[] {2, 0});
    int[] labels = new int[60];
    Arrays.setAll(labels, i -> i % 3 == 0 ? 1 : 0);

    double[] ratios = ratios(logits, labels, 2);

    assertThat(ratios).containsExactly(new double[] {1, 1}, within(1e-6));
  }

  private static double[] ratios(double[][] logits, int[] labels, int classes) {
    return PreparedTask.of(
            TransferTask.named("rows")
                .sourceValidation(Logits.copyOf(logits), Labels.copyOf(labels, classes))
                .target(Logits.copyOf(logits))
                .build())
        .classRatios();
  }
}
