package org.transcal.metric;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.LongJumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.MergeableMetric.Accumulator;

/**
 * Sums of mergeable metrics over {@value #GROUPS} random groups of rows, so that groups can be
 * resampled without keeping rows.
 *
 * <p>Each of the first rows starts a group, and every later one joins a random group, so small
 * samples are resampled row by row. Groups of independent rows give the same variance of a sum as
 * rows; the width of an interval is accurate to about 4 %. A row of integer frequency f is
 * distributed as f rows, up to {@value #MOST_PIECES}.
 */
final class RowGroups {
  private static final int GROUPS = 256;
  private static final int MOST_PIECES = 4096;

  private final List<MergeableMetric> metrics;
  private final int classes;
  private final UniformRandomProvider random;
  private final List<List<Accumulator>> groups = new ArrayList<>();

  RowGroups(List<MergeableMetric> metrics, int classes, long seed) {
    this.metrics = metrics;
    this.classes = classes;
    LongJumpableUniformRandomProvider source =
        (LongJumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    // Resamples with the same seed must not use the same random numbers.
    source.longJump();
    this.random = source;
  }

  void add(LabelledPredictions block, int row, double frequency) {
    int pieces = (int) Math.max(1, Math.min(MOST_PIECES, Math.floor(frequency)));
    for (int i = 0; i < pieces; i++) {
      for (Accumulator accumulator : nextGroup()) {
        accumulator.add(block, row, frequency / pieces);
      }
    }
  }

  private List<Accumulator> nextGroup() {
    int group = groups.size() < GROUPS ? groups.size() : random.nextInt(GROUPS);
    if (group == groups.size()) {
      groups.add(accumulators());
    }
    return groups.get(group);
  }

  private List<Accumulator> accumulators() {
    return metrics.stream().map(metric -> metric.accumulator(classes)).toList();
  }

  Frequencies once() {
    return Frequencies.ones(groups.size());
  }

  /** The sums of a metric over all rows. */
  double[] sums(MergeableMetric metric) {
    Accumulator sums = metric.accumulator(classes);
    groups.forEach(group -> sums.merge(group.get(metrics.indexOf(metric))));
    return sums.sums();
  }

  /** The metrics over groups that are repeated an integer number of times each. */
  double[] measure(Frequencies counts) {
    List<Accumulator> sums = accumulators();
    for (int g = 0; g < groups.size(); g++) {
      for (int time = 0; time < counts.get(g); time++) {
        for (int m = 0; m < sums.size(); m++) {
          sums.get(m).merge(groups.get(g).get(m));
        }
      }
    }
    return sums.stream().mapToDouble(Accumulator::value).toArray();
  }
}
