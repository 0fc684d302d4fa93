package org.transcal.monitoring;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.TopPredictions;
import org.transcal.shift.PreparedTask;
import org.transcal.task.Target;
import org.transcal.task.TransferTask;

/**
 * Rows of a batch together with the source rows. Predictions and confidences are computed once for
 * all groups; a group is given by its row numbers, which may repeat, as in a resample.
 */
final class Rows {
  /** Most rows of a batch that estimates use. */
  static final int MOST_SAMPLED = 20_000;

  private static final long SEED = 1;
  private static final int MOST_SEGMENTS = 200;
  private static final int BLOCK = 1 << 16;
  private static final int BINS = 15;
  static final double LEVEL = 0.90;
  static final TargetEstimator ESTIMATOR = TargetEstimator.seeded(0).withBins(BINS);

  /** Numbers of the rows that estimates use, ascending. */
  private final int[] sampled;

  private final PreparedTask prepared;
  private final int[] predictions;
  private final double[] confidence;

  private Rows(int[] sampled, PreparedTask prepared, int[] predictions, double[] confidence) {
    this.sampled = sampled;
    this.prepared = prepared;
    this.predictions = predictions;
    this.confidence = confidence;
  }

  /** Source rows that every batch is compared with. */
  record Source(
      Logits validation,
      Labels labels,
      Optional<Reference.Features> features,
      CalibrationModel model) {}

  static Rows of(Source source, Logits logits, Optional<Matrix> features) {
    int[] sampled = thinned(logits.rows(), MOST_SAMPLED);
    boolean isAll = sampled.length == logits.rows();
    TransferTask.Builder task =
        TransferTask.named("night")
            .sourceValidation(source.validation, source.labels)
            .target(isAll ? logits : logits.selectRows(sampled));
    source.features.ifPresent(
        known -> {
          Matrix all = features.orElseThrow();
          task.features(
              known.sourceTrain(), known.sourceValidation(), isAll ? all : all.selectRows(sampled));
        });
    double[] confidence = new double[logits.rows()];
    for (int from = 0; from < confidence.length; from += BLOCK) {
      int to = Math.min(confidence.length, from + BLOCK);
      Logits block =
          to - from == confidence.length ? logits : Logits.of(logits.values().rowRange(from, to));
      TopPredictions top = source.model.calibrate(block).top();
      for (int i = from; i < to; i++) {
        confidence[i] = top.confidence(i - from);
      }
    }
    return new Rows(sampled, PreparedTask.of(task.build()), logits.predictions(), confidence);
  }

  /**
   * Numbers of at most {@code most} rows: one of every n, drawn with a fixed seed, since the order
   * of rows may cycle through segments or classes.
   */
  static int[] thinned(int rows, int most) {
    int step = (rows + most - 1) / most;
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(SEED);
    return IntStream.range(0, (rows + step - 1) / step)
        .map(i -> i * step + random.nextInt(Math.min(step, rows - i * step)))
        .toArray();
  }

  /** Numbers of the rows of each segment, column after column. */
  static Map<Segment, int[]> segments(Map<String, List<String>> columns) {
    Map<Segment, int[]> segments = new LinkedHashMap<>();
    columns.forEach(
        (column, values) -> {
          Map<Segment, IntStream.Builder> rows = new TreeMap<>();
          for (int i = 0; i < values.size(); i++) {
            rows.computeIfAbsent(new Segment(column, values.get(i)), segment -> IntStream.builder())
                .add(i);
          }
          if (rows.size() > MOST_SEGMENTS) {
            throw new IllegalArgumentException(
                "Column '"
                    + column
                    + "' has "
                    + rows.size()
                    + " different values; a column of segments may have at most "
                    + MOST_SEGMENTS);
          }
          rows.forEach((segment, numbers) -> segments.put(segment, numbers.build().toArray()));
        });
    return segments;
  }

  int size() {
    return predictions.length;
  }

  /** Features of the sampled rows of a group. */
  Matrix features(int[] group) {
    int[] at =
        Arrays.stream(group)
            .map(row -> Arrays.binarySearch(sampled, row))
            .filter(i -> i >= 0)
            .toArray();
    return at.length == sampled.length ? features() : features().selectRows(at);
  }

