package org.transcal.metric;

import java.util.Optional;

/** Share of rows whose most probable class is the true one. */
record Accuracy() implements MergeableMetric {
  @Override
  public String key() {
    return "accuracy";
  }

  @Override
  public String title() {
    return "Accuracy (first class on ties)";
  }

  @Override
  public Better better() {
    return Better.HIGHER;
  }

  @Override
  public Accumulator accumulator(int classes) {
    return new RowMean(Accuracy.class, LabelledPredictions::correctness);
  }

  /** Clopper-Pearson. */
  @Override
  public Optional<Interval> exactInterval(double value, double total, double level) {
    return Optional.of(Interval.clopperPearson(Math.min(value * total, total), total, level));
  }
}
