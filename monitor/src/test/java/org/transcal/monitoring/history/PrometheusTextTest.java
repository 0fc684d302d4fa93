package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.history.example.PrometheusParser;

class PrometheusTextTest {
  private static final Segment CAMERA = new Segment("camera", "3");

  @Test
  void givenWholeNight_thenEveryGaugeOfIt() {
    Map<String, Double> samples = parse(List.of(batch("2026-11-14", Optional.empty())));

    assertThat(samples).containsEntry("transcal_night_timestamp_seconds{}", 1_794_614_400.0);
    assertThat(samples).containsEntry("transcal_rows{}", 2000.0);
    assertThat(samples).containsEntry("transcal_sampled_rows{}", 1000.0);
    assertThat(samples).containsEntry("transcal_accuracy{}", 0.62);
    assertThat(samples).containsEntry("transcal_accuracy_low{}", 0.58);
    assertThat(samples).containsEntry("transcal_accuracy_high{}", 0.66);
    assertThat(samples).containsEntry("transcal_accuracy_expected{}", 0.75);
    assertThat(samples).containsEntry("transcal_accuracy_threshold{}", 0.71);
    assertThat(samples).containsEntry("transcal_ece{}", 1e-5);
    assertThat(samples).containsEntry("transcal_drift{metric=confidence}", 0.2);
    assertThat(samples).containsEntry("transcal_drift_expected{metric=confidence}", 0.1);
    assertThat(samples).containsEntry("transcal_drift_threshold{metric=confidence}", 0.3);
    assertThat(samples).containsEntry("transcal_alert{metric=accuracy}", 1.0);
    assertThat(samples).containsEntry("transcal_alert{metric=confidence}", 0.0);
    assertThat(samples).containsEntry("transcal_realised_accuracy{}", 0.6);
    assertThat(samples).containsEntry("transcal_realised_accuracy_low{}", 0.5);
    assertThat(samples).containsEntry("transcal_realised_accuracy_high{}", 0.7);
    assertThat(samples).containsEntry("transcal_realised_ece{}", 0.03);
    assertThat(samples).containsEntry("transcal_realised_rows{}", 300.0);
    assertThat(samples).containsEntry("transcal_alert{metric=realised}", 0.0);
    assertThat(samples).containsEntry("transcal_class_precision{class=cat}", 0.8);
    assertThat(samples).containsEntry("transcal_class_recall{class=cat}", 0.7);
    assertThat(samples).containsEntry("transcal_class_f1{class=cat}", 0.75);
    assertThat(samples).containsEntry("transcal_auroc{}", 0.9);
  }

  @Test
  void givenSegments_thenLabelled() {
    Map<String, Double> samples =
        parse(
            List.of(
                batch("2026-11-14", Optional.empty()), batch("2026-11-14", Optional.of(CAMERA))));

    assertThat(samples).containsEntry("transcal_accuracy{segment=3,segment_column=camera}", 0.62);
    assertThat(samples)
        .containsEntry("transcal_alert{metric=accuracy,segment=3,segment_column=camera}", 1.0);
    assertThat(samples)
        .doesNotContainKey("transcal_night_timestamp_seconds{segment=3,segment_column=camera}");
  }

  @Test
  void givenAwkwardSegmentNames_thenEscaped() {
    String value = "C:\\new \"front\"\nsecond, line}= ü \\n";
    Segment awkward = new Segment("folder \"\\\n", value);

    String text = PrometheusText.of(List.of(batch("17", Optional.of(awkward))));

    List<PrometheusParser.Sample> samples = PrometheusParser.parse(text);
    assertThat(samples).isNotEmpty();
    for (PrometheusParser.Sample sample : samples) {
      assertThat(sample.labels()).containsEntry("segment", value);
      assertThat(sample.labels()).containsEntry("segment_column", awkward.column());
    }
  }

