package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;

class TrackRecordTest {
  /** Estimated 0.8 in 0.7 … 0.9 before the factor widens it. */
  private static BatchResult batch(
      BatchTime at, Optional<Segment> segment, double factor, double real) {
    Interval interval = new Interval(0.8 - 0.1 * factor, 0.8 + 0.1 * factor);
    return new BatchResult(
        at,
        segment,
        100,
        100,
        List.of(new Reading(Metric.ACCURACY, 0.8, Optional.of(interval), 0.8, 0.5)),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.of(new BatchResult.Realised(100, new Estimate(real, new Interval(0, 1)), 0)),
        factor,
        List.of());
  }

  private static BatchResult batch(int at, double factor, double realised) {
    return batch(BatchTime.parse("" + at), Optional.empty(), factor, realised);
  }

  /** Where the interval of an estimate of 0.8, before 0.7 … 0.9, ends from now on. */
  private static Interval corrected(TrackRecord record) {
    return record.recalibrated(new Estimate(0.8, new Interval(0.7, 0.9))).interval();
  }

  private static void assertEnds(List<BatchResult> batches, double low, double high) {
    Interval interval = corrected(TrackRecord.of(batches));
    assertThat(interval.low()).isCloseTo(low, within(1e-9));
    assertThat(interval.high()).isCloseTo(high, within(1e-9));
  }

  @Test
  void givenNoLabels_thenNothingIsCorrected() {
    assertThat(TrackRecord.of(List.of())).isEqualTo(TrackRecord.NONE);
    assertEnds(List.of(), 0.7, 0.9);
  }

  @Test
  void givenNights_thenErrorsBiasAndCoverageAreTheirs() {
    TrackRecord record =
        TrackRecord.of(List.of(batch(1, 1, 0.78), batch(2, 1, 0.86), batch(3, 1, 0.65)));

    assertThat(record.batches()).isEqualTo(3);
    assertThat(record.meanError()).isCloseTo((0.02 + 0.06 + 0.15) / 3, within(1e-12));
    assertThat(record.meanBias()).isCloseTo((0.02 - 0.06 + 0.15) / 3, within(1e-12));
    assertThat(record.covered()).isEqualTo(2);
  }

  @Test
  void givenFewNights_thenIntervalsAreWidenedButNeverNarrowed() {
    assertEnds(List.of(batch(1, 1, 0.79)), 0.7, 0.9);
    assertEnds(List.of(batch(1, 1, 0.79), batch(2, 1, 0.65)), 0.65, 0.9);
    List<BatchResult> eighteen = IntStream.range(0, 18).mapToObj(i -> batch(i, 1, 0.8)).toList();
    assertEnds(eighteen, 0.7, 0.9);
  }

  @Test
  void givenManyNights_thenEachEndIsTheConformalQuantile() {
    // Errors −0.09, −0.08, …, 0.30 in another order: the ⌊40·0.05⌋ = 2nd of each end.
    List<BatchResult> batches =
        IntStream.range(0, 39).mapToObj(i -> batch(i, 1, 0.71 + 0.01 * (i * 7 % 39))).toList();

    assertEnds(batches, 0.72, 1);
    assertThat(TrackRecord.of(batches).above()).isCloseTo(0.28 / 0.2, within(1e-9));
  }

  @Test
  void givenEstimatesThatAreTooLow_thenOnlyTheUpperEndMoves() {
    List<BatchResult> batches = IntStream.range(0, 30).mapToObj(i -> batch(i, 1, 0.92)).toList();

    assertEnds(batches, 0.79, 0.92);
    Estimate estimate = new Estimate(0.8, new Interval(0.7, 0.9));
    assertThat(TrackRecord.of(batches).intervalFactor(estimate)).isCloseTo(0.65, within(1e-9));
  }

  @Test
  void givenIntervalsCorrectedBefore_thenTheirFactorIsDividedOut() {
    List<BatchResult> plain =
        IntStream.rangeClosed(1, 12).mapToObj(i -> batch(i, 1, 0.8 + 0.015 * i)).toList();
    List<BatchResult> widened =
        IntStream.rangeClosed(1, 12).mapToObj(i -> batch(i, 1.7, 0.8 + 0.015 * i)).toList();

    assertThat(TrackRecord.of(widened).above())
        .isCloseTo(TrackRecord.of(plain).above(), within(1e-9))
        .isCloseTo(0.9, within(1e-9));
  }

  @Test
  void givenAnIntervalThatIsCutAtOne_thenItsFactorGivesBackTheWidthBefore() {
    List<BatchResult> errors =
        IntStream.range(0, 30).mapToObj(i -> batch(i, 1, i % 2 == 0 ? 0.6 : 1)).toList();
    Estimate near = new Estimate(0.95, new Interval(0.85, 1));
    TrackRecord record = TrackRecord.of(errors);

    Interval corrected = record.recalibrated(near).interval();

    assertThat(corrected.low()).isCloseTo(0.95 - 0.15, within(1e-9));
    assertThat(corrected.high()).isEqualTo(1);
    assertThat((corrected.high() - corrected.low()) / record.intervalFactor(near))
        .isCloseTo(0.15, within(1e-9));
  }

  @Test
  void givenManyGoodNights_thenIntervalsAreNarrowedWithinReason() {
    List<BatchResult> exact = IntStream.range(0, 30).mapToObj(i -> batch(i, 1, 0.8)).toList();

    assertEnds(exact, 0.79, 0.81);
  }

  @Test
  void givenOldNights_thenOnlyTheLatestSixtyCount() {
    List<BatchResult> batches = new ArrayList<>();
    IntStream.range(0, 40).forEach(i -> batches.add(batch(i, 1, 0.5)));
    IntStream.range(40, 100).forEach(i -> batches.add(batch(i, 1, 0.75)));

    assertEnds(batches, 0.75, 0.81);
    assertThat(TrackRecord.of(batches).batches()).isEqualTo(100);
  }

  @Test
  void givenSegmentsAndReferenceNights_thenTheyDoNotCount() {
    List<BatchResult> batches =
        List.of(
            batch(BatchTime.reference(1), Optional.empty(), 1, 0.1),
            batch(BatchTime.parse("1"), Optional.of(new Segment("camera", "3")), 1, 0.1));

    assertThat(TrackRecord.of(batches).batches()).isZero();
  }

  @Test
  void givenIntervalOfNoWidth_thenTheCorrectionIsBounded() {
    BatchResult batch = batch(1, 1e-12, 0.5);

    assertThat(TrackRecord.of(List.of(batch)).below()).isBetween(1.0, 10.0);
  }
}
