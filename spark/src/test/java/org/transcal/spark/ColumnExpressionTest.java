package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.example.KnownShift;

/** Spark's optimizer leaves out outputs of {@code transform} that are not used. */
@ExtendWith(LocalSpark.class)
class ColumnExpressionTest {
  @TempDir private Path folder;

  private Dataset<Row> calibrated;

  @BeforeEach
  void transformAFile() {
    String file = folder.resolve("rows.parquet").toString();
    TaskFrame.of(KnownShift.sample(10, 10, 50, 3).task())
        .where("split = 'target'")
        .write()
        .parquet(file);
    calibrated =
        new CalibrationModelTransformer()
            .setModelJson(
                "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 5,"
                    + " \"temperature\": 2.5}")
            .setProbabilityCol("p")
            .setConfidenceCol("c")
            .transform(LocalSpark.session().read().parquet(file));
  }

  private static String optimized(Dataset<Row> rows) {
    return rows.queryExecution().optimizedPlan().toString();
  }

  private static String executed(Dataset<Row> rows) {
    return rows.queryExecution().executedPlan().toString();
  }

  @Test
  void givenAnotherColumnSelected_thenNothingIsCalibratedAndNoLogitsAreRead() {
    Dataset<Row> labels = calibrated.select("label");

    assertThat(optimized(labels)).doesNotContain("calibrate(", "MapPartitions");
    assertThat(executed(labels)).contains("ReadSchema: struct<label:int>");
  }

  @Test
  void givenAFilterOnAnotherColumn_thenItRunsBeforeInTheFileReader() {
    Dataset<Row> some = calibrated.where("label = 3");

    assertThat(executed(some)).contains("PushedFilters: [IsNotNull(label), EqualTo(label,3)]");
    String plan = optimized(some);
    assertThat(plan.indexOf("calibrate(")).isBetween(0, plan.indexOf("Filter ("));
  }

  @Test
  void givenBothOutputs_thenRowsAreCalibratedOnce() {
    assertThat(optimized(calibrated).split("calibrate\\(", -1)).hasSize(2);
    assertThat(calibrated.columns())
        .containsExactly("split", "features", "logits", "label", "p", "c");
    assertThat(calibrated.select("p", "c").collectAsList()).hasSize(50);
  }

  @Test
  void givenNamesWithDotsAndDuplicateColumns_thenOnlyTheOutputsAreAdded() {
    Dataset<Row> rows =
        LocalSpark.session().sql("SELECT array(1D, 2D) AS `raw.z`, 7 AS twice, 8 AS twice");

    Dataset<Row> odd =
        new CalibrationModelTransformer("stage.1")
            .setModelJson(
                "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 2,"
                    + " \"temperature\": 1.0}")
            .setLogitsCol("raw.z")
            .setProbabilityCol("")
            .setConfidenceCol("confidence.of")
            .transform(rows);

    assertThat(odd.columns()).containsExactly("raw.z", "twice", "twice", "confidence.of");
    assertThat(odd.first().getDouble(3)).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-12));
  }
}
