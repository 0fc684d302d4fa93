package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Interval;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

class ReferenceTest {
  private static final GeneratedBatches NIGHTS = new GeneratedBatches(3);

  @Test
  void givenNoPeriod_thenQuietBatchesAreResamplesOfSourceRows() {
    TransferTask task = NIGHTS.task(500, 1);

    Reference reference = Reference.learn(task, NIGHTS.model(), List.of(), List.of(), List.of(), 0);

    double sourceAccuracy =
        java.util.Arrays.stream(
                task.sourceValidation().logits().correctness(task.sourceValidation().labels()))
            .average()
            .orElseThrow();
    assertThat(reference.whole().batches()).isZero();
    assertThat(reference.whole().rows()).isEqualTo(500);
    assertThat(reference.batches()).isEmpty();
    assertThat(reference.segments()).isEmpty();
    Map<Metric, Variation> variations = reference.whole().variations();
    assertThat(variations).containsOnlyKeys(Metric.withoutLabels().toArray(Metric[]::new));
    assertThat(variations.get(Metric.ACCURACY).level()).isCloseTo(sourceAccuracy, within(0.01));
    assertThat(variations.values()).allMatch(variation -> variation.between() == 0);
    // Mean and deviation of Kolmogorov's distribution; 100 resamples find them within 10 to 20 %.
    assertThat(variations.get(Metric.CONFIDENCE).drift()).isCloseTo(0.869, within(0.1));
    assertThat(variations.get(Metric.CONFIDENCE).noise()).isCloseTo(0.260, within(0.06));
    assertThat(reference.features().orElseThrow().reference())
        .isEqualTo(reference.features().orElseThrow().sourceValidation());
  }

  @Test
  void givenBatchesThatVary_thenTheVariationBetweenThemIsLearned() {
    double[] steady = new double[12];
    double[] varying = steady.clone();
    Random random = new Random(3);
    for (int i = 0; i < varying.length; i++) {
      varying[i] = 0.2 + 0.1 * random.nextGaussian();
      steady[i] = 0.2;
    }

    Baseline one = NIGHTS.withPeriod(500, 600, steady, 2).whole();
    Baseline other = NIGHTS.withPeriod(500, 600, varying, 2).whole();

    assertThat(one.batches()).isEqualTo(12);
    assertThat(one.rows()).isEqualTo(12 * 600);
    assertThat(other.variations().get(Metric.ACCURACY).between())
        .isBetween(0.015, 0.06)
        .isGreaterThan(2 * one.variations().get(Metric.ACCURACY).between());
    assertThat(other.threshold(Metric.ACCURACY, 600, other.rows(), 0.002))
        .isLessThan(one.threshold(Metric.ACCURACY, 600, one.rows(), 0.002) - 0.03);
    assertThat(other.variations().get(Metric.CONFIDENCE).level())
        .isGreaterThan(one.variations().get(Metric.CONFIDENCE).level() + 0.01);
  }

  @Test
  void givenPeriod_thenItsBatchesAndSegmentsAreKept() {
    Reference reference = NIGHTS.withPeriod(300, 240, new double[4], 4);

    assertThat(reference.segments())
        .containsOnlyKeys(
            new Segment("camera", "0"), new Segment("camera", "1"), new Segment("camera", "2"));
    assertThat(reference.segments().get(new Segment("camera", "1")).rows()).isEqualTo(320);
    assertThat(reference.segments().get(new Segment("camera", "1")).variations())
        .containsOnlyKeys(Metric.withoutLabels().toArray(Metric[]::new));
    assertThat(reference.batches()).hasSize(4 * 4);
    assertThat(reference.batches().get(4).at()).isEqualTo(BatchTime.reference(2));
    assertThat(reference.batches().get(4).readings()).hasSize(5);
    assertThat(reference.batches()).allMatch(night -> night.alerts().isEmpty());
    assertThat(reference.batches().stream().flatMap(n -> n.readings().stream()))
        .noneMatch(Reading::isBeyond);
  }