  /** Features of the sampled rows. */
  private Matrix features() {
    return prepared.task().features().orElseThrow().target();
  }

  int[] all() {
    return IntStream.range(0, size()).toArray();
  }

  /** How often a group has each sampled row; empty if it has none of them. */
  private Optional<Frequencies> counts(int[] group) {
    double[] counts = new double[prepared.task().target().logits().rows()];
    double total = 0;
    for (int row : group) {
      int at = Arrays.binarySearch(sampled, row);
      if (at >= 0) {
        counts[at]++;
        total++;
      }
    }
    return total > 0 ? Optional.of(Frequencies.copyOf(counts)) : Optional.empty();
  }

  /** The same rows resampled, as on another batch. */
  Rows redrawn(int[] group) {
    return new Rows(
        sampled, prepared.redrawn(counts(group).orElseThrow()), predictions, confidence);
  }

  /** The rows of a group that estimates use; empty if there are none. */
  Optional<Sampled> sampled(int[] group) {
    return counts(group)
        .map(
            counts -> {
              Frequencies source = prepared.task().sourceValidation().frequencies();
              boolean isWhole = counts.equals(prepared.task().target().frequencies());
              return new Sampled(
                  isWhole ? prepared : prepared.countedBy(source, counts),
                  target(counts),
                  own(counts));
            });
  }

  private static int[] counted(Frequencies counts) {
    return IntStream.range(0, counts.rows()).filter(i -> counts.get(i) > 0).toArray();
  }

  private Target target(Frequencies counts) {
    int[] rows = counted(counts);
    Target whole = prepared.task().target();
    return rows.length == counts.rows()
        ? new Target(whole.logits(), counts)
        : new Target(whole.logits().selectRows(rows), counts.select(rows));
  }

  private double[] own(Frequencies counts) {
    return Arrays.stream(counted(counts)).mapToDouble(i -> confidence[sampled[i]]).toArray();
  }

  /**
   * The sampled rows of a group.
   *
   * @param prepared the task with each target row as frequent as in the group
   * @param target the group's sampled rows with their frequencies
   * @param confidence their calibrated confidence
   */
  record Sampled(PreparedTask prepared, Target target, double[] confidence) {
    long rows() {
      return Math.round(target.frequencies().total());
    }

    double accuracy() {
      return estimate().value();
    }

    /** The accuracy with its interval before any correction. */
    Estimate estimate() {
      return prepared.derive(Estimate.class, TargetEstimator::accuracy);
    }

    double calibrationError(double accuracy) {
      return ESTIMATOR.calibrationError(target, confidence, accuracy);
    }

    Estimate calibrationError(Estimate accuracy) {
      return ESTIMATOR.calibrationError(target, confidence, accuracy);
    }
  }

  /** Share of each predicted class in a group. */
  double[] classShares(int[] group) {
    double[] shares = new double[prepared.task().classes()];
    for (int row : group) {
      shares[predictions[row]]++;
    }
    Arrays.setAll(shares, k -> shares[k] / group.length);
    return shares;
  }

  /** Calibrated confidence of a group, ascending. */
  double[] confidences(int[] group) {
    return Arrays.stream(group).mapToDouble(row -> confidence[row]).sorted().toArray();
  }

  /** What the labels of a group show; empty if none of its rows has one. */
  Optional<BatchResult.Realised> realised(int[] group, Labels labels) {
    double[] gaps = new double[BINS];
    int known = 0;
    int correct = 0;
    for (int row : group) {
      if (labels.get(row) != Labels.UNKNOWN) {
        int right = labels.get(row) == predictions[row] ? 1 : 0;
        known++;
        correct += right;
        gaps[ReliabilityDiagram.binOf(confidence[row], BINS)] += confidence[row] - right;
      }
    }
    if (known == 0) {
      return Optional.empty();
    }
    Interval interval = Interval.clopperPearson(correct, known, LEVEL);
    return Optional.of(
        new BatchResult.Realised(
            known,
            new Estimate((double) correct / known, interval),
            Arrays.stream(gaps).map(Math::abs).sum() / known));
  }
}
