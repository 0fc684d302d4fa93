package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

class StreamingEvaluationTest {
  private static final Bootstrap BOOTSTRAP = Bootstrap.seeded(3).withReplicates(50);
  private static final int CLASSES = 4;
  private static final int ROWS = 900;

  private final Logits logits = randomLogits();
  private final Labels labels = randomLabels();

  @Test
  void givenEvaluation_thenEveryMetricInOrderWithItsValue() {
    LabelledPredictions predictions = LabelledPredictions.of(logits.softmax(1), labels);

    MetricEvaluation evaluation = MetricEvaluation.of(predictions, 10, BOOTSTRAP);

    assertThat(evaluation.scores().stream().map(MetricEvaluation.Score::metric))
        .containsExactlyElementsOf(CalibrationMetrics.all(10));
    for (MetricEvaluation.Score score : evaluation.scores()) {
      Estimate estimate = score.estimate();
      assertThat(estimate.value())
          .as(score.metric().title())
          .isCloseTo(score.metric().measure(predictions), within(1e-12));
      assertThat(estimate.interval().contains(estimate.value())).isTrue();
      assertThat(estimate.interval().high()).isGreaterThan(estimate.interval().low());
      assertThat(evaluation.estimate(score.metric().key())).isEqualTo(estimate);
    }
    assertThat(evaluation.rows()).isEqualTo(ROWS);
    assertThat(evaluation.classes()).isEqualTo(CLASSES);
    assertThat(evaluation.level()).isEqualTo(0.95);
    assertThat(evaluation.reliability().bins())
        .isEqualTo(ReliabilityDiagram.of(predictions, 10).bins());
  }

  @Test
  void givenOtherBlockSizes_thenSameBits() {
    MetricEvaluation whole =
        MetricEvaluation.of(LabelledPredictions.of(logits.softmax(1), labels), 15, BOOTSTRAP);

    StreamingEvaluation stream = new StreamingEvaluation(CLASSES, 15, BOOTSTRAP);
    for (int from = 0; from < ROWS; from += 77) {
      stream.add(block(from, Math.min(ROWS, from + 77)));
    }

    assertThat(stream.result().scores()).isEqualTo(whole.scores());
    assertThat(stream.result().reliability().bins()).isEqualTo(whole.reliability().bins());
  }

  @Test
  @Tag("slow")
  void givenFrequencies_thenSameAsRepeatedRows() {
    int[] frequency = IntStream.range(0, ROWS).map(i -> i % 4).toArray();
    int[] repeated =
        IntStream.range(0, ROWS)
            .flatMap(i -> IntStream.generate(() -> i).limit(frequency[i]))
            .toArray();
    LabelledPredictions weighted =
        LabelledPredictions.of(logits.softmax(1), labels)
            .countedBy(Frequencies.copyOf(IntStream.of(frequency).mapToDouble(f -> f).toArray()));

    Bootstrap bootstrap = Bootstrap.seeded(3).withReplicates(1000);
    MetricEvaluation ofWeighted = MetricEvaluation.of(weighted, 15, bootstrap);
    MetricEvaluation ofRepeated =
        MetricEvaluation.of(
            LabelledPredictions.of(logits.selectRows(repeated).softmax(1), labels.select(repeated)),
            15,
            bootstrap);

    for (CalibrationMetric metric : CalibrationMetrics.all(15)) {
      Estimate a = ofWeighted.estimate(metric.key());
      Estimate b = ofRepeated.estimate(metric.key());
      assertThat(a.value()).as(metric.title()).isCloseTo(b.value(), within(1e-12));
      // Other draws from the same distribution: 1000 replicates and 256 groups give a width to
      // some 5 %.
      assertThat(
              (a.interval().high() - a.interval().low())
                  / (b.interval().high() - b.interval().low()))
          .as(metric.title())
          .isCloseTo(1, within(0.2));
    }
  }

  @Test
  void givenRowsAfterAResult_thenTheyCountAndTheEarlierResultIsUnchanged() {
    StreamingEvaluation stream = new StreamingEvaluation(CLASSES, 15, BOOTSTRAP);
    stream.add(block(0, 400));

    MetricEvaluation early = stream.result();
    stream.add(block(400, ROWS));

    assertThat(early.reliability().total()).isEqualTo(400);
    assertThat(stream.result().reliability().total()).isEqualTo(ROWS);
  }

