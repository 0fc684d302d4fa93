package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.prediction.Labels;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

class JudgementTest {
  private static final TransferTask TASK = KnownShift.sample(200, 150, 200, 5).task();

  @Test
  void givenConfidenceAboveSourceAccuracy_thenComparedWithSourceAccuracy() {
    Judgement judgement = judge(Map.of("doc", 0.9), 0.8, 0.8);

    assertThat(judgement.reasons())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .contains("more confident on the target than on source", "90.0 %", "80.0 %")
                    .doesNotContain("(dr)"));
    assertThat(judgement.reasons()).noneMatch(reason -> reason.contains("(dr)"));
  }

  @Test
  void givenImportanceWeightsBelowConfidence_thenComparedWithThem() {
    Judgement judgement = judge(Map.of("doc", 0.8), 0.8, 0.6);

    assertThat(judgement.reasons())
        .anySatisfy(reason -> assertThat(reason).contains("60.0 % (dr)", "80.0 %"));
    assertThat(judgement.reasons())
        .noneMatch(reason -> reason.contains("more confident on the target"));
  }

  @Test
  void givenEstimatesThatAgree_thenNeitherIsSaid() {
    assertThat(judge(Map.of("doc", 0.81), 0.8, 0.79).reasons())
        .noneMatch(
            reason -> reason.contains("more confident on the target") || reason.contains("(dr)"));
  }

  @Test
  void givenLabelsOffByOne_thenNotTrustworthyAndSaysWhy() {
    TransferTask encoded =
        relabelled(Arrays.stream(correct()).map(k -> (k + 1) % TASK.classes()).toArray());

    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(encoded);

    assertThat(estimate.verdict()).isEqualTo(Verdict.UNTRUSTWORTHY);
    assertThat(estimate.reasons().get(0)).contains("not above 1/K", "Do labels start at 0?");
  }

  @Test
  void givenNoBetterThanTheMajority_thenNotTrustworthy() {
    int[] mostlyZero = correct();
    Arrays.fill(mostlyZero, 0, mostlyZero.length * 9 / 10, 0);

    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(relabelled(mostlyZero));

    assertThat(estimate.verdict()).isNotEqualTo(Verdict.TRUSTWORTHY);
    assertThat(estimate.reasons().get(0)).contains("most frequent class");
  }

  private static int[] correct() {
    return TASK.sourceValidation().logits().predictions();
  }

  private static TransferTask relabelled(int[] labels) {
    TransferTask.Builder builder =
        TransferTask.named("relabelled")
            .sourceValidation(
                TASK.sourceValidation().logits(), Labels.copyOf(labels, TASK.classes()))
            .target(TASK.target().logits());
    TASK.features().ifPresent(builder::features);
    return builder.build();
  }

  private static Judgement judge(
      Map<String, Double> estimators, double believed, double optimistic) {
    CombinedAccuracy combined =
        new CombinedAccuracy(
            optimistic,
            believed,
            optimistic,
            OptionalDouble.of(optimistic - 0.1),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            List.of());
    return Judgement.of(PreparedTask.of(TASK), combined, estimators);
  }
}
