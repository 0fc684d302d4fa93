package org.transcal.monitoring;

import java.util.List;
import java.util.Optional;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;

/**
 * How well the accuracy estimates have done on batches whose labels arrived later.
 *
 * @param batches batches with labels
 * @param meanError mean absolute difference of estimated and realised accuracy
 * @param meanBias mean of estimated minus realised accuracy
 * @param covered batches whose realised accuracy was inside the interval given at the time
 * @param below how far intervals reach below the estimate from now on, in widths of the interval
 *     before any correction
 * @param above how far they reach above it
 * @param isEnough whether there are enough batches to narrow an interval
 */
public record TrackRecord(
    int batches,
    double meanError,
    double meanBias,
    int covered,
    double below,
    double above,
    boolean isEnough) {
  /** Without labels nothing is corrected. */
  static final TrackRecord NONE = new TrackRecord(0, 0, 0, 0, 0, 0, false);

  /** Share of the batches beyond each end. */
  private static final double TAIL = 0.05;

  /** Older batches say little about the next. */
  private static final int LATEST = 60;

  /** The least number m of batches with ⌊(m + 1)·0.05⌋ ≥ 1. */
  private static final int ENOUGH = 19;

  private static final double NARROWEST = 0.05;
  private static final double WIDEST = 10;

  /** A batch with labels; the score is realised minus estimated accuracy, in widths. */
  private record Scored(double error, boolean isCovered, double score) {
    static Optional<Scored> of(BatchResult batch) {
      Optional<Reading> reading = batch.reading(Metric.ACCURACY);
      Optional<Interval> interval = reading.flatMap(Reading::interval);
      if (batch.segment().isPresent()
          || batch.realised().isEmpty()
          || interval.isEmpty()
          || batch.at().kind() == BatchTime.Kind.REFERENCE) {
        return Optional.empty();
      }
      double realised = batch.realised().get().accuracy().value();
      double error = reading.orElseThrow().value() - realised;
      double width = (interval.get().high() - interval.get().low()) / batch.intervalFactor();
      double score = Math.max(-WIDEST, Math.min(WIDEST, -error / Math.max(width, 1e-9)));
      return Optional.of(new Scored(error, interval.get().contains(realised), score));
    }
  }

  /**
   * The track record of the given batches (all rows), in order of time.
   *
   * <p>The ends are the ⌊(m + 1)·0.05⌋-th smallest and largest of the latest m scores (split
   * conformal prediction, each end by itself, since estimates may be too low or too high for a
   * reason that lasts). With fewer than 19 batches they are the smallest and the largest, and
   * nothing is narrowed.
   */
  public static TrackRecord of(List<BatchResult> history) {
    List<Scored> all = history.stream().map(Scored::of).flatMap(Optional::stream).toList();
    if (all.isEmpty()) {
      return NONE;
    }
    double[] scores =
        all.subList(Math.max(0, all.size() - LATEST), all.size()).stream()
            .mapToDouble(Scored::score)
            .sorted()
            .toArray();
    boolean isEnough = scores.length >= ENOUGH;
    int beyond = isEnough ? (int) Math.floor((scores.length + 1) * TAIL + 1e-9) : 1;
    return new TrackRecord(
        all.size(),
        all.stream().mapToDouble(s -> Math.abs(s.error)).average().orElseThrow(),
        all.stream().mapToDouble(Scored::error).average().orElseThrow(),
        (int) all.stream().filter(Scored::isCovered).count(),
        Math.max(NARROWEST, -scores[beyond - 1]),
        Math.max(NARROWEST, scores[scores.length - beyond]),
        isEnough);
  }

  /** The estimate with its interval corrected by the record. */
  public Estimate recalibrated(Estimate estimate) {
    return new Estimate(
        estimate.value(), new Interval(Math.max(0, low(estimate)), Math.min(1, high(estimate))));
  }

  /** How much wider (above 1) or narrower that makes the interval, within [0, 1]. */
  double intervalFactor(Estimate estimate) {
    double width = width(estimate);
    return width > 0 ? width(recalibrated(estimate)) / width : 1;
  }

  private double low(Estimate estimate) {
    double low = estimate.value() - below * width(estimate);
    return isEnough ? low : Math.min(low, estimate.interval().low());
  }

  private double high(Estimate estimate) {
    double high = estimate.value() + above * width(estimate);
    return isEnough ? high : Math.max(high, estimate.interval().high());
  }

  private static double width(Estimate estimate) {
    return estimate.interval().high() - estimate.interval().low();
  }
}
