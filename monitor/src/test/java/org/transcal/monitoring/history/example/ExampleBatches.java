package org.transcal.monitoring.history.example;

import java.util.List;
import java.util.Optional;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;

/** Batches that have everything a batch can have. */
public final class ExampleBatches {
  private ExampleBatches() {}

  /** All rows of a batch, with an alert. */
  public static BatchResult whole(String at) {
    return new BatchResult(
        BatchTime.parse(at),
        Optional.empty(),
        2000,
        1000,
        List.of(
            new Reading(Metric.ACCURACY, 0.62, Optional.of(new Interval(0.6, 0.65)), 0.8, 0.71),
            new Reading(Metric.ECE, 0.08, Optional.of(new Interval(0.05, 0.1)), 0.03, 0.07),
            new Reading(Metric.CONFIDENCE, 0.11, Optional.empty(), 0.02, 0.05),
            new Reading(Metric.CLASSES, 1.0 / 3, Optional.empty(), 0.02, 0.05),
            new Reading(Metric.DOMAIN_AUC, 0.7, Optional.empty(), 0.5, 0.55)),
        List.of(
            new BatchResult.ClassQuality(
                "cat, \"tame\"", estimate(0.7), estimate(0.8), estimate(0.75)),
            new BatchResult.ClassQuality("=dog", estimate(0.5), estimate(0.6), estimate(0.55))),
        Optional.of(estimate(0.9)),
        List.of(
            new BatchResult.FeatureShift("12", 0.4), new BatchResult.FeatureShift("size, m²", 0.1)),
        Optional.of(new BatchResult.Realised(500, estimate(0.61), 0.09)),
        1.25,
        List.of(
            new BatchResult.Alert(Metric.ACCURACY, "accuracy 62 %, below 71 %; camera \"3\""),
            new BatchResult.Alert(Metric.DOMAIN_AUC, "features moved")));
  }

  /** A segment of a batch, with as little as possible. */
  public static BatchResult segment(String at, String value) {
    return new BatchResult(
        BatchTime.parse(at),
        Optional.of(new Segment("camera", value)),
        100,
        100,
        List.of(new Reading(Metric.ACCURACY, 0.9, Optional.empty(), 0.8, 0.75)),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        1,
        List.of());
  }

  /** A number with an interval. */
  public static Estimate estimate(double value) {
    return new Estimate(value, new Interval(value - 0.03, value + 0.04));
  }
}
