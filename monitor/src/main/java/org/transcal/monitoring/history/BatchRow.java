package org.transcal.monitoring.history;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;

/**
 * A batch as a row of a table: the schema of every history.
 *
 * @param values one per column of {@link #COLUMNS}: a String, Long or Double according to its type,
 *     or null if there is none
 */
@SuppressWarnings("ArrayRecordComponent")
public record BatchRow(Object[] values) {
  /** The version of the schema. */
  public static final int VERSION = 1;

  /** The columns in order. */
  public static final List<Column> COLUMNS =
      List.of(
          new Column("at", Type.TEXT),
          new Column("segment_column", Type.TEXT),
          new Column("segment", Type.TEXT),
          new Column("rows", Type.COUNT),
          new Column("sampled_rows", Type.COUNT),
          new Column("accuracy", Type.NUMBER),
          new Column("accuracy_low", Type.NUMBER),
          new Column("accuracy_high", Type.NUMBER),
          new Column("accuracy_expected", Type.NUMBER),
          new Column("accuracy_threshold", Type.NUMBER),
          new Column("ece", Type.NUMBER),
          new Column("ece_low", Type.NUMBER),
          new Column("ece_high", Type.NUMBER),
          new Column("ece_expected", Type.NUMBER),
          new Column("ece_threshold", Type.NUMBER),
          new Column("confidence_drift", Type.NUMBER),
          new Column("confidence_expected", Type.NUMBER),
          new Column("confidence_threshold", Type.NUMBER),
          new Column("class_drift", Type.NUMBER),
          new Column("class_expected", Type.NUMBER),
          new Column("class_threshold", Type.NUMBER),
          new Column("domain_auc", Type.NUMBER),
          new Column("domain_auc_expected", Type.NUMBER),
          new Column("domain_auc_threshold", Type.NUMBER),
          new Column("realised_rows", Type.COUNT),
          new Column("realised_accuracy", Type.NUMBER),
          new Column("realised_low", Type.NUMBER),
          new Column("realised_high", Type.NUMBER),
          new Column("realised_ece", Type.NUMBER),
          new Column("interval_factor", Type.NUMBER),
          new Column("alerts", Type.TEXT),
          new Column("detail", Type.TEXT));

  /** The type of a column. */
  public enum Type {
    /** Text. */
    TEXT,
    /** A whole number. */
    COUNT,
    /** A double. */
    NUMBER
  }

  /** A column. */
  public record Column(String name, Type type) {}

  private static final Map<String, Integer> INDEX =
      IntStream.range(0, COLUMNS.size())
          .boxed()
          .collect(Collectors.toUnmodifiableMap(i -> COLUMNS.get(i).name(), i -> i));

  /** The index of a column, if there is one of the name. */
  static OptionalInt column(String name) {
    return INDEX.containsKey(name) ? OptionalInt.of(INDEX.get(name)) : OptionalInt.empty();
  }

  /** The time. */
  BatchTime at() {
    return BatchTime.parse(text("at").orElse(""));
  }

  /** Indices of a metric's columns; −1 for those it lacks. */
  private record MetricColumns(int value, int low, int high, int expected, int threshold) {
    static MetricColumns named(String value, String prefix) {
      return new MetricColumns(
          INDEX.get(value),
          INDEX.getOrDefault(prefix + "_low", -1),
          INDEX.getOrDefault(prefix + "_high", -1),
          INDEX.get(prefix + "_expected"),
          INDEX.get(prefix + "_threshold"));
    }
  }

  private static final Map<Metric, MetricColumns> METRICS =
      new EnumMap<>(
          Map.of(
              Metric.ACCURACY, MetricColumns.named("accuracy", "accuracy"),
              Metric.ECE, MetricColumns.named("ece", "ece"),
              Metric.CONFIDENCE, MetricColumns.named("confidence_drift", "confidence"),
              Metric.CLASSES, MetricColumns.named("class_drift", "class"),
              Metric.DOMAIN_AUC, MetricColumns.named("domain_auc", "domain_auc")));

