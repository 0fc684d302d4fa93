package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Everything that later nights are compared with.
 *
 * @param validation logits of source validation rows, possibly every n-th
 * @param labels their classes
 * @param features features of source rows and reference rows; empty if the task has none
 * @param model the calibration model in use
 * @param whole quiet nights, all rows
 * @param segments quiet nights of each segment; empty without reference nights that have columns
 * @param nights the reference nights themselves, for charts
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
    List<Night> nights,
    List<String> classNames,
    List<String> featureNames) {
  /** Rows kept of each kind. */
  private static final int MOST_ROWS = 5_000;

  /** Feature values kept of each kind. */
  private static final int MOST_VALUES = 4_000_000;

  /** Reference rows that a segment needs for a baseline of its own, and those of the pool. */
  private static final int LEAST_ROWS = 50;

  private static final int LEAST_POOL_ROWS = 20;

  /** Copies the lists and checks that all parts fit together. */
  public Reference {
    segments = Collections.unmodifiableMap(new LinkedHashMap<>(segments));
    nights = List.copyOf(nights);
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
    features.ifPresent(
        f -> requireEqual("Features", f.sourceValidation().rows(), labels.rows(), "rows"));
  }

  private static void requireEqual(String what, int actual, int expected, String unit) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          what + ": " + actual + " " + unit + "; " + expected + " are needed");
    }
  }

  /**
   * Features, possibly of every n-th row.
   *
   * @param sourceTrain of source training rows
   * @param sourceValidation of the validation rows
   * @param reference of the reference rows
   */
  public record Features(Matrix sourceTrain, Matrix sourceValidation, Matrix reference) {
    /** Checks that all have the same columns. */
    public Features {
      int columns = sourceTrain.columns();
      requireEqual("Source validation", sourceValidation.columns(), columns, "columns");
      requireEqual("Reference rows", reference.columns(), columns, "columns");
    }
  }

  /** A night of the reference period. */
  public record PeriodNight(NightTime at, Batch batch) {}

  /**
   * Learns how much the metrics vary. Of source validation, source training and reference rows
   * every n-th is kept: at most 5,000 rows, and at most 4,000,000 feature values, of each.
   *
   * @param task its source rows are kept
   * @param model the calibration model in use
   * @param period nights known to be fine; if there are none, nights are resampled from the source
   *     validation rows
   */
  public static Reference learn(
      TransferTask task,
      CalibrationModel model,
      List<PeriodNight> period,
      List<String> classNames,
      List<String> featureNames,
      long seed) {
    Optional<Matrix> given = task.features().map(DomainFeatures::sourceValidation);
    period.forEach(night -> night.batch.requireFits(task.classes(), given));
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
                  return new Features(train.selectRows(kept(train.rows(), columns)), home, home);
                });
    Rows.Source seen = new Rows.Source(logits, validation.labels().select(kept), source, model);
    Learner learner =
        period.isEmpty()
            ? new Learner(
                Rows.of(seen, logits, source.map(Features::sourceValidation)),
                Map.of(),
                source.map(Features::sourceValidation),
                new int[kept.length],
                List.of(),
                seed)
            : learner(seen, period, columns, seed);
    Map<Segment, Integer> rows = new LinkedHashMap<>();
    for (Learner.PastNight night : learner.nights()) {
      night.segments().forEach((segment, group) -> rows.merge(segment, group.length, Integer::sum));
    }
    List<Segment> known =
        rows.keySet().stream()
            .filter(s -> rows.get(s) >= LEAST_ROWS)
            .filter(
                s -> learner.poolSegments().getOrDefault(s, new int[0]).length >= LEAST_POOL_ROWS)
            .toList();
    Map<Optional<Segment>, Learner.Learned> learned = learner.learn(known);
    Map<Segment, Baseline> segments = new LinkedHashMap<>();
    known.forEach(s -> segments.put(s, learned.get(Optional.of(s)).baseline()));
    return new Reference(
        logits,
        seen.labels(),
        source.map(
            f ->
                new Features(
                    f.sourceTrain(), f.sourceValidation(), learner.poolFeatures().orElseThrow())),
        model,
        learned.get(Optional.<Segment>empty()).baseline(),
        segments,
        nights(learner, learned),
        classNames,
        featureNames);
  }

  /** What every night is seen from. */
  Rows.Source source() {
    return new Rows.Source(validation, labels, features, model);
  }

  /** Every n-th row, so that no more are kept than allowed. */
  private static int[] kept(int rows, int columns) {
    int most = Math.max(1, Math.min(MOST_ROWS, MOST_VALUES / Math.max(1, columns)));
    return Rows.everyNth(rows, (rows + most - 1) / most);
  }

  private static Learner learner(
      Rows.Source source, List<PeriodNight> period, int columns, long seed) {
    int all = period.stream().mapToInt(night -> night.batch.logits().rows()).sum();
    int[] kept = kept(all, columns);
    int[] nightOf = new int[kept.length];
    List<Learner.PastNight> nights = new ArrayList<>();
    List<Matrix> logits = new ArrayList<>();
    List<Matrix> features = new ArrayList<>();
    Map<Segment, IntStream.Builder> poolSegments = new LinkedHashMap<>();
    int from = 0;
    int at = 0;
    for (PeriodNight night : period) {
      Batch batch = night.batch;
      int first = at;
      while (at < kept.length && kept[at] < from + batch.logits().rows()) {
        nightOf[at++] = nights.size();
      }
      int offset = from;
      int[] chosen = IntStream.range(first, at).map(i -> kept[i] - offset).toArray();
      logits.add(batch.logits().values().selectRows(chosen));
      batch.features().ifPresent(f -> features.add(f.selectRows(chosen)));
      for (int i = 0; i < chosen.length; i++) {
        int row = chosen[i];
        int number = first + i;
        batch
            .columns()
            .forEach(
                (column, values) ->
                    poolSegments
                        .computeIfAbsent(
                            new Segment(column, values.get(row)), s -> IntStream.builder())
                        .add(number));
      }
      nights.add(
          new Learner.PastNight(
              night.at,
              Rows.of(source, batch.logits(), batch.features()),
              batch.features(),
              Rows.segments(batch.columns())));
      from += batch.logits().rows();
    }
    Optional<Matrix> poolFeatures =
        features.isEmpty() ? Optional.empty() : Optional.of(Matrix.stack(features));
    Map<Segment, int[]> segments = new LinkedHashMap<>();
    poolSegments.forEach((segment, rows) -> segments.put(segment, rows.build().toArray()));
    return new Learner(
        Rows.of(source, Logits.of(Matrix.stack(logits)), poolFeatures),
        segments,
        poolFeatures,
        nightOf,
        nights,
        seed);
  }

  private static List<Night> nights(
      Learner learner, Map<Optional<Segment>, Learner.Learned> learned) {
    int featureRows = learner.poolFeatures().map(Matrix::rows).orElse(1);
    double probability =
        AlertPolicy.DEFAULT.probability(learner.poolFeatures().isPresent(), learned.size());
    List<Night> nights = new ArrayList<>();
    for (int i = 0; i < learner.nights().size(); i++) {
      int number = i;
      NightTime at = learner.nights().get(i).at();
      learned.forEach(
          (segment, group) -> {
            Findings found = group.nights().get(number);
            if (found != null) {
              nights.add(
                  new Night(
                      at,
                      segment,
                      found.rows(),
                      found.sampledRows(),
                      found.readings(
                          group.baseline(), featureRows, AlertPolicy.DEFAULT, probability),
                      List.of(),
                      Optional.empty(),
                      List.of(),
                      Optional.empty(),
                      1,
                      List.of()));
            }
          });
    }
    return nights;
  }
}
