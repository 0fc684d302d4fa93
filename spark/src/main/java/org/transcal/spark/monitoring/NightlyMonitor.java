package org.transcal.spark.monitoring;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.monitoring.AlertPolicy;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.spark.rows.VectorValues;
import org.transcal.task.DomainFeatures;

/**
 * Compares the days of a DataFrame with a reference.
 *
 * <pre>{@code
 * Dataset<Row> batches =
 *     NightlyMonitor.of(reference).withDay("day").withSegments("camera").monitor(rows);
 * }</pre>
 */
public final class NightlyMonitor {
  /** Rows of a day that are held; of more rows, those whose contents have the smallest hashes. */
  public static final int LARGEST_SAMPLE = 20_000;

  /** The columns of the result: those of every history. */
  public static final StructType SCHEMA =
      BatchRow.COLUMNS.stream()
          .reduce(
              new StructType(),
              (schema, column) -> schema.add(column.name(), type(column.type())),
              (left, right) -> left);

  /** Fields of the selected rows; segments follow. */
  private static final int DAY = 0;

  private static final int LOGITS = 1;
  private static final int FEATURES = 2;
  private static final int LABEL = 3;
  private static final int SEGMENTS = 4;

  private final Reference reference;
  private final Columns columns;
  private final double falseAlarmRate;

  /** Names of columns; the label is empty if there is none. */
  private record Columns(
      String day, String logits, String features, String label, List<String> segments)
      implements Serializable {}

  private NightlyMonitor(Reference reference, Columns columns, double falseAlarmRate) {
    this.reference = reference;
    this.columns = columns;
    this.falseAlarmRate = falseAlarmRate;
  }

  /** Reads columns {@code day}, {@code logits} and, if the reference has some, {@code features}. */
  public static NightlyMonitor of(Reference reference) {
    return new NightlyMonitor(
        reference,
        new Columns("day", "logits", "features", "", List.of()),
        AlertPolicy.DEFAULT.falseAlarmRate());
  }

  /** The same with another column of days: dates, timestamps, texts or numbers. */
  public NightlyMonitor withDay(String column) {
    return with(
        new Columns(column, columns.logits, columns.features, columns.label, columns.segments));
  }

  /** The same with another column of logits. */
  public NightlyMonitor withLogits(String column) {
    return with(
        new Columns(columns.day, column, columns.features, columns.label, columns.segments));
  }

  /** The same with another column of features. */
  public NightlyMonitor withFeatures(String column) {
    return with(new Columns(columns.day, columns.logits, column, columns.label, columns.segments));
  }

  /** The same with a column of labels, null if unknown, which give the realised accuracy. */
  public NightlyMonitor withLabels(String column) {
    return with(
        new Columns(columns.day, columns.logits, columns.features, column, columns.segments));
  }

  /** The same with columns whose values divide a day into segments. */
  public NightlyMonitor withSegments(String... names) {
    return with(
        new Columns(columns.day, columns.logits, columns.features, columns.label, List.of(names)));
  }

  /** The same with another accepted share of quiet days with an alert; default 0.01. */
  public NightlyMonitor withFalseAlarmRate(double rate) {
    return new NightlyMonitor(reference, columns, rate);
  }

  private NightlyMonitor with(Columns other) {
    return new NightlyMonitor(reference, other, falseAlarmRate);
  }

