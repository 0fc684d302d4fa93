package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;

/**
 * Learns how much metrics vary: noise and drift from batches resampled from a pool of reference
 * rows, level and variation between batches from the reference batches, each compared with the
 * others.
 */
final class Learner {
  /** Number of resampled batches. */
  static final int RESAMPLES = 100;

  private static final int LARGEST_RESAMPLE = 2_000;

  /** Reference rows, and rows of the pool, that a segment needs for a baseline of its own. */
  private static final int LEAST_ROWS = 50;

  private static final int LEAST_POOL_ROWS = 20;

  /** Standard deviation per r of the cross-fitted AUC of two samples of one distribution. */
  private static final double AUC_NOISE = 1 / Math.sqrt(6);

  private final Rows.Source source;
  private final Pool pool;
  private final List<Batch> batches;
  private final List<Group> groups = new ArrayList<>();
  private final List<int[]> poolGroups = new ArrayList<>();

  /**
   * A learner.
   *
   * @param batches the reference batches; without any, the rows of the pool
   */
  Learner(Rows.Source source, Pool pool, List<Batch> batches) {
    this.source = source;
    this.pool = pool;
    this.batches = batches;
    List<Rows> rows = batches.stream().map(b -> Rows.of(source, b.logits(), b.features())).toList();
    groups.add(Group.of(Optional.empty(), rows, rows.stream().map(Rows::all).toList()));
    poolGroups.add(IntStream.range(0, pool.batches().length).toArray());
    List<Map<Segment, int[]>> segments =
        batches.stream().map(b -> Rows.segments(b.columns())).toList();
    Rows.segments(pool.rows().columns())
        .forEach(
            (segment, inPool) -> {
              List<int[]> all =
                  segments.stream().map(s -> s.getOrDefault(segment, new int[0])).toList();
              Group group = Group.of(Optional.of(segment), rows, all);
              if (inPool.length >= LEAST_POOL_ROWS && group.rows() >= LEAST_ROWS) {
                groups.add(group);
                poolGroups.add(inPool);
              }
            });
  }

  /**
   * The results for a group.
   *
   * @param featureRows number of its rows whose features are known
   * @param batches findings of each batch; null if it cannot be compared with others
   */
  record Learned(
      Optional<Segment> segment, int featureRows, Baseline baseline, Findings[] batches) {}

  List<Learned> learn(long seed) {
    List<Map<Metric, Variation>> noise = noise(seed);
    Findings[][] found = new Findings[groups.size()][batches.size()];
    for (int i = 0; i < batches.size() && batches.size() > 1; i++) {
      Batch batch = batches.get(i);
      Rows rows = Rows.of(source, batch.logits(), batch.features());
      for (int g = 0; g < groups.size(); g++) {
        Group group = groups.get(g);
        if (group.isComparable(i)) {
          int[] chosen = group.batches().get(i);
          found[g][i] =
              Findings.estimates(
                  rows,
                  chosen,
                  rows.sampled(chosen),
                  group.quantiles(i),
                  group.classShares(i),
                  TrackRecord.NONE);
          if (batch.features().isPresent()) {
            Matrix known = pool.featuresWithout(i, poolGroups.get(g));
            Matrix features = rows.features(chosen);
            if (ColumnShifts.isEnough(group.segment(), known, features)) {
              found[g][i].values().put(Metric.DOMAIN_AUC, ColumnShifts.auc(known, features));
            }
          }
        }
      }
    }
    List<Learned> learned = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      int[] inPool = poolGroups.get(g);
      int[] known =
          IntStream.range(0, batches.size()).map(i -> pool.without(i, inPool).length).toArray();
      Baseline baseline = groups.get(g).baseline(noise.get(g), found[g], known);
      learned.add(new Learned(groups.get(g).segment(), inPool.length, baseline, found[g]));
    }
    return learned;
  }

  /** How resampled batches vary, for each group. */
  private List<Map<Metric, Variation>> noise(long seed) {
    Rows rows = Rows.of(source, pool.rows().logits(), pool.rows().features());
    List<double[]> confidences =
        poolGroups.stream()
            .map(p -> Distance.quantiles(rows.confidences(p), Group.QUANTILES))
            .toList();
    List<double[]> shares = poolGroups.stream().map(rows::classShares).toList();
    int[] sizes =
        groups.stream()
            .mapToLong(g -> Math.min(LARGEST_RESAMPLE, g.rows() / g.batchesWithRows()))
            .mapToInt(Math::toIntExact)
            .toArray();
    // First, so that all threads compute what the resamples share.
    List<Findings> whole =
        IntStream.range(0, groups.size())
            .mapToObj(
                g -> Findings.values(rows, poolGroups.get(g), confidences.get(g), shares.get(g)))
            .toList();
    JumpableUniformRandomProvider random =
        (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    List<UniformRandomProvider> streams =
        IntStream.range(0, RESAMPLES).mapToObj(i -> random.jump()).toList();
    Findings[][] drawn = new Findings[RESAMPLES][groups.size()];
    Parallel.forEach(
        RESAMPLES,
        b -> {
          int[] all = drawn(poolGroups.get(0), sizes[0], streams.get(b));
          Rows batch = rows.redrawn(all);
          for (int g = 0; g < groups.size(); g++) {
            int[] group = g == 0 ? all : drawn(poolGroups.get(g), sizes[g], streams.get(b));
            drawn[b][g] = Findings.values(batch, group, confidences.get(g), shares.get(g));
          }
        });
    List<Map<Metric, Variation>> noise = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      int group = g;
      Map<Metric, Variation> ofGroup = new EnumMap<>(Metric.class);
      whole
          .get(g)
          .values()
          .forEach(
              (metric, value) -> {
                boolean isEstimate = metric == Metric.ACCURACY || metric == Metric.ECE;
                double[] values =
                    Arrays.stream(drawn).mapToDouble(d -> d[group].values().get(metric)).toArray();
                ofGroup.put(metric, noise(values, isEstimate ? value : 0, sizes[group]));
              });
      if (pool.rows().features().isPresent()) {
        ofGroup.put(Metric.DOMAIN_AUC, new Variation(0.5, 0, AUC_NOISE, 0));
      }
      noise.add(ofGroup);
    }
    return noise;
  }

  private static int[] drawn(int[] rows, int count, UniformRandomProvider random) {
    return IntStream.range(0, count).map(i -> rows[random.nextInt(rows.length)]).toArray();
  }

  private static Variation noise(double[] values, double level, double rows) {
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new Variation(
        level,
        (mean - level) * Math.sqrt(rows),
        Math.sqrt(squares / (values.length - 1) * rows),
        0);
  }
}