  @Test
  @Tag("slow")
  void givenMoreRowsThanAreResampled_thenSameValuesAndIntervalsOfTheSameWidth() {
    Bootstrap bootstrap = Bootstrap.seeded(3).withReplicates(1000);
    MetricEvaluation byRow =
        MetricEvaluation.of(LabelledPredictions.of(logits.softmax(1), labels), 15, bootstrap);

    StreamingEvaluation stream =
        new StreamingEvaluation(CLASSES, CalibrationMetrics.all(15), 15, bootstrap, ROWS * 3 / 4);
    stream.add(block(0, ROWS));
    MetricEvaluation bySample = stream.result();

    for (int m = 0; m < byRow.scores().size(); m++) {
      MetricEvaluation.Score a = byRow.scores().get(m);
      MetricEvaluation.Score b = bySample.scores().get(m);
      if (a.metric() instanceof MergeableMetric) {
        assertThat(b).isEqualTo(a);
      } else {
        assertThat(b.estimate().value()).isEqualTo(a.estimate().value());
        assertThat(b.estimate().interval().contains(b.estimate().value())).isTrue();
        // 1000 replicates give a width to some 5 %; the sample has noise of its own.
        assertThat(width(b) / width(a)).as(a.metric().title()).isCloseTo(1, within(0.3));
      }
    }
  }

  private static double width(MetricEvaluation.Score score) {
    return score.estimate().interval().high() - score.estimate().interval().low();
  }

  @Test
  void givenMoreRowsThanAreResampled_thenSameBitsForAnyBlocksAndThreads() throws Exception {
    StreamingEvaluation whole =
        new StreamingEvaluation(CLASSES, CalibrationMetrics.all(15), 15, BOOTSTRAP, 100);
    whole.add(block(0, ROWS));
    StreamingEvaluation cut =
        new StreamingEvaluation(CLASSES, CalibrationMetrics.all(15), 15, BOOTSTRAP, 100);
    for (int from = 0; from < ROWS; from += 45) {
      cut.add(block(from, from + 45));
    }

    MetricEvaluation expected = whole.result();

    for (int threads : new int[] {1, 3}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      assertThat(pool.submit(() -> cut.result().scores()).get()).isEqualTo(expected.scores());
      pool.shutdown();
    }
  }

  @Test
  void givenResultOfMoreRowsThanAreResampled_thenLaterRowsStillCount() {
    MetricEvaluation exact =
        MetricEvaluation.of(LabelledPredictions.of(logits.softmax(1), labels), 15, BOOTSTRAP);
    StreamingEvaluation stream =
        new StreamingEvaluation(CLASSES, CalibrationMetrics.all(15), 15, BOOTSTRAP, 100);
    stream.add(block(0, 500));
    stream.result();

    stream.add(block(500, ROWS));

    for (MetricEvaluation.Score score : stream.result().scores()) {
      assertThat(score.estimate().value())
          .as(score.metric().title())
          .isEqualTo(exact.estimate(score.metric().key()).value());
    }
  }

  @Test
  void givenManyWeightedRows_thenAllAreResampled() {
    LabelledPredictions weighted =
        block(0, ROWS)
            .countedBy(
                Frequencies.copyOf(IntStream.range(0, ROWS).mapToDouble(i -> 1 + i % 2).toArray()));

    StreamingEvaluation stream =
        new StreamingEvaluation(CLASSES, CalibrationMetrics.all(15), 15, BOOTSTRAP, 100);
    stream.add(weighted);

    assertThat(stream.result().scores())
        .isEqualTo(MetricEvaluation.of(weighted, 15, BOOTSTRAP).scores());
  }

  @Test
  void givenHundredMillionRows_thenLessThan1700Megabytes() {
    assertThat(StreamingEvaluation.heapBytes(100_000_000)).isLessThan(1_700_000_000L);
    assertThat(StreamingEvaluation.heapBytes(1_000_000)).isLessThan(220_000_000L);
    assertThat(StreamingEvaluation.heapBytes(0)).isZero();
  }

  @Test
  void givenNoRowsOrWrongNumberOfClasses_thenMessageSaysSo() {
    StreamingEvaluation stream = new StreamingEvaluation(CLASSES + 1, 15, BOOTSTRAP);

    assertThatThrownBy(stream::result)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no rows");
    assertThatThrownBy(() -> stream.add(block(0, 10)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 classes")
        .hasMessageContaining("5");
    assertThatThrownBy(() -> MetricEvaluation.of(block(0, 10), 15, BOOTSTRAP).estimate("expected"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected")
        .hasMessageContaining("smoothEce");
  }

  private LabelledPredictions block(int from, int to) {
    int[] rows = IntStream.range(from, to).toArray();
    return LabelledPredictions.of(logits.selectRows(rows).softmax(1), labels.select(rows));
  }

  private static Logits randomLogits() {
    SplittableRandom random = new SplittableRandom(5);
    return Logits.of(
        Matrix.wrap(random.doubles((long) ROWS * CLASSES, -4, 4).toArray(), ROWS, CLASSES));
  }

  private Labels randomLabels() {
    SplittableRandom random = new SplittableRandom(6);
    int[] drawn = logits.predictions();
    for (int i = 0; i < ROWS; i++) {
      drawn[i] = random.nextDouble() < 0.6 ? drawn[i] : random.nextInt(CLASSES);
    }
    return Labels.copyOf(drawn, CLASSES);
  }
}
