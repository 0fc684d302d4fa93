package org.transcal.io.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.transcal.io.example.PrometheusParser;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;

class PrometheusTextTest {
  private static final Segment CAMERA = new Segment("camera", "3");

  @Test
  void givenWholeNight_thenEveryGaugeOfIt() {
    Map<String, Double> samples = parse(List.of(night("2026-11-14", Optional.empty())));

    assertEquals(1_794_614_400.0, samples.get("transcal_night_timestamp_seconds{}"));
    assertEquals(2000.0, samples.get("transcal_rows{}"));
    assertEquals(1000.0, samples.get("transcal_sampled_rows{}"));
    assertEquals(0.62, samples.get("transcal_accuracy{}"));
    assertEquals(0.58, samples.get("transcal_accuracy_low{}"));
    assertEquals(0.66, samples.get("transcal_accuracy_high{}"));
    assertEquals(0.75, samples.get("transcal_accuracy_expected{}"));
    assertEquals(0.71, samples.get("transcal_accuracy_threshold{}"));
    assertEquals(1e-5, samples.get("transcal_ece{}"));
    assertEquals(0.2, samples.get("transcal_drift{metric=confidence}"));
    assertEquals(0.1, samples.get("transcal_drift_expected{metric=confidence}"));
    assertEquals(0.3, samples.get("transcal_drift_threshold{metric=confidence}"));
    assertEquals(1.0, samples.get("transcal_alert{metric=accuracy}"));
    assertEquals(0.0, samples.get("transcal_alert{metric=confidence}"));
    assertEquals(0.6, samples.get("transcal_realised_accuracy{}"));
    assertEquals(0.5, samples.get("transcal_realised_accuracy_low{}"));
    assertEquals(0.7, samples.get("transcal_realised_accuracy_high{}"));
    assertEquals(0.03, samples.get("transcal_realised_ece{}"));
    assertEquals(300.0, samples.get("transcal_realised_rows{}"));
    assertEquals(0.8, samples.get("transcal_class_precision{class=cat}"));
    assertEquals(0.7, samples.get("transcal_class_recall{class=cat}"));
    assertEquals(0.75, samples.get("transcal_class_f1{class=cat}"));
    assertEquals(0.9, samples.get("transcal_auroc{}"));
  }

  @Test
  void givenSegments_thenLabelled() {
    Map<String, Double> samples =
        parse(
            List.of(
                night("2026-11-14", Optional.empty()), night("2026-11-14", Optional.of(CAMERA))));

    assertEquals(0.62, samples.get("transcal_accuracy{segment=3,segment_column=camera}"));
    assertEquals(
        1.0, samples.get("transcal_alert{metric=accuracy,segment=3,segment_column=camera}"));
    assertFalse(
        samples.containsKey("transcal_night_timestamp_seconds{segment=3,segment_column=camera}"));
  }

  @Test
  void givenAwkwardSegmentNames_thenEscaped() {
    String value = "C:\\new \"front\"\nsecond, line}= ü \\n";
    Segment awkward = new Segment("folder \"\\\n", value);

    String text = PrometheusText.of(List.of(night("17", Optional.of(awkward))));

    List<PrometheusParser.Sample> samples = PrometheusParser.parse(text);
    assertFalse(samples.isEmpty());
    for (PrometheusParser.Sample sample : samples) {
      assertEquals(value, sample.labels().get("segment"));
      assertEquals("folder \"\\\n", sample.labels().get("segment_column"));
    }
  }

  @Test
  void givenSeveralNights_thenOnlyLatest() {
    Map<String, Double> samples =
        parse(
            List.of(
                night("2026-11-15", Optional.empty()),
                night("2026-11-14", Optional.empty()),
                night("2026-11-14", Optional.of(CAMERA))));

    assertEquals(1_794_700_800.0, samples.get("transcal_night_timestamp_seconds{}"));
    assertTrue(samples.keySet().stream().noneMatch(name -> name.contains("segment")));
  }

  @Test
  void givenNumberedNight_thenNoTimestamp() {
    Map<String, Double> samples = parse(List.of(night("17", Optional.empty())));

    assertFalse(samples.containsKey("transcal_night_timestamp_seconds{}"));
    assertTrue(samples.containsKey("transcal_accuracy{}"));
  }

  @Test
  void givenNoNights_thenEmpty() {
    assertEquals("", PrometheusText.of(List.of()));
  }

  @Test
  void givenThresholdOutOfReach_thenInfinity() {
    Reading reading =
        new Reading(Metric.CONFIDENCE, Double.NaN, Optional.empty(), 0.1, Double.POSITIVE_INFINITY);
    Night night =
        new Night(
            NightTime.parse("1"),
            Optional.empty(),
            1,
            1,
            List.of(reading),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            1,
            List.of());

    Map<String, Double> samples = parse(List.of(night));

    assertEquals(
        Double.POSITIVE_INFINITY, samples.get("transcal_drift_threshold{metric=confidence}"));
    assertEquals(Double.NaN, samples.get("transcal_drift{metric=confidence}"));
  }

  private static Map<String, Double> parse(List<Night> nights) {
    return PrometheusParser.byName(PrometheusText.of(nights));
  }

  private static Night night(String at, Optional<Segment> segment) {
    Estimate auroc = new Estimate(0.9, new Interval(0.8, 0.95));
    return new Night(
        NightTime.parse(at),
        segment,
        2000,
        1000,
        List.of(
            new Reading(Metric.ACCURACY, 0.62, Optional.of(new Interval(0.58, 0.66)), 0.75, 0.71),
            new Reading(Metric.ECE, 1e-5, Optional.of(new Interval(0, 0.1)), 0.05, 0.1),
            new Reading(Metric.CONFIDENCE, 0.2, Optional.empty(), 0.1, 0.3)),
        List.of(
            new Night.ClassQuality(
                "cat",
                new Estimate(0.8, new Interval(0.7, 0.9)),
                new Estimate(0.7, new Interval(0.6, 0.8)),
                new Estimate(0.75, new Interval(0.65, 0.85)))),
        Optional.of(auroc),
        List.of(),
        Optional.of(new Night.Realised(300, new Estimate(0.6, new Interval(0.5, 0.7)), 0.03)),
        1,
        List.of(new Night.Alert(Metric.ACCURACY, "Accuracy is low.")));
  }
}
