package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A sparse vector may have any size; made dense, a large one would fill the executor's memory. */
@ExtendWith(LocalSpark.class)
class LargeVectorTest {
  private static final Vector LARGE =
      Vectors.sparse(2_000_000_000, new int[] {3}, new double[] {1});
  private static final Vector SMALL = Vectors.dense(0.5, 0.5);

  private static Dataset<Row> frame(Vector features, Vector logits) {
    return TaskFrame.frame(
        List.of(
            RowFactory.create("source_train", SMALL, null, null),
            RowFactory.create("source_val", SMALL, SMALL, 0),
            RowFactory.create("source_val", SMALL, SMALL, 1),
            RowFactory.create("target", features, logits, 0)),
        1);
  }

  @Test
  void givenALargeVectorInAFit_thenTheErrorNamesColumnPositionSizeAndLimit() {
    assertThatThrownBy(() -> new TransCalEstimator().fit(frame(LARGE, SMALL)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Column \"features\": too many numbers in 1 row, for example 2000000000 in row 3 of"
                + " partition 0; at most 1048576 are read");
    assertThatThrownBy(() -> new TransCalEstimator().fit(frame(SMALL, LARGE)))
        .hasMessageStartingWith("Column \"logits\": too many numbers in 1 row");
  }

  @Test
  void givenALargeVectorInTransform_thenTheErrorNamesColumnPartitionAndSize() {
    CalibrationModelTransformer transformer =
        new CalibrationModelTransformer()
            .setModelJson(
                "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 2,"
                    + " \"temperature\": 2.0}");

    assertThatThrownBy(
            () ->
                transformer
                    .transform(frame(SMALL, LARGE).where("split = 'target'"))
                    .collectAsList())
        .rootCause()
        .hasMessageStartingWith(
            "Column \"logits\" holds 2000000000 numbers, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, …"
                + " 2000000000 numbers] (partition 0); 2 finite logits are needed");
  }

  @Test
  void givenALargeVectorInEvaluate_thenTheErrorNamesColumnPositionSizeAndLimit() {
    Dataset<Row> rows = frame(SMALL, LARGE).where("split != 'source_train'");

    assertThatThrownBy(() -> new CalibrationEvaluator().setLogitsCol("logits").evaluate(rows))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Column \"logits\" holds 2000000000 numbers in row 2 of partition 0; one per class is"
                + " needed, 2 to 1048576");
  }

  @Test
  void givenBinsOutOfBounds_thenTheErrorNamesTheBounds() {
    assertThatThrownBy(() -> new TransCalEstimator().setBins(10_001))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("bins is 10001; it must be in 1 … 10000");
    assertThatThrownBy(() -> new CalibrationEvaluator().setBins(0))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("bins is 0; it must be in 1 … 10000");
    Dataset<Row> wide =
        TaskFrame.frame(List.of(RowFactory.create("target", SMALL, Vectors.zeros(101), 0)), 1);
    assertThatThrownBy(
            () ->
                new CalibrationEvaluator()
                    .setMetricName("eceClasswise")
                    .setBins(10_000)
                    .setLogitsCol("logits")
                    .evaluate(wide))
        .hasMessageStartingWith("eceClasswise of 10000 bins and 101 classes keeps 1010000 sums");
  }
}
