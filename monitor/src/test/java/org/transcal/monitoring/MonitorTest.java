package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.prediction.Labels;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

class MonitorTest {
  private static final GeneratedBatches NIGHTS = new GeneratedBatches(3);
  private static final BatchTime TONIGHT = BatchTime.parse("2026-11-14");

  /** A period of eight undamaged batches. */
  private static final Reference PERIOD = NIGHTS.withPeriod(600, 500, new double[8], 1);

  private static final Reference RESAMPLED = NIGHTS.withoutPeriod(600, 1);

  private static BatchResult whole(Reference reference, Batch batch) {
    return Monitor.against(reference)
        .observe(TONIGHT, GeneratedBatches.withoutColumns(batch))
        .get(0);
  }

  private static List<Metric> alerts(BatchResult night) {
    return night.alerts().stream().map(BatchResult.Alert::metric).toList();
  }

  private static String text(BatchResult night, Metric metric) {
    return night.alerts().stream()
        .filter(alert -> alert.metric() == metric)
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  void givenQuietNights_thenAlertsAreRareAndReadingsAreUsual() {
    for (Reference reference : List.of(PERIOD, RESAMPLED)) {
      Random random = new Random(2);
      int alerts = 0;
      double[] sums = new double[Metric.values().length];
      double[] expected = sums.clone();
      for (int i = 0; i < 40; i++) {
        BatchResult night = whole(reference, NIGHTS.batch(500, 0.0, random));
        alerts += night.alerts().isEmpty() ? 0 : 1;
        for (Reading reading : night.readings()) {
          sums[reading.metric().ordinal()] += reading.value() / 40;
          expected[reading.metric().ordinal()] = reading.expected();
        }
      }

      // One in a hundred is allowed: three of 40 would have probability 0.007.
      assertThat(alerts).isLessThan(3);
      for (Metric metric : Metric.withoutLabels()) {
        assertThat(sums[metric.ordinal()])
            .as(metric.title())
            .isCloseTo(expected[metric.ordinal()], within(0.02));
      }
    }
  }

  @Test
  void givenDropOfTenPoints_thenItIsFoundAndExplained() {
    double accuracy =
        whole(PERIOD, NIGHTS.batch(4_000, 0.0, new Random(3)))
            .realised()
            .orElseThrow()
            .accuracy()
            .value();
    double damaged =
        whole(PERIOD, NIGHTS.batch(4_000, 0.3, new Random(3)))
            .realised()
            .orElseThrow()
            .accuracy()
            .value();
    assertThat(accuracy - damaged).isBetween(0.08, 0.12);

    for (Reference reference : List.of(PERIOD, RESAMPLED)) {
      Random random = new Random(4);
      for (int i = 0; i < 5; i++) {
        BatchResult night = whole(reference, NIGHTS.batch(2_000, 0.3, random));

        assertThat(alerts(night)).contains(Metric.ACCURACY, Metric.CONFIDENCE);
        assertThat(text(night, Metric.ACCURACY)).matches("accuracy [0-9.]+ %, below [0-9.]+ %.*");
      }
    }
  }

  @Test
  void givenDamageInOneSegment_thenTheDropIsTracedToIt() {
    Batch batch = NIGHTS.batch(3_000, i -> i % 3 == 1 ? 0.6 : 0, new Random(6));

    List<BatchResult> found = Monitor.against(PERIOD).observe(TONIGHT, batch);

    assertThat(found)
        .extracting(night -> night.segment().map(Segment::toString).orElse("all"))
        .containsExactly("all", "camera=0", "camera=1", "camera=2");
    assertThat(text(found.get(0), Metric.ACCURACY)).contains("of the drop comes from camera=1");
    assertThat(alerts(found.get(2))).contains(Metric.ACCURACY);
    assertThat(text(found.get(2), Metric.ACCURACY)).startsWith("camera=1: accuracy");
    assertThat(found.get(1).alerts()).isEmpty();
    assertThat(found.get(3).alerts()).isEmpty();
    assertThat(found.get(2).rows()).isEqualTo(1_000);
    assertThat(found.get(2).realised().orElseThrow().rows()).isEqualTo(1_000);
  }

  @Test
  void givenSegmentOfAllRows_thenItReadsLikeTheWholeBatch() {
    Batch batch = NIGHTS.batch(400, 0.2, new Random(7));
    Batch named =
        new Batch(
            batch.logits(),
            batch.features(),
            batch.labels(),
            Map.of("site", Collections.nCopies(400, "north")));

    List<BatchResult> found = Monitor.against(PERIOD).observe(TONIGHT, named);

    for (Metric metric : Set.of(Metric.ACCURACY, Metric.ECE, Metric.CONFIDENCE, Metric.CLASSES)) {
      assertThat(found.get(1).reading(metric)).isEqualTo(found.get(0).reading(metric));
    }
    assertThat(found.get(1).classes()).isEqualTo(found.get(0).classes());
    assertThat(found.get(1).alerts().get(0).text())
        .endsWith("compared with all rows: the reference has too few of site=north");
  }

  @Test
  void givenNoiseInOneSegment_thenItsFeaturesAlert() {
    Batch batch = NIGHTS.batch(1_800, 0.0, new Random(26));
    double[][] rows = batch.features().orElseThrow().toArrays();
    Random noise = new Random(27);
    for (int i = 1; i < rows.length; i += 3) {
      rows[i][4] += 4 * noise.nextGaussian();
    }
    Batch noisy =
        new Batch(
            batch.logits(),
            Optional.of(Matrix.copyOf(rows)),
            Optional.empty(),
            Map.of("camera", batch.columns().get("camera")));

    List<BatchResult> found = Monitor.against(PERIOD).observe(TONIGHT, noisy);

    assertThat(alerts(found.get(2))).containsExactly(Metric.DOMAIN_AUC);
    assertThat(found.get(2).alerts().get(0).text())
        .startsWith("camera=1: feature drift (AUC) ")
        .endsWith("feature 4 moved most");
    assertThat(found.get(1).alerts()).isEmpty();
    assertThat(found.get(3).alerts()).isEmpty();
  }

  @Test
  void givenMovedColumn_thenItIsNamed() {
    Batch batch = NIGHTS.batch(600, 0.0, new Random(8));
    double[][] rows = batch.features().orElseThrow().toArrays();
    for (double[] row : rows) {
      row[4] += 2;
    }
    Batch moved =
        new Batch(batch.logits(), Optional.of(Matrix.copyOf(rows)), Optional.empty(), Map.of());

    BatchResult night = whole(PERIOD, moved);

    assertThat(night.features().get(0).name()).isEqualTo("4");
    assertThat(night.features().get(0).score()).isGreaterThan(0.5);
    assertThat(night.features()).hasSize(6);
    assertThat(night.alerts())
        .anyMatch(
            alert ->
                alert.metric() == Metric.DOMAIN_AUC
                    && alert.text().endsWith("feature 4 moved most"));
  }

  @Test
  void givenOtherClasses_thenTheOneThatMovedMostIsNamed() {
    Batch batch = NIGHTS.batch(900, 0.0, new Random(24));
    int[] predictions = batch.logits().predictions();
    int[] rows = IntStream.range(0, 900).filter(i -> predictions[i] != 1).toArray();

    BatchResult night = whole(PERIOD, GeneratedBatches.inOrder(batch, rows));

    assertThat(night.alerts())
        .filteredOn(alert -> alert.metric() == Metric.CLASSES)
        .singleElement()
        .matches(
            alert ->
                alert
                    .text()
                    .matches(
                        "drift of predicted classes 0[.][0-9]+, above 0[.][0-9]+; class 1 is"
                            + " predicted in 0 % of the rows, usually in 3[0-9] %"));
  }

  @Test
  void givenLabels_thenRealisedAccuracyIsTheirs() {
    Batch batch = NIGHTS.batch(300, 0.0, new Random(9));
    int[] labels = batch.labels().orElseThrow().toArray();
    int[] predictions = batch.logits().predictions();
    Arrays.fill(labels, 0, 200, Labels.UNKNOWN);
    int right = 0;
    for (int i = 200; i < 300; i++) {
      right += labels[i] == predictions[i] ? 1 : 0;
    }

    BatchResult night =
        whole(PERIOD, GeneratedBatches.withLabels(batch, Labels.partial(labels, 3)));

    BatchResult.Realised realised = night.realised().orElseThrow();
    assertThat(realised.rows()).isEqualTo(100);
    assertThat(realised.accuracy().value()).isEqualTo(right / 100.0);
    assertThat(realised.accuracy().interval()).isEqualTo(Interval.clopperPearson(right, 100, 0.9));
    assertThat(realised.ece()).isBetween(0.0, 0.25);
    Arrays.fill(labels, Labels.UNKNOWN);
    assertThat(
            whole(PERIOD, GeneratedBatches.withLabels(batch, Labels.partial(labels, 3))).realised())
        .isEmpty();
  }

  /** A quiet batch of 400 rows, the first of them labelled, of which so many are right. */
  private static Batch labelled(int rows, int right) {
    Batch batch = GeneratedBatches.withoutColumns(NIGHTS.batch(400, 0.0, new Random(28)));
    int[] labels = batch.logits().predictions();
    for (int i = right; i < 400; i++) {
      labels[i] = i < rows ? (labels[i] + 1) % 3 : Labels.UNKNOWN;
    }
    return GeneratedBatches.withLabels(batch, Labels.partial(labels, 3));
  }

  /** Like the reference, but as one whose batches had no labels. */
  private static Reference withoutBatches(Reference reference) {
    return new Reference(
        reference.validation(),
        reference.labels(),
        reference.features(),
        reference.model(),
        reference.whole(),
        reference.segments(),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void givenLabelsThatMostRowsMiss_thenRealisedAccuracyAlerts() {
    for (Reference reference : List.of(PERIOD, withoutBatches(PERIOD), RESAMPLED)) {
      BatchResult night = whole(reference, labelled(200, 2));

      assertThat(alerts(night)).containsExactly(Metric.REALISED);
      assertThat(text(night, Metric.REALISED))
          .matches("realised accuracy 1[.]0 %, below [89][0-9.]+ % on 200 labelled rows");
      assertThat(alerts(whole(reference, labelled(200, 200)))).isEmpty();
    }
  }

  @Test
  void givenLabels_thenTheThresholdIsTheExactBinomialOne() {
    Reference reference = withoutBatches(RESAMPLED);
    double usual = reference.whole().variations().get(Metric.ACCURACY).level();
    // One group with all six metrics.
    BinomialDistribution right = BinomialDistribution.of(200, usual);
    int least = right.inverseCumulativeProbability(0.01 / 6);

    assertThat(alerts(whole(reference, labelled(200, least)))).isEmpty();
    assertThat(alerts(whole(reference, labelled(200, least - 1)))).containsExactly(Metric.REALISED);
    assertThat(alerts(whole(reference, labelled(1, 0)))).isEmpty();
  }

  @Test
  void givenLabelsOfTheReferencePeriod_thenTheyAreTheUsualAccuracy() {
    BatchResult.Realised all =
        new BatchResult.Realised(1_000, new Estimate(0.5, new Interval(0.47, 0.53)), 0.1);
    BatchResult quiet = PERIOD.batches().get(0);
    Reference poor =
        new Reference(
            PERIOD.validation(),
            PERIOD.labels(),
            PERIOD.features(),
            PERIOD.model(),
            PERIOD.whole(),
            PERIOD.segments(),
            List.of(
                new BatchResult(
                    quiet.at(),
                    Optional.empty(),
                    quiet.rows(),
                    quiet.sampledRows(),
                    quiet.readings(),
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    Optional.of(all),
                    1,
                    List.of())),
            List.of(),
            List.of());

    assertThat(quiet.realised()).isPresent();
    assertThat(alerts(whole(poor, labelled(200, 100)))).isEmpty();
    assertThat(alerts(whole(PERIOD, labelled(200, 100)))).containsExactly(Metric.REALISED);
  }

  @Test
  void givenPolicyForRealisedAccuracy_thenItIsObeyed() {
    AlertPolicy others = new AlertPolicy(0.01, Set.of(Metric.ACCURACY), Map.of(), 1);
    AlertPolicy fixed =
        new AlertPolicy(0.01, Set.of(Metric.REALISED), Map.of(Metric.REALISED, 0.25), 1);
    Monitor monitor = Monitor.against(PERIOD);

    assertThat(alerts(monitor.withPolicy(others).observe(TONIGHT, labelled(200, 2)).get(0)))
        .isEmpty();
    assertThat(alerts(monitor.withPolicy(fixed).observe(TONIGHT, labelled(200, 50)).get(0)))
        .isEmpty();
    assertThat(alerts(monitor.withPolicy(fixed).observe(TONIGHT, labelled(200, 49)).get(0)))
        .containsExactly(Metric.REALISED);
  }

  @Test
  void givenBatchesWhoseLabelsDisagree_thenLaterIntervalsAreWider() {
    Batch batch = NIGHTS.batch(300, 0.0, new Random(10));
    Batch wrong = GeneratedBatches.withLabels(batch, Labels.copyOf(new int[300], 3));
    BatchResult before = whole(PERIOD, wrong);
    BatchTime next = BatchTime.parse("2026-11-15");

    BatchResult after =
        Monitor.against(PERIOD)
            .after(List.of(before))
            .observe(next, GeneratedBatches.withoutColumns(batch))
            .get(0);
    BatchResult sameBatch =
        Monitor.against(PERIOD)
            .after(List.of(before))
            .observe(TONIGHT, GeneratedBatches.withoutColumns(batch))
            .get(0);

    assertThat(after.intervalFactor()).isGreaterThan(1);
    assertThat(after.reading(Metric.ACCURACY).orElseThrow().interval().orElseThrow().low())
        .isLessThan(before.reading(Metric.ACCURACY).orElseThrow().interval().orElseThrow().low());
    assertThat(sameBatch.intervalFactor()).isEqualTo(1);
  }

  @Test
  void givenHysteresis_thenAlertsBeginAndEndAfterThatManyBatches() {
    AlertPolicy patient =
        new AlertPolicy(0.01, Set.of(Metric.ACCURACY), Map.of(Metric.ACCURACY, 0.8), 2);
    Batch good = GeneratedBatches.withoutColumns(NIGHTS.batch(300, 0.0, new Random(11)));
    Batch bad = GeneratedBatches.withoutColumns(NIGHTS.batch(300, 0.6, new Random(12)));
    List<BatchResult> history = new ArrayList<>();
    List<Boolean> on = new ArrayList<>();
    for (Batch batch : List.of(good, bad, good, bad, bad, good, bad, good, good, bad)) {
      BatchResult night =
          Monitor.against(PERIOD)
              .withPolicy(patient)
              .after(history)
              .observe(BatchTime.parse("" + history.size()), batch)
              .get(0);
      history.add(night);
      on.add(!night.alerts().isEmpty());
    }

    assertThat(on)
        .containsExactly(false, false, false, false, true, true, true, true, false, false);
    assertThat(history.get(5).alerts().get(0).text())
        .matches("accuracy [0-9.]+ %, again above 80.0 %, but not yet for 2 batches in a row");
  }

  @Test
  void givenFixedThresholds_thenTheyReplaceLearnedOnes() {
    AlertPolicy fixed =
        new AlertPolicy(
            0.01, Set.of(Metric.CLASSES), Map.of(Metric.CLASSES, 0.0, Metric.ACCURACY, 1.0), 1);

    BatchResult night =
        Monitor.against(PERIOD)
            .withPolicy(fixed)
            .observe(
                TONIGHT, GeneratedBatches.withoutColumns(NIGHTS.batch(200, 0.0, new Random(13))))
            .get(0);

    assertThat(night.reading(Metric.ACCURACY).orElseThrow().threshold()).isEqualTo(1);
    assertThat(night.reading(Metric.ACCURACY).orElseThrow().isBeyond()).isTrue();
    assertThat(alerts(night)).containsExactly(Metric.CLASSES);
  }

  @Test
  void givenMoreSegments_thenThresholdsAreWider() {
    Batch batch = NIGHTS.batch(300, 0.0, new Random(14));

    Reading alone = whole(PERIOD, batch).reading(Metric.CLASSES).orElseThrow();
    Reading many =
        Monitor.against(PERIOD)
            .observe(TONIGHT, batch)
            .get(0)
            .reading(Metric.CLASSES)
            .orElseThrow();

    assertThat(many.value()).isEqualTo(alone.value());
    assertThat(many.threshold()).isGreaterThan(alone.threshold());
  }

  @Test
  void givenAnyThreadCount_thenBatchesAreTheSame() throws Exception {
    Batch batch = NIGHTS.batch(500, 0.1, new Random(15));
    List<List<BatchResult>> found = new ArrayList<>();
    for (int threads : new int[] {1, 4}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      found.add(
          pool.submit(
                  () ->
                      Monitor.against(NIGHTS.withPeriod(300, 200, new double[3], 2))
                          .observe(TONIGHT, batch))
              .get());
      pool.shutdown();
    }

    assertThat(found.get(0)).isEqualTo(found.get(1));
  }

  @Test
  void givenRowsInAnotherOrder_thenReadingsAreTheSame() {
    Batch batch = NIGHTS.batch(400, 0.1, new Random(16));
    List<Integer> order = new ArrayList<>(IntStream.range(0, 400).boxed().toList());
    Collections.shuffle(order, new Random(17));
    Batch shuffled =
        GeneratedBatches.inOrder(batch, order.stream().mapToInt(Integer::intValue).toArray());

    List<BatchResult> one = Monitor.against(PERIOD).observe(TONIGHT, batch);
    List<BatchResult> other = Monitor.against(PERIOD).observe(TONIGHT, shuffled);

    for (int i = 0; i < one.size(); i++) {
      assertThat(other.get(i).segment()).isEqualTo(one.get(i).segment());
      assertThat(alerts(other.get(i))).isEqualTo(alerts(one.get(i)));
      for (Reading reading : one.get(i).readings()) {
        assertThat(other.get(i).reading(reading.metric()).orElseThrow().value())
            .isCloseTo(reading.value(), within(1e-6));
      }
    }
  }

  @Test
  void givenManyRows_thenSomeAreLookedAtAndAllAreCounted() {
    int rows = Rows.MOST_SAMPLED + 1;
    Batch batch = NIGHTS.batch(rows, 0.0, new Random(18));
    // Two sides that take turns, as every second row would.
    List<String> sides = IntStream.range(0, rows).mapToObj(i -> "" + i % 2).toList();
    Batch bare = new Batch(batch.logits(), Optional.empty(), batch.labels(), Map.of("side", sides));
    SourceValidation source = NIGHTS.task(300, 1).sourceValidation();
    TransferTask task =
        TransferTask.named("bare")
            .sourceValidation(source.logits(), source.labels())
            .target(batch.logits())
            .build();
    Reference reference = Reference.learn(task, NIGHTS.model(), List.of(), List.of(), List.of(), 0);

    List<BatchResult> found = Monitor.against(reference).observe(TONIGHT, bare);

    assertThat(found.get(0).rows()).isEqualTo(rows);
    assertThat(found.get(0).sampledRows()).isEqualTo(rows / 2 + 1);
    assertThat(found.get(0).realised().orElseThrow().rows()).isEqualTo(rows);
    assertThat(found.get(0).reading(Metric.DOMAIN_AUC)).isEmpty();
    assertThat(found.get(0).features()).isEmpty();
    assertThat(found.get(1).sampledRows()).isBetween(4_500L, 5_500L);
    assertThat(found.get(1).sampledRows() + found.get(2).sampledRows())
        .isEqualTo(found.get(0).sampledRows());
  }

  @Test
  void givenClassesByNameOrNumber_thenTheirQualityIsTold() {
    Reference named =
        new Reference(
            PERIOD.validation(),
            PERIOD.labels(),
            PERIOD.features(),
            PERIOD.model(),
            PERIOD.whole(),
            PERIOD.segments(),
            PERIOD.batches(),
            List.of("cat", "dog", "owl"),
            List.of("a", "b", "c", "d", "e", "f"));
    Batch batch = GeneratedBatches.withoutColumns(NIGHTS.batch(200, 0.0, new Random(19)));

    BatchResult night =
        Monitor.against(named).withClasses(List.of("owl", "0")).observe(TONIGHT, batch).get(0);

    assertThat(night.classes())
        .extracting(BatchResult.ClassQuality::name)
        .containsExactly("owl", "cat");
    assertThat(night.features()).extracting(BatchResult.FeatureShift::name).contains("a", "f");
    assertThat(night.auroc()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Monitor.against(named).withClasses(List.of("dgo")).observe(TONIGHT, batch))
        .withMessage("Class 'dgo' is unknown; the classes are cat, dog, owl");
  }

  @Test
  void givenTwoClasses_thenAurocIsEstimated() {
    GeneratedBatches two = new GeneratedBatches(2);
    BatchResult night =
        Monitor.against(two.withoutPeriod(300, 3))
            .observe(TONIGHT, GeneratedBatches.withoutColumns(two.batch(400, 0.0, new Random(20))))
            .get(0);

    assertThat(night.auroc().orElseThrow().value()).isBetween(0.8, 1.0);
    assertThat(night.classes()).hasSize(2);
  }

  @Test
  void givenBatchThatDoesNotFit_thenTheMessageSaysWhatWouldBeRight() {
    Batch batch = NIGHTS.batch(10, 0.0, new Random(21));
    Monitor monitor = Monitor.against(PERIOD);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> monitor.observe(TONIGHT, new GeneratedBatches(4).batch(10, 0.0, new Random(1))))
        .withMessage("Batch has 4 classes; the reference has 3");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                monitor.observe(
                    TONIGHT,
                    new Batch(batch.logits(), Optional.empty(), Optional.empty(), Map.of())))
        .withMessageContaining("no features; the reference was learned with 6 feature columns");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                monitor.observe(
                    TONIGHT,
                    new Batch(
                        batch.logits(),
                        Optional.of(Matrix.copyOf(new double[10][2])),
                        Optional.empty(),
                        Map.of())))
        .withMessage("Batch has 2 feature columns; the reference has 6");
    Batch many = NIGHTS.batch(201, 0.0, new Random(22));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                monitor.observe(
                    TONIGHT,
                    new Batch(
                        many.logits(),
                        many.features(),
                        Optional.empty(),
                        Map.of("id", IntStream.range(0, 201).mapToObj(i -> "" + i).toList()))))
        .withMessage(
            "Column 'id' has 201 different values; a column of segments may have at most 200");
  }

  @Test
  void givenOneRow_thenNothingFails() {
    BatchResult night = whole(PERIOD, NIGHTS.batch(1, 0.0, new Random(23)));

    assertThat(night.rows()).isEqualTo(1);
    assertThat(night.alerts()).isEmpty();
  }
}
