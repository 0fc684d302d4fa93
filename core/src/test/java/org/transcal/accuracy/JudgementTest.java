package org.transcal.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEvidence.Status;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.PreparedTask;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

class JudgementTest {
  private static final TransferTask TASK = KnownShift.sample(200, 150, 200, 5).task();

  @Test
  void givenEvidenceThatAgrees_thenTrustworthyWithReasonsFor() {
    Judgement judgement = judge(0.8, used("confidence", 0.8), used("neighbours", 0.76));

    assertThat(judgement.verdict()).isEqualTo(Verdict.TRUSTWORTHY);
    assertThat(judgement.reasonsAgainst()).isEmpty();
    assertThat(judgement.reasonsFor())
        .anyMatch(reason -> reason.contains("within 4 points"))
        .anyMatch(reason -> reason.contains("Source and target overlap"));
    assertThat(judgement.trackRecord()).contains("real tasks with this verdict");
  }

  @Test
  void givenEvidenceApart_thenDoubtfulAndSaysHowFar() {
    Judgement apart = judge(0.8, used("confidence", 0.8), used("neighbours", 0.5));

    assertThat(apart.verdict()).isEqualTo(Verdict.DOUBTFUL);
    assertThat(apart.reasonsAgainst().get(0))
        .contains("30 points apart", "confidence 80.0 %", "neighbours 50.0 %");
  }

  @Test
  void givenEverythingCappedToOneValue_thenNotTrustworthy() {
    AccuracyEvidence confidence =
        new AccuracyEvidence("confidence", 0.95, 0.73, 0.5, Status.CAPPED, "too high");
    AccuracyEvidence neighbours =
        new AccuracyEvidence("neighbours", 0.79, 0.73, 0.5, Status.CAPPED, "too high");

    Judgement judgement = judge(0.73, confidence, neighbours);

    assertThat(judgement.verdict()).isNotEqualTo(Verdict.TRUSTWORTHY);
    assertThat(judgement.reasonsAgainst())
        .anyMatch(reason -> reason.contains("confidence says 95.0 %"))
        .anyMatch(reason -> reason.contains("capped at 73.0 %"));
  }

  @Test
  void givenDroppedEvidence_thenNotTrustworthyUnlessItAgrees() {
    AccuracyEvidence agrees = new AccuracyEvidence("mixup", 0.78, 0.78, 0, Status.DROPPED, "hot");
    AccuracyEvidence differs = new AccuracyEvidence("mixup", 0.7, 0.7, 0, Status.DROPPED, "hot");

    Judgement confirmed = judge(0.8, used("confidence", 0.8), used("neighbours", 0.79), agrees);
    Judgement open = judge(0.8, used("confidence", 0.8), used("neighbours", 0.79), differs);

    assertThat(confirmed.verdict()).isEqualTo(Verdict.TRUSTWORTHY);
    assertThat(open.verdict()).isEqualTo(Verdict.DOUBTFUL);
    assertThat(open.reasonsAgainst())
        .containsExactly("The evidence of mixup says 70.0 % and was dropped: hot.");
  }

  @Test
  void givenDomainsThatDoNotOverlap_thenNotTrustworthy() {
    Judgement judgement =
        Judgement.of(
            PreparedTask.of(moved(100)),
            new CombinedAccuracy(0.8, 0.8, 1, List.of(used("confidence", 0.8))));

    assertThat(judgement.verdict()).isEqualTo(Verdict.UNTRUSTWORTHY);
    assertThat(judgement.reasonsAgainst().get(0)).contains("hardly overlap", "AUC 1.00");
  }

  @Test
  void givenNoFeatures_thenNotTrustworthy() {
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(TASK.sourceValidation().logits(), TASK.sourceValidation().labels())
            .target(TASK.target().logits())
            .build();

    Judgement judgement =
        Judgement.of(
            PreparedTask.of(bare),
            new CombinedAccuracy(0.8, 0.8, 1, List.of(used("confidence", 0.8))));

    assertThat(judgement.verdict()).isEqualTo(Verdict.DOUBTFUL);
    assertThat(judgement.reasonsAgainst()).contains(Judgement.WITHOUT_FEATURES);
  }

