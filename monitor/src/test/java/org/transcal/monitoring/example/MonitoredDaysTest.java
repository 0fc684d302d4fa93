package org.transcal.monitoring.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.transcal.monitoring.Reference.PeriodBatch;
import org.transcal.monitoring.example.MonitoredDays.Event;
import org.transcal.monitoring.example.MonitoredDays.KnownBatch;
import org.transcal.task.TransferTask;

/** The generated days and their truth. */
class MonitoredDaysTest {
  private static final MonitoredDays DAYS = MonitoredDays.seeded(3);

  /** 40,000 rows: a standard error of 0.0015 to 0.002; 4 of them are allowed. */
  @ParameterizedTest
  @EnumSource(Event.class)
  void givenManyNights_thenRealisedAccuracyMatchesTheIntegral(Event event) {
    List<KnownBatch> batches =
        IntStream.range(0, 20).mapToObj(k -> DAYS.studyBatch(k, event, 1)).toList();

    double realised =
        batches.stream().mapToDouble(KnownBatch::realisedAccuracy).average().orElse(0);
    double truth = batches.stream().mapToDouble(KnownBatch::accuracy).average().orElse(0);

    assertThat(realised).isCloseTo(truth, within(0.008));
    assertThat(truth).isCloseTo(MonitoredDays.trueAccuracy(event, 1), within(0.01));
  }

  @Test
  void givenEvents_thenAccuracyFallsAsDescribed() {
    double quiet = MonitoredDays.trueAccuracy(Event.QUIET, 1);

    assertThat(quiet).isBetween(0.85, 0.95);
    assertThat(quiet - MonitoredDays.trueAccuracy(Event.DECAY, 1)).isBetween(0.07, 0.15);
    assertThat(quiet - MonitoredDays.trueAccuracy(Event.BREAK, 1)).isBetween(0.1, 0.25);
    assertThat(quiet - MonitoredDays.trueAccuracy(Event.SEGMENT, 1)).isBetween(0.04, 0.08);
    assertThat(quiet - MonitoredDays.trueAccuracy(Event.LABEL_SHIFT, 1)).isBetween(0.0, 0.015);
  }

  @Test
  void givenBadSegment_thenOnlyItsCameraIsBad() {
    KnownBatch batch = DAYS.batch(43);

    assertThat(batch.event()).isEqualTo(Event.SEGMENT);
    assertThat(batch.byCamera().get(2)).isLessThan(0.7);
    assertThat(batch.byCamera()).filteredOn(accuracy -> accuracy < 0.8).hasSize(1);
    assertThat(batch.batch().columns().get("camera")).contains("1", "2", "3", "4").hasSize(2000);
  }

  @Test
  void givenSameSeed_thenSameRows() {
    KnownBatch again = MonitoredDays.seeded(3).batch(7);

    assertThat(again.batch().logits()).isEqualTo(DAYS.batch(7).batch().logits());
    assertThat(again.batch().logits())
        .isNotEqualTo(MonitoredDays.seeded(4).batch(7).batch().logits())
        .isNotEqualTo(DAYS.batch(8).batch().logits());
  }

  @Test
  void givenPeriod_thenItsTwentyDatesPrecedeTheFirstDay() {
    List<PeriodBatch> period = DAYS.period();
    TransferTask task = DAYS.task();

    assertThat(period).hasSize(20);
    assertThat(period.get(0).at()).hasToString("reference/2026-09-01");
    assertThat(period.get(19).at()).hasToString("reference/2026-09-20");
    assertThat(DAYS.batch(1).at()).hasToString("2026-09-21");
    assertThat(period.get(0).batch().labels()).isEmpty();
    assertThat(task.features().orElseThrow().columns())
        .isEqualTo(MonitoredDays.featureNames().size());
    assertThat(task.classes()).isEqualTo(MonitoredDays.classNames().size());
  }

  @Test
  void givenDayOutsideTheSixty_thenRefused() {
    assertThatThrownBy(() -> DAYS.batch(61)).hasMessageContaining("Day is 61");
  }
}
