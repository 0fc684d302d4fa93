package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Interval;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Everything that later batches are compared with.
 *
 * @param validation logits of source validation rows, possibly one in n
 * @param labels their classes
 * @param features features of source rows and reference rows; empty if the task has none
 * @param model the calibration model in use
 * @param whole quiet batches, all rows
 * @param segments quiet batches of each segment; empty without reference batches that have columns
 * @param batches the reference batches themselves, for charts
 * @param classNames one per class; empty if the classes have no names
 * @param featureNames one per column; empty if the columns have no names
 */
public record Reference(
    Logits validation,
    Labels labels,
    Optional<Features> features,
    CalibrationModel model,
    Baseline whole,
    Map<Segment, Baseline> segments,
    List<BatchResult> batches,
    List<String> classNames,
    List<String> featureNames) {
  /** Most rows kept of each kind. */
  private static final int MOST_ROWS = 5_000;

  /** Most feature values kept of each kind. */
  private static final int MOST_VALUES = 4_000_000;

  /** Copies the lists and checks that all parts fit together. */
  public Reference {
    segments = Collections.unmodifiableMap(new LinkedHashMap<>(segments));
    batches = List.copyOf(batches);
    classNames = List.copyOf(classNames);
    featureNames = List.copyOf(featureNames);
    int classes = validation.classes();
    labels.requireRows(validation.rows(), "Source validation");
    requireEqual("Labels", labels.classes(), classes, "classes");
    requireEqual("Calibration model", model.classes(), classes, "classes");
    requireEqual("Baseline", whole.classShares().length, classes, "classes");
    if (!classNames.isEmpty()) {
      requireEqual("Class names", classNames.size(), classes, "names");
    }
    if (!featureNames.isEmpty()) {
      int columns = features.map(f -> f.reference().columns()).orElse(0);
      requireEqual("Feature names", featureNames.size(), columns, "names");
    }
    boolean hasFeatures = features.isPresent();
    requireAllMetrics("all rows", whole, hasFeatures);
    segments.forEach((of, baseline) -> requireAllMetrics(of.toString(), baseline, hasFeatures));
    requireShort("Name of class ", classNames);
    requireShort("Name of feature ", featureNames);
    features.ifPresent(
        f -> requireEqual("Features", f.sourceValidation().rows(), labels.rows(), "rows"));
  }

  private static void requireAllMetrics(String of, Baseline baseline, boolean hasFeatures) {
    for (Metric metric : Metric.withoutLabels()) {
      boolean isNeeded = metric != Metric.DOMAIN_AUC || hasFeatures;
      if (isNeeded && !baseline.variations().containsKey(metric)) {
        throw new IllegalArgumentException(
            "Baseline of " + of + " has no " + metric.title() + "; learn the reference again");
      }
    }
  }

  private static void requireShort(String what, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      Batch.requireShort(what + i, names.get(i));
    }
  }

  private static void requireEqual(String what, int actual, int expected, String unit) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          what + ": " + actual + " " + unit + "; " + expected + " are needed");
    }
  }

  /**
   * Features, possibly of one row in n.
   *
   * @param sourceTrain features of source training rows
   * @param sourceValidation features of the validation rows
   * @param reference features of the reference rows
   * @param columns values that divide the reference rows into segments, by column name
   */
  public record Features(
      Matrix sourceTrain,
      Matrix sourceValidation,
      Matrix reference,
      Map<String, List<String>> columns) {
    /** Copies the columns and checks that all parts fit together. */
    public Features {
      Map<String, List<String>> copies = new LinkedHashMap<>();
      columns.forEach((name, values) -> copies.put(name, List.copyOf(values)));
      columns = Collections.unmodifiableMap(copies);
      int count = sourceTrain.columns();
      requireEqual("Source validation", sourceValidation.columns(), count, "columns");
      requireEqual("Reference rows", reference.columns(), count, "columns");
      copies.forEach(
          (name, values) ->
              requireEqual("Column '" + name + "'", values.size(), reference.rows(), "rows"));
    }
  }

  /** A batch of the reference period. */
  public record PeriodBatch(BatchTime at, Batch batch) {}

  /**
   * Learns how much the metrics vary. Of source validation, source training and reference rows one
   * in n is kept: at most 5,000 rows, and at most 4,000,000 feature values, of each.
   *
   * @param task its source rows are kept
   * @param model the calibration model in use
   * @param period batches known to be fine; if there are none, batches are resampled from the
   *     source validation rows
   */
  public static Reference learn(
      TransferTask task,
      CalibrationModel model,
      List<PeriodBatch> period,
      List<String> classNames,
      List<String> featureNames,
      long seed) {
    Optional<Matrix> given = task.features().map(DomainFeatures::sourceValidation);
    period.forEach(batch -> batch.batch.requireFits(task.classes(), given));
    int columns = given.map(Matrix::columns).orElse(0);
    SourceValidation validation = task.sourceValidation();
    int[] kept = kept(validation.logits().rows(), columns);
    Logits logits = validation.logits().selectRows(kept);
    Optional<Features> source =
        task.features()
            .map(
                f -> {
                  Matrix home = f.sourceValidation().selectRows(kept);
                  Matrix train = f.sourceTrain();
                  return new Features(
                      train.selectRows(kept(train.rows(), columns)), home, home, Map.of());
                });
    Rows.Source seen = new Rows.Source(logits, validation.labels().select(kept), source, model);
    List<Batch> batches =
        period.isEmpty()
            ? List.of(
                new Batch(
                    logits, source.map(Features::sourceValidation), Optional.empty(), Map.of()))
            : period.stream().map(PeriodBatch::batch).toList();
    int all = batches.stream().mapToInt(batch -> batch.logits().rows()).sum();
    Pool pool =
        period.isEmpty()
            ? new Pool(batches.get(0), new int[all])
            : Pool.of(batches, kept(all, columns));
    List<Learner.Learned> learned = new Learner(seen, pool, batches).learn(seed);
    Baseline whole = learned.get(0).baseline();
    Map<Segment, Baseline> segments = new LinkedHashMap<>();
    learned.stream().skip(1).forEach(l -> segments.put(l.segment().orElseThrow(), l.baseline()));
    return new Reference(
        logits,
        seen.labels(),
        source.map(
            f ->
                new Features(
                    f.sourceTrain(),
                    f.sourceValidation(),
                    pool.rows().features().orElseThrow(),
                    pool.rows().columns())),
        model,
        period.isEmpty() ? whole.resampled() : whole,
        segments,
        batches(seen, period, learned, pool),
        classNames,
        featureNames);
  }

  /**
   * The accuracy that labels should at least show: the low end of what those of the reference
   * batches show or, if these have none, the estimate for quiet batches.
   */
  double usualAccuracy(Optional<Segment> segment) {
    Optional<Segment> known = segment.filter(segments::containsKey);
    List<BatchResult.Realised> realised =
        batches.stream()
            .filter(batch -> batch.segment().equals(known))
            .flatMap(batch -> batch.realised().stream())
            .toList();
    double rows = realised.stream().mapToLong(BatchResult.Realised::rows).sum();
    double right = realised.stream().mapToDouble(r -> r.rows() * r.accuracy().value()).sum();
    Baseline baseline = known.map(segments::get).orElse(whole);
    return rows > 0
        ? Interval.clopperPearson(Math.min(rows, right), rows, Rows.LEVEL).low()
        // What was never seen in N rows may still have probability 1/N.
        : Math.min(1 - 1.0 / baseline.rows(), baseline.variations().get(Metric.ACCURACY).level());
  }

  /** The source rows that every batch is compared with. */
  Rows.Source source() {
    return new Rows.Source(validation, labels, features, model);
  }

  /** One row in n, within the limits. */
  private static int[] kept(int rows, int columns) {
    int most = Math.max(1, Math.min(MOST_ROWS, MOST_VALUES / Math.max(1, columns)));
    return Rows.thinned(rows, most);
  }

  /** The batches of the period as charts show them, each followed by its segments. */
  private static List<BatchResult> batches(
      Rows.Source seen, List<PeriodBatch> period, List<Learner.Learned> learned, Pool pool) {
    boolean hasFeatures = pool.rows().features().isPresent();
    double probability = AlertPolicy.DEFAULT.probability(hasFeatures, learned.size(), 0);
    List<BatchResult> batches = new ArrayList<>();
    for (int i = 0; i < period.size(); i++) {
      Batch batch = period.get(i).batch;
      Map<Segment, int[]> segments = Rows.segments(batch.columns());
      Optional<Rows> rows =
          batch.labels().map(labels -> Rows.of(seen, batch.logits(), batch.features()));
      for (Learner.Learned group : learned) {
        Findings found = group.batches()[i];
        if (found != null) {
          batches.add(
              found.batch(
                  period.get(i).at,
                  group.segment(),
                  found.readings(
                      group.baseline(), group.featureRows(), AlertPolicy.DEFAULT, probability),
                  rows.flatMap(
                      r ->
                          r.realised(
                              group.segment().map(segments::get).orElseGet(r::all),
                              batch.labels().orElseThrow()))));
        }
      }
    }
    return batches;
  }
}
