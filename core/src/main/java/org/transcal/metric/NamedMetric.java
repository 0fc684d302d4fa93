package org.transcal.metric;

/** A built-in metric; two are equal if their titles are, which name all their parameters. */
abstract class NamedMetric implements CalibrationMetric {
  private final String key;
  private final String title;

  NamedMetric(String key, String title) {
    this.key = key;
    this.title = title;
  }

  static int requireBins(int bins) {
    if (bins < 1) {
      throw new IllegalArgumentException("Number of bins is " + bins + "; it must be at least 1");
    }
    return bins;
  }

  @Override
  public final String key() {
    return key;
  }

  @Override
  public final String title() {
    return title;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof NamedMetric metric && title.equals(metric.title);
  }

  @Override
  public final int hashCode() {
    return title.hashCode();
  }

  @Override
  public final String toString() {
    return title;
  }
}
