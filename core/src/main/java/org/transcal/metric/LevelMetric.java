package org.transcal.metric;

import java.util.function.ToDoubleFunction;

/** A metric computed from {@link ConfidenceLevels}. */
final class LevelMetric extends NamedMetric implements ConfidenceMetric {
  private final ToDoubleFunction<ConfidenceLevels> measure;

  LevelMetric(String key, String title, ToDoubleFunction<ConfidenceLevels> measure) {
    super(key, title);
    this.measure = measure;
  }

  @Override
  public double measure(ConfidenceLevels levels) {
    return measure.applyAsDouble(levels);
  }
}