  /**
   * One row per day, and one per day and segment, in no particular order.
   *
   * <p>Days are independent: an alert needs one day, and intervals are not recalibrated.
   *
   * @throws IllegalArgumentException naming a column that is missing or of the wrong type, or if
   *     the rows are a stream, of which a batch holds parts of days
   */
  public Dataset<Row> monitor(Dataset<?> rows) {
    if (rows.isStreaming()) {
      throw new IllegalArgumentException(
          "The rows are a stream, which would give several batches for one day; append them to a"
              + " table with foreachBatch((batch, id) -> batch.write().mode(\"append\")"
              + ".parquet(table)), and monitor the table's complete days");
    }
    boolean hasFeatures = reference.features().isPresent();
    StructType schema = rows.schema();
    VectorValues.requireVectors(schema, columns.logits);
    List<Column> selected = new ArrayList<>();
    selected.add(text(schema, columns.day));
    selected.add(VectorValues.selected(schema, columns.logits));
    if (hasFeatures) {
      VectorValues.requireVectors(schema, columns.features);
      selected.add(VectorValues.selected(schema, columns.features));
    } else {
      selected.add(functions.lit(null));
    }
    if (columns.label.isEmpty()) {
      selected.add(functions.lit(null).cast(DataTypes.DoubleType));
    } else {
      VectorValues.requireNumbers(schema, columns.label);
      selected.add(VectorValues.column(columns.label).cast(DataTypes.DoubleType));
    }
    columns.segments.forEach(name -> selected.add(text(schema, name)));
    Broadcast<SharedReference> shared =
        JavaSparkContext.fromSparkContext(rows.sparkSession().sparkContext())
            .broadcast(SharedReference.of(reference));
    Days days = new Days(shared, columns, hasFeatures, falseAlarmRate);
    return rows.select(selected.toArray(Column[]::new))
        .toDF()
        .groupByKey(
            (MapFunction<Row, String>) row -> row.isNullAt(DAY) ? "" : row.getString(DAY),
            Encoders.STRING())
        .flatMapGroups(
            (FlatMapGroupsFunction<String, Row, Row>) days::batches, Encoders.row(SCHEMA));
  }

  private static Column text(StructType schema, String name) {
    VectorValues.requireExists(schema, name);
    return VectorValues.column(name).cast(DataTypes.StringType);
  }

  private static DataType type(BatchRow.Type type) {
    return switch (type) {
      case TEXT -> DataTypes.StringType;
      case COUNT -> DataTypes.LongType;
      case NUMBER -> DataTypes.DoubleType;
    };
  }

  /** What executors do with the rows of a day. */
  private record Days(
      Broadcast<SharedReference> shared,
      Columns columns,
      boolean hasFeatures,
      double falseAlarmRate)
      implements Serializable {
    Iterator<Row> batches(String day, Iterator<Row> rows) {
      Reference reference = shared.value().reference();
      if (day.isEmpty()) {
        throw new IllegalArgumentException(
            "Column \"" + columns.day + "\" is null; every row needs a day");
      }
      BatchTime at = BatchTime.parse(day);
      int classes = reference.validation().classes();
      DayRows all = new DayRows(columns.segments, LARGEST_SAMPLE);
      while (rows.hasNext()) {
        Row row = rows.next();
        double[] logits = numbers(row, LOGITS, columns.logits, Logits.LARGEST, day);
        if (logits.length != classes) {
          throw invalid(columns.logits, logits.length + " numbers", day, classes + " logits");
        }
        double[] features =
            hasFeatures
                ? numbers(row, FEATURES, columns.features, DomainFeatures.LARGEST, day)
                : new double[0];
        List<String> segments = new ArrayList<>();
        for (int i = 0; i < columns.segments.size(); i++) {
          segments.add(String.valueOf(row.getString(SEGMENTS + i)));
        }
        all.add(MonitoredRow.of(logits, features, label(row, classes, day), segments));
      }
      AlertPolicy policy = new AlertPolicy(falseAlarmRate, Set.of(Metric.values()), Map.of(), 1);
      List<BatchResult> batches =
          Monitor.against(reference).withPolicy(policy).observe(at, all.batch());
      return batches.stream()
          .map(batch -> RowFactory.create(BatchRow.of(all.counted(batch)).values()))
          .iterator();
    }

    private int label(Row row, int classes, String day) {
      if (row.isNullAt(LABEL)) {
        return Labels.UNKNOWN;
      }
      int label = VectorValues.label(row, LABEL, classes);
      if (label < 0) {
        String expected = "labels must be in 0 … " + (classes - 1) + ", or null";
        throw invalid(columns.label, Double.toString(row.getDouble(LABEL)), day, expected);
      }
      return label;
    }

    private static double[] numbers(Row row, int field, String column, double largest, String day) {
      String expected = "finite numbers within ±" + largest;
      if (row.isNullAt(field)) {
        throw invalid(column, "null", day, expected);
      }
      double[] values = VectorValues.read(row.get(field));
      int wrong = VectorValues.firstBeyond(values, largest);
      if (wrong >= 0) {
        throw invalid(column, VectorValues.showAt(values, wrong), day, expected);
      }
      return values;
    }

    private static IllegalArgumentException invalid(
        String column, String found, String day, String expected) {
      return new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "Column \"%s\" holds %s on day %s; needed: %s",
              column,
              found,
              day,
              expected));
    }
  }
}
