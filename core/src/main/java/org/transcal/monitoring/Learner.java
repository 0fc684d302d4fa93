package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;
import org.transcal.shift.PreparedTask;

/**
 * Learns how much metrics vary: noise and drift from nights resampled from a pool of reference
 * rows, level and variation between nights from the reference nights, each compared with the
 * others.
 *
 * @param pool every n-th reference row
 * @param poolSegments rows of the pool in each segment
 * @param poolFeatures features of the pool
 * @param poolNights which night each row of the pool is from
 * @param nights the reference nights
 * @param seed seed of the resamples
 */
record Learner(
    Rows pool,
    Map<Segment, int[]> poolSegments,
    Optional<Matrix> poolFeatures,
    int[] poolNights,
    List<PastNight> nights,
    long seed) {
  /** Number of resampled nights. */
  static final int RESAMPLES = 100;

  private static final int QUANTILES = 1_000;
  private static final int LARGEST_RESAMPLE = 2_000;

  /** Confidences that the distance of a night from the others is computed from. */
  private static final int MOST_CONFIDENCES = 200_000;

  /** Standard deviation per r of the cross-fitted AUC of two samples that are alike. */
  private static final double AUC_NOISE = 1 / Math.sqrt(6);

  /** A reference night. */
  record PastNight(
      NightTime at, Rows rows, Optional<Matrix> features, Map<Segment, int[]> segments) {
    int[] group(Optional<Segment> segment) {
      return segment.map(s -> segments.getOrDefault(s, new int[0])).orElseGet(rows::all);
    }
  }

  /**
   * What was learned about a group.
   *
   * @param nights findings of each night that has rows of the group, by number of the night
   */
  record Learned(Baseline baseline, Map<Integer, Findings> nights) {}

  Map<Optional<Segment>, Learned> learn(List<Segment> segments) {
    List<Optional<Segment>> groups = new ArrayList<>();
    groups.add(Optional.empty());
    segments.forEach(segment -> groups.add(Optional.of(segment)));
    List<int[]> pools =
        groups.stream().map(g -> g.map(poolSegments::get).orElseGet(pool::all)).toList();
    List<double[]> confidences =
        pools.stream().map(p -> Distance.quantiles(pool.confidences(p), QUANTILES)).toList();
    List<double[]> shares = pools.stream().map(pool::classShares).toList();
    int[] sizes = groups.stream().mapToInt(this::usualRows).toArray();
    // First, so that what all resamples share is computed by all threads.
    List<Findings> whole =
        IntStream.range(0, groups.size())
            .mapToObj(g -> Findings.values(pool, pools.get(g), confidences.get(g), shares.get(g)))
            .toList();
    Findings[][] drawn = new Findings[RESAMPLES][groups.size()];
    JumpableUniformRandomProvider source =
        (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    List<UniformRandomProvider> streams =
        IntStream.range(0, RESAMPLES).mapToObj(i -> source.jump()).toList();
    Parallel.forEach(
        RESAMPLES,
        b -> {
          int[] all = drawn(pools.get(0), sizes[0], streams.get(b));
          Rows night = pool.redrawn(all);
          for (int g = 0; g < groups.size(); g++) {
            int[] rows = g == 0 ? all : drawn(pools.get(g), sizes[g], streams.get(b));
            drawn[b][g] = Findings.values(night, rows, confidences.get(g), shares.get(g));
          }
        });
    Map<Optional<Segment>, Learned> learned = new LinkedHashMap<>();
    for (int g = 0; g < groups.size(); g++) {
      int group = g;
      Map<Metric, Variation> noise = new EnumMap<>(Metric.class);
      for (Metric metric : whole.get(g).values().keySet()) {
        double[] values =
            Arrays.stream(drawn).mapToDouble(d -> d[group].values().get(metric)).toArray();
        boolean isDistance = metric == Metric.CONFIDENCE || metric == Metric.CLASSES;
        double level = isDistance ? 0 : whole.get(g).values().get(metric);
        noise.put(metric, noise(values, level, Math.sqrt(sizes[g])));
      }
      if (g == 0 && poolFeatures.isPresent()) {
        noise.put(Metric.DOMAIN_AUC, new Variation(0.5, 0, AUC_NOISE, 0));
      }
      learned.put(groups.get(g), learned(groups.get(g), pools.get(g), noise));
    }
    return learned;
  }

  /** Mean number of rows of a night, within reason. */
  private int usualRows(Optional<Segment> segment) {
    if (nights.isEmpty()) {
      return Math.min(LARGEST_RESAMPLE, pool.size());
    }
    long[] rows =
        nights.stream().mapToLong(n -> n.group(segment).length).filter(n -> n > 0).toArray();
    return (int) Math.max(1, Math.min(LARGEST_RESAMPLE, Arrays.stream(rows).sum() / rows.length));
  }

  private static int[] drawn(int[] rows, int count, UniformRandomProvider random) {
    return IntStream.range(0, count).map(i -> rows[random.nextInt(rows.length)]).toArray();
  }

  private static Variation noise(double[] values, double level, double rootOfRows) {
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new Variation(
        level,
        (mean - level) * rootOfRows,
        Math.sqrt(squares / (values.length - 1)) * rootOfRows,
        0);
  }

  private Learned learned(Optional<Segment> segment, int[] poolRows, Map<Metric, Variation> noise) {
    if (nights.isEmpty()) {
      double[] confidences = Distance.quantiles(pool.confidences(poolRows), QUANTILES);
      return new Learned(
          new Baseline(pool.size(), 0, noise, confidences, pool.classShares(poolRows)), Map.of());
    }
    List<int[]> groups = nights.stream().map(night -> night.group(segment)).toList();
    long all = groups.stream().mapToLong(g -> g.length).sum();
    int step = (int) ((all + MOST_CONFIDENCES - 1) / MOST_CONFIDENCES);
    List<double[]> confidences = new ArrayList<>();
    List<double[]> shares = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      Rows rows = nights.get(i).rows;
      double[] sorted = rows.confidences(groups.get(i));
      int[] kept = Rows.everyNth(sorted.length, step);
      confidences.add(Arrays.stream(kept).mapToDouble(row -> sorted[row]).toArray());
      shares.add(rows.classShares(groups.get(i)));
    }
    Map<Integer, Findings> findings = new LinkedHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      int[] group = groups.get(i);
      if (group.length > 0 && group.length < all || nights.size() == 1) {
        int others = nights.size() == 1 ? -1 : i;
        PastNight night = nights.get(i);
        Findings found =
            Findings.estimates(
                night.rows,
                group,
                night.rows.sampled(group),
                quantiles(confidences, others),
                shares(shares, groups, others),
                1);
        if (segment.isEmpty() && others >= 0) {
          night.features.ifPresent(
              features ->
                  found
                      .values()
                      .put(
                          Metric.DOMAIN_AUC,
                          PreparedTask.domainAuc(otherFeatures(others), features)));
        }
        findings.put(i, found);
      }
    }
    Map<Metric, Variation> variations = new EnumMap<>(Metric.class);
    noise.forEach(
        (metric, alone) -> variations.put(metric, withNights(metric, alone, findings, all)));
    int nightsWithRows = (int) groups.stream().filter(g -> g.length > 0).count();
    return new Learned(
        new Baseline(
            all,
            nightsWithRows,
            variations,
            quantiles(confidences, -1),
            shares(shares, groups, -1)),
        findings);
  }

  /** Level and variation between nights by the method of DerSimonian and Laird. */
  private Variation withNights(
      Metric metric, Variation noise, Map<Integer, Findings> findings, long all) {
    boolean isDistance = metric != Metric.ACCURACY && metric != Metric.ECE;
    List<Double> values = new ArrayList<>();
    List<Double> variances = new ArrayList<>();
    findings.forEach(
        (night, found) -> {
          if (found.values().containsKey(metric)) {
            double n = found.rowsOf(metric);
            double others =
                metric == Metric.DOMAIN_AUC
                    ? Arrays.stream(poolNights).filter(i -> i != night).count()
                    : all - found.rows();
            double squared = isDistance ? 1 / n + 1 / others : 1 / n;
            values.add(found.values().get(metric) - noise.drift() * Math.sqrt(squared));
            variances.add(Math.max(noise.noise() * noise.noise() * squared, 1 / (n * all)));
          }
        });
    int count = values.size();
    if (count < 2) {
      return noise;
    }
    double mean = mean(values, variances, 0);
    double excess = 1 - count;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      double weight = 1 / variances.get(i);
      excess += weight * (values.get(i) - mean) * (values.get(i) - mean);
      sum += weight;
      squares += weight * weight;
    }
    double between = Math.max(0, excess / (sum - squares / sum));
    double lowest = metric == Metric.DOMAIN_AUC ? 0.5 : 0;
    return new Variation(
        Math.max(lowest, mean(values, variances, between)),
        noise.drift(),
        noise.noise(),
        Math.sqrt(between));
  }

  private static double mean(List<Double> values, List<Double> variances, double between) {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < values.size(); i++) {
      double weight = 1 / (variances.get(i) + between);
      sum += weight * values.get(i);
      weights += weight;
    }
    return sum / weights;
  }

  private static double[] quantiles(List<double[]> confidences, int without) {
    double[] sorted =
        IntStream.range(0, confidences.size())
            .filter(i -> i != without)
            .mapToObj(confidences::get)
            .flatMapToDouble(Arrays::stream)
            .sorted()
            .toArray();
    return Distance.quantiles(sorted, QUANTILES);
  }

  private static double[] shares(List<double[]> shares, List<int[]> groups, int without) {
    double[] all = new double[shares.get(0).length];
    double total = 0;
    for (int i = 0; i < groups.size(); i++) {
      int rows = i == without ? 0 : groups.get(i).length;
      for (int k = 0; k < all.length && rows > 0; k++) {
        all[k] += rows * shares.get(i)[k];
      }
      total += rows;
    }
    double rows = total;
    return Arrays.stream(all).map(sum -> Math.min(1, sum / rows)).toArray();
  }

  private Matrix otherFeatures(int night) {
    return poolFeatures
        .orElseThrow()
        .selectRows(
            IntStream.range(0, poolNights.length).filter(i -> poolNights[i] != night).toArray());
  }
}