  @Test
  void givenSegmentOfFewRows_thenItHasNoBaseline() {
    Batch night = NIGHTS.batch(200, 0.0, new Random(5));
    List<String> sites =
        java.util.stream.IntStream.range(0, 200).mapToObj(i -> i < 9 ? "new" : "old").toList();
    Batch batch =
        new Batch(night.logits(), night.features(), night.labels(), Map.of("site", sites));

    Reference reference =
        Reference.learn(
            NIGHTS.task(200, 5),
            NIGHTS.model(),
            List.of(new Reference.PeriodBatch(BatchTime.reference(1), batch)),
            List.of(),
            List.of(),
            0);

    assertThat(reference.segments()).containsOnlyKeys(new Segment("site", "old"));
    assertThat(reference.whole().batches()).isEqualTo(1);
  }

  @Test
  void givenManyRows_thenAtMostFiveThousandAreKept() {
    Reference reference = NIGHTS.withoutPeriod(5_001, 6);

    assertThat(reference.validation().rows()).isEqualTo(2_501);
    assertThat(reference.labels().rows()).isEqualTo(2_501);
    assertThat(reference.features().orElseThrow().sourceTrain().rows()).isEqualTo(2_501);
  }

  @Test
  void givenSameSeed_thenReferencesAreEqual() {
    double[] steady = new double[2];

    assertThat(NIGHTS.withPeriod(150, 100, steady, 7))
        .isEqualTo(NIGHTS.withPeriod(150, 100, steady, 7));
  }

  @Test
  void givenPartsThatDoNotFit_thenTheyAreRefused() {
    TransferTask task = NIGHTS.task(100, 8);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Reference.learn(
                    task, NIGHTS.model(), List.of(), List.of("one", "two"), List.of(), 0))
        .withMessage("Class names: 2 names; 3 are needed");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Reference.learn(task, NIGHTS.model(), List.of(), List.of(), List.of("x"), 0))
        .withMessage("Feature names: 1 names; 6 are needed");
    List<String> names = List.of("one", "two", "x".repeat(501));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reference.learn(task, NIGHTS.model(), List.of(), names, List.of(), 0))
        .withMessage("Name of class 2 has 501 characters; names may have at most 500");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Reference.learn(
                    task, new GeneratedBatches(4).model(), List.of(), List.of(), List.of(), 0));
    Batch other = new GeneratedBatches(4).batch(10, 0.0, new Random(1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Reference.learn(
                    task,
                    NIGHTS.model(),
                    List.of(new Reference.PeriodBatch(BatchTime.reference(1), other)),
                    List.of(),
                    List.of(),
                    0))
        .withMessage("Batch has 4 classes; the reference has 3");
  }

  @Test
  void givenBadValues_thenNoRecordCanBeMade() {
    Batch night = NIGHTS.batch(10, 0.0, new Random(9));
    Optional<Matrix> features = Optional.empty();
    Optional<Labels> labels = Optional.empty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Batch(night.logits(), features, labels, Map.of("c", List.of("a"))))
        .withMessage("Column 'c': 1 rows; logits have 10, one each is needed");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Batch(
                    night.logits(), Optional.of(Matrix.copyOf(new double[9][6])), labels, Map.of()))
        .withMessageStartingWith("Features: 9 rows");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Batch(
                    night.logits(), features, Optional.of(Labels.copyOf(new int[10], 4)), Map.of()))
        .withMessageContaining("4 classes");
    Optional<Interval> none = Optional.empty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Reading(Metric.ECE, Double.NaN, none, 0, 0))
        .withMessageContaining("calibration error is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AlertPolicy(0, Set.of(), Map.of(), 1))
        .withMessageContaining("False-alarm rate is 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AlertPolicy(0.1, Set.of(), Map.of(), 0))
        .withMessageContaining("0 batches in a row");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AlertPolicy(0.1, Set.of(), Map.of(Metric.ECE, 5.0), 1))
        .withMessageContaining("calibration error is 5.0");
  }
}