  @Test
  void givenSeveralNights_thenOnlyLatest() {
    Map<String, Double> samples =
        parse(
            List.of(
                batch("2026-11-15", Optional.empty()),
                batch("2026-11-14", Optional.empty()),
                batch("2026-11-14", Optional.of(CAMERA))));

    assertThat(samples).containsEntry("transcal_night_timestamp_seconds{}", 1_794_700_800.0);
    assertThat(samples.keySet()).noneMatch(name -> name.contains("segment"));
  }

  @Test
  void givenPartsOfANight_thenEachIsShownUnderItsNumberAndTheTimeOnce() {
    BatchResult loud = batch("2026-11-14/1", Optional.empty());
    BatchResult quiet = withoutAlerts(batch("2026-11-14/2", Optional.empty()));

    Map<String, Double> samples =
        parse(List.of(batch("2026-11-13/3", Optional.empty()), loud, quiet));

    assertThat(samples)
        .containsEntry("transcal_alert{metric=accuracy,part=1}", 1.0)
        .containsEntry("transcal_alert{metric=accuracy,part=2}", 0.0)
        .containsEntry("transcal_night_timestamp_seconds{}", 1_794_614_400.0);
    assertThat(samples.keySet()).noneMatch(name -> name.contains("part=3"));
  }

  @Test
  void givenADatedAndANumberedNight_thenTheDateIsTheLatest() {
    Map<String, Double> samples =
        parse(
            List.of(
                batch("2026-11-14", Optional.empty()), batch("20261115/1", Optional.of(CAMERA))));

    assertThat(samples).containsEntry("transcal_night_timestamp_seconds{}", 1_794_614_400.0);
    assertThat(samples.keySet()).noneMatch(name -> name.contains("segment"));
  }

  @Test
  void givenNumberedNight_thenNoTimestamp() {
    Map<String, Double> samples = parse(List.of(batch("17", Optional.empty())));

    assertThat(samples).doesNotContainKey("transcal_night_timestamp_seconds{}");
    assertThat(samples).containsKey("transcal_accuracy{}");
  }

  @Test
  void givenNoMonitoredNights_thenEmpty() {
    assertThat(PrometheusText.of(List.of())).isEmpty();
    assertThat(PrometheusText.of(List.of(batch("reference/1", Optional.empty())))).isEmpty();
  }

  private static Map<String, Double> parse(List<BatchResult> batches) {
    return PrometheusParser.byName(PrometheusText.of(batches));
  }

  private static BatchResult withoutAlerts(BatchResult batch) {
    return new BatchResult(
        batch.at(),
        batch.segment(),
        batch.rows(),
        batch.sampledRows(),
        batch.readings(),
        batch.classes(),
        batch.auroc(),
        batch.features(),
        batch.realised(),
        batch.intervalFactor(),
        List.of());
  }

  private static BatchResult batch(String at, Optional<Segment> segment) {
    Estimate auroc = new Estimate(0.9, new Interval(0.8, 0.95));
    return new BatchResult(
        BatchTime.parse(at),
        segment,
        2000,
        1000,
        List.of(
            new Reading(Metric.ACCURACY, 0.62, Optional.of(new Interval(0.58, 0.66)), 0.75, 0.71),
            new Reading(Metric.ECE, 1e-5, Optional.of(new Interval(0, 0.1)), 0.05, 0.1),
            new Reading(Metric.CONFIDENCE, 0.2, Optional.empty(), 0.1, 0.3)),
        List.of(
            new BatchResult.ClassQuality(
                "cat",
                new Estimate(0.8, new Interval(0.7, 0.9)),
                new Estimate(0.7, new Interval(0.6, 0.8)),
                new Estimate(0.75, new Interval(0.65, 0.85)))),
        Optional.of(auroc),
        List.of(),
        Optional.of(new BatchResult.Realised(300, new Estimate(0.6, new Interval(0.5, 0.7)), 0.03)),
        1,
        List.of(new BatchResult.Alert(Metric.ACCURACY, "Accuracy is low.")));
  }
}
