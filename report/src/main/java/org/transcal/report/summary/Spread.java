package org.transcal.report.summary;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * Mean and sample standard deviation of repeated measurements.
 *
 * @param mean the mean; infinite if any measurement is
 * @param deviation divisor n − 1; NaN if there is one measurement, or an infinite one
 * @param count number of measurements
 */
public record Spread(double mean, double deviation, int count) {
  /** The spread of values, at least one. */
  public static Spread of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("No values; a mean needs at least one");
    }
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : Double.NaN;
    return new Spread(mean, deviation, values.length);
  }

  static Optional<Spread> ofAny(Collection<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(of(values.stream().mapToDouble(value -> value).toArray()));
  }

  /** Whether there is a deviation to show. */
  public boolean isRepeated() {
    return !Double.isNaN(deviation);
  }
}
