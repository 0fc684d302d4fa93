package org.transcal.spark.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.calibration.Methods;
import org.transcal.matrix.Matrix;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.example.MonitoredDays;
import org.transcal.monitoring.example.MonitoredDays.KnownBatch;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.spark.LocalSpark;

/** Days of a DataFrame against the same days in core. */
@ExtendWith(LocalSpark.class)
class NightlyMonitorTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("day", DataTypes.StringType)
          .add("logits", SQLDataTypes.VectorType())
          .add("features", SQLDataTypes.VectorType())
          .add("label", DataTypes.IntegerType)
          .add("camera", DataTypes.StringType);

  private static final MonitoredDays DAYS = MonitoredDays.seeded(5);
  private static final List<KnownBatch> NIGHTS = List.of(DAYS.batch(1), DAYS.batch(31));

  /** Row order changes which rows fall into which fold of an estimator. */
  private static final double FOLDS = 0.01;

  private static Reference reference;

  @BeforeAll
  static void learn() {
    reference =
        Reference.learn(
            DAYS.task(),
            Methods.calibrator("temperature").fit(DAYS.task()).model(),
            DAYS.period(),
            List.of(),
            List.of(),
            1);
  }

  @Test
  void givenStream_thenRefusedAndTheRecipeGivesOneBatchPerDay(@TempDir Path folder)
      throws Exception {
    LocalSpark.session().createDataFrame(rows(), SCHEMA).write().parquet(folder + "/in");
    Dataset<Row> stream =
        LocalSpark.session()
            .readStream()
            .schema(SCHEMA)
            .option("maxFilesPerTrigger", 1)
            .parquet(folder + "/in");
    NightlyMonitor monitor = NightlyMonitor.of(reference);

    assertThatThrownBy(() -> monitor.monitor(stream))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stream")
        .hasMessageContaining("foreachBatch");
    String table = folder + "/table";
    stream
        .writeStream()
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", folder + "/checkpoint")
        .foreachBatch(
            (VoidFunction2<Dataset<Row>, Long>)
                (batch, id) -> batch.write().mode("append").parquet(table))
        .start()
        .awaitTermination();
    Dataset<Row> nights = monitor.monitor(LocalSpark.session().read().parquet(table));

    assertThat(nights.select("at").distinct().count()).isEqualTo(NIGHTS.size());
    assertThat(nights.count()).isEqualTo(NIGHTS.size());
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (KnownBatch night : NIGHTS) {
      Batch batch = night.batch();
      for (int i = 0; i < batch.logits().rows(); i++) {
        rows.add(
            RowFactory.create(
                night.at().toString(),
                vector(batch.logits().values(), i),
                vector(batch.features().orElseThrow(), i),
                i % 2 == 0 ? night.labels().get(i) : null,
                batch.columns().get("camera").get(i)));
      }
    }
    return rows;
  }

  private static Vector vector(Matrix matrix, int row) {
    double[] values = new double[matrix.columns()];
    matrix.copyRow(row, values);
    return Vectors.dense(values);
  }

  private static Dataset<Row> frame(List<Row> rows, int partitions) {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    return LocalSpark.session().createDataFrame(context.parallelize(rows, partitions), SCHEMA);
  }

  private static List<BatchResult> monitored(Dataset<Row> frame) {
    return NightlyMonitor.of(reference)
        .withDay("day")
        .withSegments("camera")
        .withLabels("label")
        .monitor(frame)
        .collectAsList()
        .stream()
        .map(row -> new BatchRow(values(row)).toBatch())
        .sorted(
            Comparator.comparing(BatchResult::at)
                .thenComparing(night -> night.segment().map(s -> s.value()).orElse("")))
        .toList();
  }

  private static Object[] values(Row row) {
    return IntStream.range(0, row.length()).mapToObj(row::get).toArray();
  }

  @Test
  void givenDays_thenBatchesAreThoseOfCore() {
    List<BatchResult> nights = monitored(frame(rows(), 3));

    assertThat(nights).hasSize(10);
    for (int day = 0; day < 2; day++) {
      KnownBatch known = NIGHTS.get(day);
      Batch batch = known.batch();
      List<BatchResult> core =
          Monitor.against(reference)
              .observe(
                  known.at(),
                  new Batch(
                      batch.logits(),
                      batch.features(),
                      Optional.empty(),
                      Map.of("camera", batch.columns().get("camera"))));
      for (int i = 0; i < 5; i++) {
        BatchResult expected = core.get(i);
        BatchResult night = nights.get(5 * day + i);
        assertThat(night.at()).isEqualTo(expected.at());
        assertThat(night.segment()).isEqualTo(expected.segment());
        assertThat(night.rows()).isEqualTo(expected.rows());
        for (Metric metric : List.of(Metric.CONFIDENCE, Metric.CLASSES)) {
          assertThat(night.reading(metric).orElseThrow().value())
              .isCloseTo(expected.reading(metric).orElseThrow().value(), within(1e-12));
        }
        assertThat(night.reading(Metric.ACCURACY).orElseThrow().value())
            .isCloseTo(expected.reading(Metric.ACCURACY).orElseThrow().value(), within(FOLDS));
      }
    }
    assertThat(nights.get(0).alerts()).isEmpty();
    assertThat(nights.get(5).alerts()).isNotEmpty();
    assertThat(nights.get(0).realised().orElseThrow().rows()).isEqualTo(1000);
  }

  @Test
  void givenOtherPartitionsAndOrder_thenBatchesAreTheSame() {
    List<Row> shuffled = rows();
    Collections.shuffle(shuffled, new Random(7));

    assertThat(monitored(frame(shuffled, 7))).isEqualTo(monitored(frame(rows(), 1)));
  }

  @Test
  void givenMoreRowsThanTheLimit_thenAllAreCountedAndOrderDoesNotMatter() {
    List<MonitoredRow> rows =
        IntStream.range(0, 1000)
            .mapToObj(
                i ->
                    MonitoredRow.of(
                        new double[] {i, -i}, new double[] {1.0 / i}, i % 2, List.of("c" + i % 3)))
            .toList();
    List<MonitoredRow> reversed = new ArrayList<>(rows);
    Collections.reverse(reversed);
    DayRows first = new DayRows(List.of("camera"), 100);
    DayRows second = new DayRows(List.of("camera"), 100);

    rows.forEach(first::add);
    reversed.forEach(second::add);

    assertThat(first.batch()).isEqualTo(second.batch());
    assertThat(first.batch().logits().rows()).isEqualTo(100);
    assertThat(first.rows()).isEqualTo(1000);
    // A fair sample: a third of 100 rows, give or take four standard errors.
    assertThat(first.batch().columns().get("camera").stream().filter("c1"::equals).count())
        .isBetween(14L, 52L);
  }

  @Test
  void givenDates_thenTheyAreDays() {
    Dataset<Row> dated =
        frame(rows(), 2).withColumn("day", functions.to_date(functions.col("day")));

    assertThat(monitored(dated))
        .extracting(night -> night.at().toString())
        .contains("2026-09-21", "2026-10-21");
  }

  @Test
  void givenInvalidLogits_thenTheMessageNamesColumnAndDay() {
    List<Row> rows = rows();
    Row first = rows.get(0);
    rows.set(
        0,
        RowFactory.create(
            first.get(0), Vectors.dense(1, Double.NaN, 0, 0, 0), first.get(2), 0, "1"));

    assertThatThrownBy(() -> monitored(frame(rows, 2)))
        .rootCause()
        .hasMessageContaining("Column \"logits\" holds element 1 = NaN")
        .hasMessageContaining("on day 2026-09-21");
  }

  @Test
  void givenMissingColumn_thenTheMessageNamesIt() {
    assertThatThrownBy(
            () -> NightlyMonitor.of(reference).withDay("night").monitor(frame(rows(), 1)))
        .hasMessageContaining("There is no column \"night\"");
  }
}
