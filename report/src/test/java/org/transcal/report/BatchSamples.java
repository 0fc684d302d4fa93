package org.transcal.report;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;

/** Histories made by hand: waves instead of noise, so that nothing is random. */
final class BatchSamples {
  static final LocalDate START = LocalDate.of(2026, 9, 16);

  private BatchSamples() {}

  /** 14 reference batches, then batches of which the last three alert, with cameras as segments. */
  static List<BatchResult> broken(int batches) {
    List<BatchResult> all = new ArrayList<>();
    for (int day = 0; day < 14 + batches; day++) {
      BatchTime at = BatchTime.parse(START.plusDays(day).toString());
      double drop = day < 14 + batches - 3 ? 0 : 0.22;
      all.addAll(withCameras(day < 14 ? at.asReference() : at, day, drop));
    }
    return all;
  }

  /** The same without the break. */
  static List<BatchResult> quiet(int batches) {
    return IntStream.range(0, batches)
        .mapToObj(day -> batch(BatchTime.parse(START.plusDays(day).toString()), day, 0))
        .toList();
  }

  /** The accuracy behind the estimates. */
  static Map<BatchTime, Double> truth(List<BatchResult> batches) {
    Map<BatchTime, Double> truth = new HashMap<>();
    for (BatchResult batch : batches) {
      if (batch.segment().isEmpty()) {
        truth.put(batch.at(), batch.reading(Metric.ACCURACY).orElseThrow().value() - 0.01);
      }
    }
    return truth;
  }

  private static List<BatchResult> withCameras(BatchTime at, int day, double drop) {
    List<BatchResult> all = new ArrayList<>();
    all.add(batch(at, day, drop));
    for (int camera = 1; camera <= 4; camera++) {
      Segment segment = new Segment("camera", Integer.toString(camera));
      all.add(segment(at, segment, day + 3 * camera, camera == 3 ? 2 * drop : drop / 2));
    }
    return all;
  }

  /** All rows of a batch whose accuracy fell by so much. */
  static BatchResult batch(BatchTime at, int day, double drop) {
    double wave = 0.012 * Math.sin(day * 1.7) + 0.008 * Math.cos(day * 0.61);
    List<Reading> readings = readings(0.84 + wave - drop, wave, drop);
    readings.add(
        new Reading(Metric.DOMAIN_AUC, 0.52 + 0.4 * drop + wave, Optional.empty(), 0.52, 0.56));
    return new BatchResult(
        at,
        Optional.empty(),
        2000 + 10L * (day % 7),
        2000 + 10L * (day % 7),
        readings,
        List.of(quality("cat", 0.86 - drop), quality("dog", 0.81 - drop)),
        Optional.of(estimate(0.91 - drop / 2)),
        List.of(
            new BatchResult.FeatureShift("12", 0.05 + 1.6 * drop),
            new BatchResult.FeatureShift("40", 0.04 + drop),
            new BatchResult.FeatureShift("7", 0.04)),
        day % 4 == 0
            ? Optional.of(new BatchResult.Realised(400, estimate(0.835 + wave / 2 - drop), 0.03))
            : Optional.empty(),
        1,
        drop == 0
            ? List.of()
            : List.of(
                new BatchResult.Alert(
                    Metric.ACCURACY,
                    "accuracy 62 %, below 80 %; 40 % of the drop comes from camera=3; features 12"
                        + " and 40 moved most"),
                new BatchResult.Alert(Metric.DOMAIN_AUC, "feature drift 0.61, above 0.56")));
  }

  /** One segment of a batch. */
  static BatchResult segment(BatchTime at, Segment segment, int day, double drop) {
    double wave = 0.02 * Math.sin(day * 1.1);
    return new BatchResult(
        at,
        Optional.of(segment),
        500,
        500,
        readings(0.83 + wave - drop, wave, drop),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        1,
        drop < 0.3
            ? List.of()
            : List.of(
                new BatchResult.Alert(
                    Metric.ACCURACY, segment + ": accuracy 39.0 %, below 76.0 %")));
  }

  private static List<Reading> readings(double accuracy, double wave, double drop) {
    List<Reading> readings = new ArrayList<>();
    readings.add(
        new Reading(Metric.ACCURACY, accuracy, Optional.of(interval(accuracy, 0.035)), 0.84, 0.8));
    double ece = 0.03 + Math.abs(wave) / 2 + drop / 3;
    readings.add(new Reading(Metric.ECE, ece, Optional.of(interval(ece, 0.012)), 0.032, 0.12));
    readings.add(
        new Reading(
            Metric.CONFIDENCE, 0.03 + Math.abs(wave) + drop / 5, Optional.empty(), 0.03, 0.08));
    readings.add(
        new Reading(
            Metric.CLASSES, 0.02 + Math.abs(wave) + drop / 9, Optional.empty(), 0.03, 0.07));
    return readings;
  }

  private static BatchResult.ClassQuality quality(String name, double value) {
    return new BatchResult.ClassQuality(
        name, estimate(value), estimate(value - 0.03), estimate(value - 0.015));
  }

  private static Estimate estimate(double value) {
    return new Estimate(value, interval(value, 0.03));
  }

  private static Interval interval(double value, double half) {
    return new Interval(Math.max(0, value - half), Math.min(1, value + half));
  }
}
