package org.transcal.monitoring;

import java.util.List;
import java.util.Optional;
import org.transcal.metric.Interval;

/**
 * How well the accuracy estimates have done on nights whose labels arrived later.
 *
 * @param nights nights with labels
 * @param meanError mean absolute difference of estimated and realised accuracy
 * @param meanBias mean of estimated minus realised accuracy
 * @param covered nights whose realised accuracy was inside the interval given at the time
 * @param intervalFactor what the estimator's intervals are multiplied by from now on
 */
public record TrackRecord(
    int nights, double meanError, double meanBias, int covered, double intervalFactor) {
  private static final double LEVEL = 0.90;

  /** Older nights say little about the next. */
  private static final int LATEST = 60;

  /** The least number m of nights with ⌈(m + 1)·0.9⌉ ≤ m. */
  private static final int ENOUGH = 9;

  private static final double NARROWEST = 0.1;
  private static final double WIDEST = 10;

  /** A night with labels. */
  private record Scored(double error, boolean isCovered, double score) {
    static Optional<Scored> of(Night night) {
      Optional<Reading> reading = night.reading(Metric.ACCURACY);
      Optional<Interval> interval = reading.flatMap(Reading::interval);
      if (night.segment().isPresent()
          || night.realised().isEmpty()
          || interval.isEmpty()
          || night.at().kind() == NightTime.Kind.REFERENCE) {
        return Optional.empty();
      }
      double estimate = reading.orElseThrow().value();
      double realised = night.realised().get().accuracy().value();
      double error = estimate - realised;
      double width = error > 0 ? estimate - interval.get().low() : interval.get().high() - estimate;
      double score = Math.abs(error) / Math.max(width / night.intervalFactor(), 1e-9);
      return Optional.of(new Scored(error, interval.get().contains(realised), score));
    }
  }

  /**
   * The record of the given nights, all rows, in order of time.
   *
   * <p>A score is the error relative to the half-width of the interval before any correction; the
   * factor is the ⌈(m + 1)·0.9⌉-th smallest of the latest m scores (split conformal prediction).
   * With fewer than nine nights nothing is narrowed: it is the largest score, at least 1.
   */
  public static TrackRecord of(List<Night> history) {
    List<Scored> all = history.stream().map(Scored::of).flatMap(Optional::stream).toList();
    if (all.isEmpty()) {
      return new TrackRecord(0, 0, 0, 0, 1);
    }
    double[] scores =
        all.subList(Math.max(0, all.size() - LATEST), all.size()).stream()
            .mapToDouble(Scored::score)
            .sorted()
            .toArray();
    double factor =
        scores.length < ENOUGH
            ? Math.max(1, scores[scores.length - 1])
            : scores[(int) Math.ceil((scores.length + 1) * LEVEL - 1e-9) - 1];
    return new TrackRecord(
        all.size(),
        all.stream().mapToDouble(s -> Math.abs(s.error)).average().orElseThrow(),
        all.stream().mapToDouble(Scored::error).average().orElseThrow(),
        (int) all.stream().filter(Scored::isCovered).count(),
        Math.max(NARROWEST, Math.min(WIDEST, factor)));
  }
}
