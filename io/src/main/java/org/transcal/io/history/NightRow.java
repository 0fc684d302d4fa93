package org.transcal.io.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;
import org.transcal.io.json.NightJson;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;

/**
 * A night as a row of a table: the schema of every history.
 *
 * @param values one per column of {@link #COLUMNS}: a String, Long or Double as its type says, or
 *     null if there is none
 */
@SuppressWarnings("ArrayRecordComponent")
public record NightRow(Object[] values) {
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

  /** The column of each metric's value, and what the names of its other columns begin with. */
  private static final Map<Metric, List<String>> METRICS =
      Map.of(
          Metric.ACCURACY, List.of("accuracy", "accuracy"),
          Metric.ECE, List.of("ece", "ece"),
          Metric.CONFIDENCE, List.of("confidence_drift", "confidence"),
          Metric.CLASSES, List.of("class_drift", "class"),
          Metric.DOMAIN_AUC, List.of("domain_auc", "domain_auc"));

  /** The row of a night; {@code alerts} holds keys of metrics, {@code detail} the rest as JSON. */
  public static NightRow of(Night night) {
    NightRow row = new NightRow(new Object[COLUMNS.size()]);
    row.set("at", night.at().toString());
    night.segment().ifPresent(s -> row.set("segment_column", s.column()).set("segment", s.value()));
    row.set("rows", night.rows()).set("sampled_rows", night.sampledRows());
    for (Reading reading : night.readings()) {
      String prefix = METRICS.get(reading.metric()).get(1);
      row.set(METRICS.get(reading.metric()).get(0), reading.value())
          .set(prefix + "_expected", reading.expected())
          .set(prefix + "_threshold", reading.threshold());
      reading
          .interval()
          .filter(interval -> INDEX.containsKey(prefix + "_low"))
          .ifPresent(i -> row.set(prefix + "_low", i.low()).set(prefix + "_high", i.high()));
    }
    night
        .realised()
        .ifPresent(
            labelled ->
                row.set("realised_rows", labelled.rows())
                    .set("realised_accuracy", labelled.accuracy().value())
                    .set("realised_low", labelled.accuracy().interval().low())
                    .set("realised_high", labelled.accuracy().interval().high())
                    .set("realised_ece", labelled.ece()));
    row.set("interval_factor", night.intervalFactor());
    if (!night.alerts().isEmpty()) {
      row.set(
          "alerts",
          night.alerts().stream().map(a -> a.metric().key()).collect(Collectors.joining(",")));
    }
    return row.set("detail", NightJson.detail(night));
  }

  private NightRow set(String column, Object value) {
    values[INDEX.get(column)] = value;
    return this;
  }

  /**
   * The night; without {@code detail}, what that column holds is missing.
   *
   * @throws IllegalArgumentException naming the column and what would be right
   */
  public Night toNight() {
    NightTime at = NightTime.parse(text("at").orElse(""));
    Night night =
        new Night(
            at,
            text("segment_column").map(column -> new Segment(column, text("segment").orElse(""))),
            count("rows"),
            count("sampled_rows"),
            Stream.of(Metric.values()).flatMap(metric -> reading(metric).stream()).toList(),
            List.of(),
            Optional.empty(),
            List.of(),
            realised(),
            number("interval_factor"),
            text("alerts").stream()
                .flatMap(keys -> Stream.of(keys.split(",")))
                .map(key -> new Night.Alert(metric(key), ""))
                .toList());
    try {
      return text("detail")
          .map(detail -> NightJson.withDetail(night, Path.of("column detail"), detail))
          .orElse(night);
    } catch (InputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The row without its {@code detail}. */
  public NightRow withoutDetail() {
    NightRow row = new NightRow(values.clone());
    return row.set("detail", null);
  }

  private Optional<Reading> reading(Metric metric) {
    String column = METRICS.get(metric).get(0);
    String prefix = METRICS.get(metric).get(1);
    return value(column)
        .map(
            value ->
                new Reading(
                    metric,
                    number(column),
                    interval(prefix + "_low", prefix + "_high"),
                    number(prefix + "_expected"),
                    number(prefix + "_threshold")));
  }

  private Optional<Night.Realised> realised() {
    return value("realised_rows")
        .map(
            rows ->
                new Night.Realised(
                    count("realised_rows"),
                    new Estimate(
                        number("realised_accuracy"),
                        interval("realised_low", "realised_high")
                            .orElseThrow(() -> missing("realised_low"))),
                    number("realised_ece")));
  }

  private Optional<Interval> interval(String low, String high) {
    return value(low).flatMap(a -> value(high)).map(b -> new Interval(number(low), number(high)));
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
    Integer index = INDEX.get(column);
    return index == null ? Optional.empty() : Optional.ofNullable(values[index]);
  }

  private Optional<String> text(String column) {
    return value(column).map(String.class::cast);
  }

  private long count(String column) {
    return (Long) value(column).orElseThrow(() -> missing(column));
  }

  private double number(String column) {
    return (Double) value(column).orElseThrow(() -> missing(column));
  }

  private static IllegalArgumentException missing(String column) {
    return new IllegalArgumentException("column " + column + " is empty; it must hold a number");
  }
}
