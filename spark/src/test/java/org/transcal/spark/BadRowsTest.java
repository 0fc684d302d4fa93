package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid rows: one message that names the column and a value, without Spark's stack trace. */
@ExtendWith(LocalSpark.class)
class BadRowsTest {
  private static final Vector FEATURES = Vectors.dense(1, 2, 3);
  private static final Vector LOGITS = Vectors.dense(0.5, 1.5);

  private static List<Row> good() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Vector features = Vectors.dense(i, i % 2, -i);
      rows.add(RowFactory.create("source_train", features, null, null));
      rows.add(RowFactory.create("source_val", features, Vectors.dense(i, 3 - i), i % 2));
      rows.add(RowFactory.create("target", features, Vectors.dense(2, i), null));
    }
    return rows;
  }

  static Stream<Arguments> badRows() {
    Vector nan = Vectors.dense(0.25, Double.NaN);
    return Stream.of(
        Arguments.of(
            RowFactory.create("target", FEATURES, null, null),
            "Column \"logits\": null for split \"target\" in 1 row, for example null; logits must"
                + " be finite, within ±1.0E30"),
        Arguments.of(
            RowFactory.create("target", FEATURES, nan, null),
            "Column \"logits\": NaN, infinity or too large a number in 1 row, for example element 1"
                + " = NaN of [0.25, NaN]; logits must be finite, within ±1.0E30"),
        Arguments.of(
            RowFactory.create("source_val", FEATURES, Vectors.dense(1), 0),
            "Column \"logits\": fewer than 2 logits in 1 row, for example [1.0]; there must be"
                + " one logit per class, at least 2"),
        Arguments.of(
            RowFactory.create("target", FEATURES, Vectors.dense(1, 2, 3), null),
            "Column \"logits\": 3 numbers in 1 row, for example [1.0, 2.0, 3.0]; the other 12"
                + " rows hold 2"),
        Arguments.of(
            RowFactory.create("source_train", null, null, null),
            "Column \"features\": null for split \"source_train\" in 1 row, for example null;"
                + " features must be finite, within ±1.0E30"),
        Arguments.of(
            RowFactory.create("target", Vectors.dense(0, 1, 1e101), LOGITS, null),
            "Column \"features\": NaN, infinity or too large a number in 1 row, for example"
                + " element 2 = 1.0E101 of [0.0, 1.0, 1.0E101]; features must be finite, within"
                + " ±1.0E30"),
        Arguments.of(
            RowFactory.create("target", Vectors.dense(7, 8), LOGITS, null),
            "Column \"features\": 2 numbers in 1 row, for example [7.0, 8.0]; the other 18 rows"
                + " hold 3"),
        Arguments.of(
            RowFactory.create("targte", FEATURES, LOGITS, null),
            "Column \"split\": an unknown split in 1 row, for example \"targte\"; it must be"
                + " \"source_train\", \"source_val\" or \"target\""),
        Arguments.of(
            RowFactory.create(null, FEATURES, LOGITS, null),
            "Column \"split\": null in 1 row, for example null; it must be \"source_train\","
                + " \"source_val\" or \"target\""),
        Arguments.of(
            RowFactory.create("source_val", FEATURES, LOGITS, null),
            "Column \"label\": null for split \"source_val\" in 1 row, for example null; labels of"
                + " 2 logits must be in 0 … 1"),
        Arguments.of(
            RowFactory.create("source_val", FEATURES, LOGITS, 2),
            "Column \"label\": a class without a logit for split \"source_val\" in 1 row, for"
                + " example 2.0; labels of 2 logits must be in 0 … 1"));
  }

  @ParameterizedTest
  @MethodSource("badRows")
  void givenAnInvalidRow_thenTheErrorNamesColumnAndExample(Row bad, String message) {
    List<Row> rows = good();
    rows.add(5, bad);

    assertThatThrownBy(() -> new TransCalEstimator().fit(TaskFrame.frame(rows, 3)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message)
        .hasNoCause();
  }

  @Test
  void givenSeveralInvalidRows_thenTheErrorCountsThem() {
    List<Row> rows = good();
    for (int i = 0; i < 4; i++) {
      rows.add(2 * i, RowFactory.create("no", FEATURES, LOGITS, 0));
    }

    assertThatThrownBy(() -> new TransCalEstimator().fit(TaskFrame.frame(rows, 3)))
        .hasMessageStartingWith("Column \"split\": an unknown split in 4 rows, for example \"no\"");
  }

  @Test
  void givenAClassWithoutValidationRows_thenTheErrorNamesItUnlessAccepted() {
    List<Row> rows = new ArrayList<>();
    for (Row row : good()) {
      boolean labelled = row.getString(0).equals("source_val");
      rows.add(RowFactory.create(row.get(0), row.get(1), row.get(2), labelled ? 0 : null));
    }
    Dataset<Row> frame = TaskFrame.frame(rows, 2);

    assertThatThrownBy(() -> new TransCalEstimator().fit(frame))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Column \"label\": none of the 6 rows of split \"source_val\" has class 1 of the 2 that"
                + " column \"logits\" has logits for; add such rows, or set absentClasses to"
                + " \"accept\"");
    new TransCalEstimator().setAbsentClasses(TransCalEstimator.ACCEPT).fit(frame);
  }

  @ParameterizedTest
  @MethodSource("splits")
  void givenASplitWithoutRows_thenTheErrorNamesIt(String split) {
    List<Row> rows = good().stream().filter(row -> !row.getString(0).equals(split)).toList();

    assertThatThrownBy(() -> new TransCalEstimator().fit(TaskFrame.frame(rows, 2)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("Column \"split\": no row is \"" + split + "\"; method transcal needs some");
  }

  static Stream<String> splits() {
    return Stream.of("source_train", "source_val", "target");
  }

  @Test
  void givenTooManyValidationRows_thenTheErrorNamesLimitAndRemedy() {
    assertThatThrownBy(
            () ->
                new TransCalEstimator().setMaxValidationValues(11).fit(TaskFrame.frame(good(), 2)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6 source validation rows of 2 logits are 12 numbers")
        .hasMessageContaining("the driver collects at most 11")
        .hasMessageContaining("maxValidationValues");
  }

  @Test
  void givenWrongColumns_thenTheErrorNamesThemBeforeRowsAreRead() {
    Dataset<Row> frame = TaskFrame.frame(good(), 2);

    assertThatThrownBy(() -> new TransCalEstimator().setLogitsCol("z").fit(frame))
        .hasMessage("There is no column \"z\"; the columns are split, features, logits, label");
    assertThatThrownBy(() -> new TransCalEstimator().setLabelCol("split").fit(frame))
        .hasMessage("Column \"split\" has type string; it must hold numbers");
    assertThatThrownBy(() -> new TransCalEstimator().setLogitsCol("label").fit(frame))
        .hasMessage(
            "Column \"label\" has type int; it must hold vectors of Spark ML or arrays of numbers");
    assertThatThrownBy(() -> new TransCalEstimator().setSplitCol("label").fit(frame))
        .hasMessage("Column \"label\" has type int; it must hold the names of splits");
    assertThatThrownBy(() -> new TransCalEstimator().setConfidenceCol("label").fit(frame))
        .hasMessage("There is a column \"label\" already; name another output column");
    assertThatThrownBy(() -> new TransCalEstimator().setTargetValue("source_val").fit(frame))
        .hasMessageContaining("they must differ");
  }

  @Test
  void givenAnInvalidRowInTransform_thenTheCauseNamesColumnAndValue() {
    TransCalModel model =
        new TransCalEstimator().setMethod("temperature").fit(TaskFrame.frame(good(), 2));
    List<Row> rows = List.of(RowFactory.create("t", FEATURES, Vectors.dense(1, 2, 3), null));

    assertThatThrownBy(() -> model.transform(TaskFrame.frame(rows, 1)).collectAsList())
        .rootCause()
        .hasMessage(
            "Column \"logits\" holds 3 numbers, [1.0, 2.0, 3.0] (partition 0); 2 finite logits are"
                + " needed, or set handleInvalid to \"skip\" or \"keep\"");
    assertThatThrownBy(
            () ->
                model
                    .transform(
                        TaskFrame.frame(rows, 1)
                            .withColumn("logits", functions.lit(null).cast("array<double>")))
                    .collectAsList())
        .rootCause()
        .hasMessageStartingWith("Column \"logits\" is null (partition 0); 2 finite logits");
  }
}
