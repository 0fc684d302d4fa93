package org.transcal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.transcal.metric.Examples.Row;
import org.transcal.metric.Examples.Sample;
import org.transcal.metric.MergeableMetric.Accumulator;

/** What is true of every metric on every sample. */
@Domain(Examples.class)
@Domain(DomainContext.Global.class)
class MetricLawsTest {
  private static final int BINS = 15;
  private static final int TRIES = 300;

  /** Sums of at most 120 terms of order 1, in another order. */
  private static final double ROUNDING = 1e-12;

  @Property(tries = TRIES)
  void givenAnySample_thenEveryMetricIsInItsRange(@ForAll Sample sample) {
    LabelledPredictions predictions = sample.weighted();

    for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
      double value = metric.measure(predictions);

      assertThat(value)
          .as(metric.title())
          .isBetween(metric.range().low(), metric.range().high() + ROUNDING);
    }
  }

  @Property(tries = TRIES)
  void givenWholeFrequencies_thenTheyEqualRepeatedRows(@ForAll Sample sample) {
    LabelledPredictions weighted = sample.weighted();
    LabelledPredictions repeated = sample.repeated();

    for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
      assertEqual(metric.title(), metric.measure(weighted), metric.measure(repeated));
    }
    assertEqual(
        "sweep bins",
        new SweepCalibrationError().bins(weighted),
        new SweepCalibrationError().bins(repeated));
  }

  @Property(tries = TRIES)
  void givenShuffledRows_thenNoMetricMoves(@ForAll Sample sample, @ForAll long seed) {
    List<Row> shuffled = new ArrayList<>(sample.rows());
    Collections.shuffle(shuffled, new Random(seed));

    for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
      assertEqual(
          metric.title(),
          metric.measure(sample.weighted()),
          metric.measure(new Sample(shuffled, sample.classes()).weighted()));
    }
  }

  @Property(tries = TRIES)
  void givenClassesInAnotherOrder_thenNoMetricMoves(
      @ForAll Sample sample, @ForAll @IntRange(min = 1, max = 3) int shift) {
    // Of two most probable classes the first counts, and which is first depends on the order.
    List<Row> rows = sample.rows().stream().filter(row -> !row.isTied()).toList();
    Assume.that(rows.stream().anyMatch(row -> row.frequency() > 0));
    List<Row> rotated = rows.stream().map(row -> rotate(row, shift, sample.classes())).toList();

    for (CalibrationMetric metric : CalibrationMetrics.all(BINS)) {
      assertEqual(
          metric.title(),
          metric.measure(new Sample(rows, sample.classes()).weighted()),
          metric.measure(new Sample(rotated, sample.classes()).weighted()));
    }
  }

  @Property(tries = TRIES)
  void givenTwoParts_thenMergedIsTheWhole(
      @ForAll Sample sample, @ForAll @IntRange(min = 0, max = 40) int cut) {
    LabelledPredictions whole = sample.weighted();
    int first = Math.min(cut, whole.rows());

    for (MergeableMetric metric : CalibrationMetrics.mergeable(BINS)) {
      Accumulator a = rows(metric, whole, 0, first);
      Accumulator b = rows(metric, whole, first, whole.rows());
      double valueOfB = b.value();

      a.merge(b);

      assertEqual(metric.title(), a.value(), metric.measure(whole));
      assertEqual(metric.title(), b.value(), valueOfB);
    }
  }

  @Property(tries = TRIES)
  void givenSumsFromAnotherMachine_thenMergedIsTheWhole(
      @ForAll Sample sample, @ForAll @IntRange(min = 0, max = 40) int cut) {
    LabelledPredictions whole = sample.weighted();
    int first = Math.min(cut, whole.rows());

    for (MergeableMetric metric : CalibrationMetrics.mergeable(BINS)) {
      Accumulator a = rows(metric, whole, 0, first);

      a.mergeSums(rows(metric, whole, first, whole.rows()).sums());

      assertEqual(metric.title(), a.value(), metric.measure(whole));
      assertThatThrownBy(() -> a.mergeSums(new double[1]))
          .as(metric.title())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** A peer aliased the other accumulator, then added it once more. */
  @Property(tries = TRIES)
  void givenEmptyAccumulator_thenMergingNeitherDoublesNorShares(@ForAll Sample sample) {
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
  }

  @Property(tries = TRIES)
  void givenTwoParts_thenMergedDiagramIsTheWholeDiagram(
      @ForAll Sample sample, @ForAll @IntRange(min = 1, max = 39) int cut) {
    Assume.that(cut < sample.rows().size());
    ReliabilityDiagram whole = ReliabilityDiagram.of(sample.onceEach(sample.rows()), BINS);
    ReliabilityDiagram a =
        ReliabilityDiagram.of(sample.onceEach(sample.rows().subList(0, cut)), BINS);
    ReliabilityDiagram b =
        ReliabilityDiagram.of(
            sample.onceEach(sample.rows().subList(cut, sample.rows().size())), BINS);
    double totalOfB = b.total();

    ReliabilityDiagram merged = ReliabilityDiagram.empty(BINS).merge(a).merge(b);

    for (int i = 0; i < BINS; i++) {
      assertThat(merged.bins().get(i).count()).isEqualTo(whole.bins().get(i).count());
      assertEqual("accuracy", merged.bins().get(i).accuracy(), whole.bins().get(i).accuracy());
      assertEqual(
          "confidence", merged.bins().get(i).confidence(), whole.bins().get(i).confidence());
    }
    assertThat(b.total()).isEqualTo(totalOfB);
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
