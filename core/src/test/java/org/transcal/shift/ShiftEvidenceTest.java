package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.ShiftEvidence.Kind;
import org.transcal.task.TransferTask;
import org.transcal.testing.ShiftedClasses;

class ShiftEvidenceTest {
  private static final int SEEDS = 5;

  @ParameterizedTest
  @CsvSource({
    "2, false, 0, NONE_SEEN",
    "2, true, 0, LABEL",
    "2, false, 1, COVARIATE",
    "2, true, 1, UNCLEAR",
    "8, false, 0, NONE_SEEN",
    "8, true, 0, LABEL",
    "8, false, 1, COVARIATE",
    "8, true, 1, UNCLEAR"
  })
  void givenClosedForm_thenItsKindIsSeen(int classes, boolean labels, double move, Kind expected) {
    ShiftedClasses problem = ShiftedClasses.of(classes, labels, move);

    Kind[] kinds =
        LongStream.range(0, SEEDS)
            .mapToObj(seed -> of(problem.sample(1000, 2000, seed).task()).kind())
            .toArray(Kind[]::new);

    assertThat(kinds).containsOnly(expected);
  }

  @ParameterizedTest
  @CsvSource({"false, UNCLEAR", "true, LABEL"})
  void givenNoFeatures_thenTheModelsOutputsAreCompared(boolean labels, Kind expected) {
    ShiftedClasses.Sample sample = ShiftedClasses.of(5, labels, 0).sample(1000, 2000, 1);

    ShiftEvidence evidence = of(sample.withoutFeatures());

    assertThat(evidence.kind()).isEqualTo(expected);
    assertThat(evidence.sentence()).contains("features");
  }

  @Test
  void givenLabelShift_thenNumbersAndSentenceAgree() {
    ShiftEvidence evidence = of(ShiftedClasses.of(2, true, 0).sample(2000, 3000, 4).task());

    // Class 0 goes from 50 % to 10 %.
    assertThat(evidence.movedShare()).isCloseTo(0.4, within(0.03));
    assertThat(evidence.auc()).isGreaterThan(0.6);
    assertThat(evidence.weightedAuc()).isCloseTo(0.5, within(0.03));
    assertThat(evidence.kind().words()).isEqualTo("label shift");
    assertThat(evidence.sentence()).contains("class frequencies explain the difference");
  }

  @Test
  void givenFewRows_thenItSaysSo() {
    ShiftEvidence evidence = of(ShiftedClasses.of(3, true, 0).sample(40, 2000, 5).task());

    assertThat(evidence.kind()).isEqualTo(Kind.UNCLEAR);
    assertThat(evidence.sentence()).contains("too few rows");
  }

  @Test
  void givenFewRowsPerClass_thenNoLabelShiftIsClaimed() {
    ShiftEvidence evidence = of(ShiftedClasses.of(20, true, 0).sample(500, 3000, 5).task());

    assertThat(evidence.auc()).isGreaterThan(0.55);
    assertThat(evidence.kind()).isEqualTo(Kind.UNCLEAR);
  }

  @Test
  void givenManyClassesWithoutFeatures_thenItSaysSo() {
    double[][] logits = new double[300][101];
    int[] labels = new int[300];
    Arrays.setAll(labels, i -> i % 101);

    ShiftEvidence evidence = of(task(logits, labels, 101));

    assertThat(evidence.kind()).isEqualTo(Kind.UNCLEAR);
    assertThat(evidence.sentence()).contains("many classes and no features");
  }

  @Test
  void givenOnePredictedClass_thenTheOutputsSayNothing() {
    double[][] logits = new double[300][];
    Arrays.setAll(logits, i -> new double[] {3, 0});
    int[] labels = new int[300];
    Arrays.setAll(labels, i -> i % 4 / 3);

    ShiftEvidence evidence = of(task(logits, labels, 2));

    assertThat(evidence.kind()).isEqualTo(Kind.UNCLEAR);
    assertThat(evidence.auc()).isEqualTo(0.5);
  }

  private static ShiftEvidence of(TransferTask task) {
    return ShiftEvidence.of(PreparedTask.of(task));
  }

  private static TransferTask task(double[][] logits, int[] labels, int classes) {
    return TransferTask.named("rows")
        .sourceValidation(Logits.copyOf(logits), Labels.copyOf(labels, classes))
        .target(Logits.copyOf(logits))
        .build();
  }
}