  /** The row of a batch; {@code alerts} holds metric keys, {@code detail} the rest as JSON. */
  public static BatchRow of(BatchResult batch) {
    BatchRow row = new BatchRow(new Object[COLUMNS.size()]);
    row.set("at", batch.at().toString());
    batch.segment().ifPresent(s -> row.set("segment_column", s.column()).set("segment", s.value()));
    row.set("rows", batch.rows()).set("sampled_rows", batch.sampledRows());
    for (Reading reading : batch.readings()) {
      MetricColumns columns = METRICS.get(reading.metric());
      row.values[columns.value] = reading.value();
      row.values[columns.expected] = reading.expected();
      row.values[columns.threshold] = reading.threshold();
      if (reading.interval().isPresent() && columns.low >= 0) {
        row.values[columns.low] = reading.interval().get().low();
        row.values[columns.high] = reading.interval().get().high();
      }
    }
    batch
        .realised()
        .ifPresent(
            labelled ->
                row.set("realised_rows", labelled.rows())
                    .set("realised_accuracy", labelled.accuracy().value())
                    .set("realised_low", labelled.accuracy().interval().low())
                    .set("realised_high", labelled.accuracy().interval().high())
                    .set("realised_ece", labelled.ece()));
    row.set("interval_factor", batch.intervalFactor());
    if (!batch.alerts().isEmpty()) {
      row.set(
          "alerts",
          batch.alerts().stream().map(a -> a.metric().key()).collect(Collectors.joining(",")));
    }
    return row.set("detail", BatchJson.detail(batch));
  }

  private BatchRow set(String column, Object value) {
    values[INDEX.get(column)] = value;
    return this;
  }

  /**
   * The batch; without {@code detail}, what that column holds is missing.
   *
   * @throws IllegalArgumentException naming the column and what would be right
   */
  public BatchResult toBatch() {
    return toBatch(at());
  }

  /** The same with {@code at} already parsed, which takes a third of the time. */
  public BatchResult toBatch(BatchTime at) {
    BatchResult batch =
        new BatchResult(
            at,
            text("segment_column").map(column -> new Segment(column, text("segment").orElse(""))),
            count("rows"),
            count("sampled_rows"),
            readings(),
            List.of(),
            Optional.empty(),
            List.of(),
            realised(),
            number("interval_factor"),
            alerts());
    try {
      return text("detail")
          .map(detail -> BatchJson.withDetail(batch, Path.of("column detail"), detail))
          .orElse(batch);
    } catch (InputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The row without its {@code detail}. */
  public BatchRow withoutDetail() {
    BatchRow row = new BatchRow(values.clone());
    return row.set("detail", null);
  }

  // Plain loops: a long history has a million readings.
  private List<Reading> readings() {
    List<Reading> readings = new ArrayList<>(METRICS.size());
    METRICS.forEach(
        (metric, columns) -> {
          if (values[columns.value] != null) {
            readings.add(
                new Reading(
                    metric,
                    number(columns.value),
                    interval(columns.low, columns.high),
                    number(columns.expected),
                    number(columns.threshold)));
          }
        });
    return readings;
  }

  private List<BatchResult.Alert> alerts() {
    Optional<String> keys = text("alerts");
    return keys.isEmpty()
        ? List.of()
        : Stream.of(keys.get().split(","))
            .map(key -> new BatchResult.Alert(metric(key), ""))
            .toList();
  }

  private Optional<BatchResult.Realised> realised() {
    return value("realised_rows").isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BatchResult.Realised(
                count("realised_rows"),
                new Estimate(
                    number("realised_accuracy"),
                    interval(INDEX.get("realised_low"), INDEX.get("realised_high"))
                        .orElseThrow(() -> missing("realised_low"))),
                number("realised_ece")));
  }

  private Optional<Interval> interval(int low, int high) {
    return low < 0 || values[low] == null || values[high] == null
        ? Optional.empty()
        : Optional.of(new Interval(number(low), number(high)));
  }

  private static Metric metric(String key) {
    return Metric.named(key)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "column alerts has "
                        + InputException.quote(key)
                        + "; it must hold keys of metrics, such as accuracy"));
  }

  private Optional<Object> value(String column) {
    return Optional.ofNullable(values[INDEX.get(column)]);
  }

  private Optional<String> text(String column) {
    return value(column).map(String.class::cast);
  }

  private long count(String column) {
    return (Long) value(column).orElseThrow(() -> missing(column));
  }

  private double number(String column) {
    return number(INDEX.get(column));
  }

  private double number(int column) {
    if (values[column] == null) {
      throw missing(COLUMNS.get(column).name());
    }
    return (Double) values[column];
  }

  private static IllegalArgumentException missing(String column) {
    return new IllegalArgumentException("column " + column + " is empty; it must hold a number");
  }
}