  @Test
  void givenManyReasons_thenFiveAreShownAndThoseAgainstFirst() {
    Judgement judgement =
        Judgement.of(
            PreparedTask.of(moved(100)),
            new CombinedAccuracy(
                0.8, 0.8, 1, List.of(used("confidence", 0.8), used("neighbours", 0.2))));

    assertThat(judgement.reasons()).hasSizeLessThanOrEqualTo(5);
    assertThat(judgement.reasons()).startsWith(judgement.reasonsAgainst().toArray(String[]::new));
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

  @Test
  void givenPredictedClassWithoutValidationRows_thenNotTrustworthyAndSaysWhich() {
    int[] withoutFirst = Arrays.stream(correct()).map(k -> Math.max(1, k)).toArray();

    TargetEstimate estimate = TargetEstimator.seeded(1).estimate(relabelled(withoutFirst));

    assertThat(estimate.verdict()).isNotEqualTo(Verdict.TRUSTWORTHY);
    assertThat(estimate.reasons())
        .anyMatch(reason -> reason.startsWith("No source validation row is of class 0, which is"));
  }

  @Test
  void givenTargetOfOneClass_thenSaysThatClassesMoved() {
    Judgement judgement =
        Judgement.of(
            PreparedTask.of(predicting(row -> new double[] {99}, TASK.classes())),
            new CombinedAccuracy(0.8, 0.8, 0, List.of(used("confidence", 0.8))));

    assertThat(judgement.reasonsAgainst())
        .anyMatch(reason -> reason.contains("Predicted class frequencies differ"));
  }

  @Test
  void givenOverconfidentTarget_thenEvidenceAboveTheLimitIsCappedAndSaysSo() {
    TransferTask sure =
        predicting(row -> Arrays.stream(row).map(z -> 50 * z).toArray(), TASK.classes());

    List<AccuracyEvidence> evidence = CombinedAccuracy.of(PreparedTask.of(sure)).evidence();

    assertThat(evidence).anyMatch(one -> one.status() == Status.CAPPED);
    for (AccuracyEvidence one : evidence) {
      boolean isLower = one.used() < one.accuracy();
      assertThat(one.status() == Status.CAPPED).isEqualTo(isLower);
      assertThat(one.note().isEmpty()).isEqualTo(one.status() == Status.USED);
    }
  }

  @Test
  void givenEstimators_thenEachSaysWhatItAssumes() {
    assertThat(Arrays.stream(AccuracyEstimator.values()).map(AccuracyEstimator::summary))
        .doesNotContain("")
        .doesNotHaveDuplicates();
  }

  /** The task with other target logits. */
  private static TransferTask predicting(UnaryOperator<double[]> change, int columns) {
    double[][] rows = TASK.target().logits().values().toArrays();
    Arrays.setAll(rows, i -> Arrays.copyOf(change.apply(rows[i]), columns));
    TransferTask.Builder builder =
        TransferTask.named("other")
            .sourceValidation(TASK.sourceValidation().logits(), TASK.sourceValidation().labels())
            .target(Logits.copyOf(rows));
    TASK.features().ifPresent(builder::features);
    return builder.build();
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

  /** The task with its target features moved. */
  private static TransferTask moved(double by) {
    DomainFeatures features = TASK.features().orElseThrow();
    double[][] target = features.target().toArrays();
    for (double[] row : target) {
      Arrays.setAll(row, j -> row[j] + by);
    }
    return TransferTask.named("moved")
        .sourceValidation(TASK.sourceValidation().logits(), TASK.sourceValidation().labels())
        .target(TASK.target().logits())
        .features(features.sourceTrain(), features.sourceValidation(), Matrix.copyOf(target))
        .build();
  }

  private static AccuracyEvidence used(String key, double accuracy) {
    return new AccuracyEvidence(key, accuracy, accuracy, 0.5, Status.USED, "");
  }

  private static Judgement judge(double sourceAccuracy, AccuracyEvidence... evidence) {
    return Judgement.of(
        PreparedTask.of(TASK),
        new CombinedAccuracy(sourceAccuracy, sourceAccuracy, 0, List.of(evidence)));
  }
}
