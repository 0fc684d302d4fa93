package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.transcal.metric.Examples.Row;
import org.transcal.metric.Examples.Sample;
import org.transcal.metric.MergeableMetric.Accumulator;
import org.transcal.testing.Cases;

/** What is true of every metric on every sample. */
class MetricLawsTest {
  private static final int BINS = 15;
  private static final int TRIES = 300;

  /** Sums of at most 120 terms of order 1, in another order. */
  private static final double ROUNDING = 1e-12;

  @Test
  void givenAnySample_thenEveryMetricIsInItsRange() {
    Cases.of(TRIES, 26)
        .check(
            draw -> {
              Sample sample = Examples.sample(draw);

              LabelledPredictions predictions = sample.weighted();

              for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
                double value = metric.measure(predictions);

                assertThat(value)
                    .as(metric.title())
                    .isBetween(metric.range().low(), metric.range().high() + ROUNDING);
              }
            });
  }

  @Test
  void givenIntegerFrequencies_thenSameAsRepeatedRows() {
    Cases.of(TRIES, 27)
        .check(
            draw -> {
              Sample sample = Examples.sample(draw);

              LabelledPredictions weighted = sample.weighted();
              LabelledPredictions repeated = sample.repeated();

              for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
                assertEqual(metric.title(), metric.measure(weighted), metric.measure(repeated));
              }
              assertEqual(
                  "sweep bins",
                  SweepCalibrationError.bins(weighted.confidenceLevels()),
                  SweepCalibrationError.bins(repeated.confidenceLevels()));
            });
  }

  @Test
  void givenShuffledRows_thenNoMetricChanges() {
    Cases.of(TRIES, 28)
        .check(
            draw -> {
              Sample sample = Examples.sample(draw);
              long seed = draw.seed();

              List<Row> shuffled = new ArrayList<>(sample.rows());
              Collections.shuffle(shuffled, new Random(seed));

              for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
                assertEqual(
                    metric.title(),
                    metric.measure(sample.weighted()),
                    metric.measure(new Sample(shuffled, sample.classes()).weighted()));
              }
            });
  }

  @Test
  void givenClassesInAnotherOrder_thenNoMetricChanges() {
    Cases.of(TRIES, 29)
        .check(
            draw -> {
              Sample sample = Examples.sample(draw);
              int shift = draw.integer(1, 3);

              // Of two most probable classes the first counts, and which is first depends on the
              // order.
              List<Row> rows = sample.rows().stream().filter(row -> !row.isTied()).toList();
              draw.assume(rows.stream().anyMatch(row -> row.frequency() > 0));
              List<Row> rotated =
                  rows.stream().map(row -> rotate(row, shift, sample.classes())).toList();

              for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
                assertEqual(
                    metric.title(),
                    metric.measure(new Sample(rows, sample.classes()).weighted()),
                    metric.measure(new Sample(rotated, sample.classes()).weighted()));
              }
            });
  }

  @Test
  void givenTwoParts_thenMergedEqualsTheWhole() {
    Cases.of(TRIES, 30)
        .check(
            draw -> {
              LabelledPredictions whole = Examples.sample(draw).weighted();
              int first = Math.min(draw.integer(0, 40), whole.rows());

              for (MergeableMetric metric : CalibrationMetrics.mergeable(BINS)) {
                Accumulator a = rows(metric, whole, 0, first);
                Accumulator sameAsA = rows(metric, whole, 0, first);
                Accumulator b = rows(metric, whole, first, whole.rows());
                double valueOfB = b.value();

                a.merge(b);
                sameAsA.mergeSums(b.sums());

                assertEqual(metric.title(), a.value(), metric.measure(whole));
                assertEqual(metric.title(), sameAsA.value(), a.value());
                assertEqual(metric.title(), b.value(), valueOfB);
                assertThatThrownBy(() -> a.mergeSums(new double[1]))
                    .as(metric.title())
                    .isInstanceOf(IllegalArgumentException.class);
              }
            });
  }

  /** A peer aliased the other accumulator, then added it once more. */
  @Test
  void givenEmptyAccumulator_thenMergingNeitherDoublesNorSharesState() {
    Cases.of(TRIES, 32)
        .check(
            draw -> {
              Sample sample = Examples.sample(draw);

              LabelledPredictions whole = sample.weighted();

              for (MergeableMetric metric : CalibrationMetrics.mergeable(BINS)) {
                Accumulator empty = metric.accumulator(sample.classes());
                Accumulator full = metric.accumulator(sample.classes());
                full.add(whole);
                double value = full.value();

                assertThat(empty.value()).as(metric.title()).isNaN();
                empty.merge(full);
                assertThat(empty.value()).as(metric.title()).isEqualTo(value);
                empty.add(whole);
                empty.merge(metric.accumulator(sample.classes()));

                assertThat(full.value()).as(metric.title()).isEqualTo(value);
                assertEqual(metric.title(), empty.value(), value);
              }
            });
  }

  @Test
  void givenTwoParts_thenMergedDiagramEqualsTheWhole() {
    Cases.of(TRIES, 33)
        .check(
            draw -> {
              Sample sample = Examples.sample(draw);
              int cut = draw.integer(1, 39);

              draw.assume(cut < sample.rows().size());
              ReliabilityDiagram whole =
                  ReliabilityDiagram.of(sample.onceEach(sample.rows()), BINS);
              ReliabilityDiagram a =
                  ReliabilityDiagram.of(sample.onceEach(sample.rows().subList(0, cut)), BINS);
              ReliabilityDiagram b =
                  ReliabilityDiagram.of(
                      sample.onceEach(sample.rows().subList(cut, sample.rows().size())), BINS);
              double totalOfB = b.total();

              ReliabilityDiagram merged = ReliabilityDiagram.empty(BINS).merge(a).merge(b);

              for (int i = 0; i < BINS; i++) {
                assertThat(merged.bins().get(i).count()).isEqualTo(whole.bins().get(i).count());
                assertEqual(
                    "accuracy", merged.bins().get(i).accuracy(), whole.bins().get(i).accuracy());
                assertEqual(
                    "confidence",
                    merged.bins().get(i).confidence(),
                    whole.bins().get(i).confidence());
              }
              assertThat(b.total()).isEqualTo(totalOfB);
            });
  }

  private static Accumulator rows(
      MergeableMetric metric, LabelledPredictions predictions, int from, int to) {
    Accumulator accumulator = metric.accumulator(predictions.classes());
    for (int i = from; i < to; i++) {
      if (predictions.frequencies().get(i) > 0) {
        accumulator.add(predictions, i, predictions.frequencies().get(i));
      }
    }
    return accumulator;
  }

  private static Row rotate(Row row, int shift, int classes) {
    List<Integer> shares = new ArrayList<>(row.shares());
    Collections.rotate(shares, shift);
    return new Row(shares, (row.label() + shift) % classes, row.frequency());
  }

  /** Also for infinite and missing values, which have no difference. */
  private static void assertEqual(String what, double actual, double expected) {
    boolean same = Double.compare(actual, expected) == 0 || Math.abs(actual - expected) <= ROUNDING;
    assertThat(same).as("%s: %s where %s is expected", what, actual, expected).isTrue();
  }
}
