package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.transcal.example.KnownShift;

/** A fit leaves no cached rows behind, however it ends. */
@ExtendWith(LocalSpark.class)
class FailedFitTest {
  private static Set<Integer> cached() {
    return Set.copyOf(
        JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
            .getPersistentRDDs()
            .keySet());
  }

  @Test
  void givenAJobThatFails_thenItsCacheIsFreed() {
    Dataset<Row> rows = TaskFrame.of(KnownShift.sample(20, 20, 20, 1).task());
    Dataset<Row> failing =
        rows.selectExpr(
            "split", "features", "logits", "IF(label < 0, 0, raise_error('broken')) AS label");
    Dataset<Row> invalid = rows.selectExpr("'no' AS split", "features", "logits", "label");
    Set<Integer> before = cached();

    assertThatThrownBy(() -> new TransCalEstimator().fit(failing.selectExpr("*")))
        .hasStackTraceContaining("broken");
    assertThat(cached()).isEqualTo(before);
    assertThatThrownBy(() -> new TransCalEstimator().fit(invalid))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(cached()).isEqualTo(before);
    assertThatThrownBy(() -> new TransCalEstimator().setMaxValidationValues(1).fit(rows))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(cached()).isEqualTo(before);
  }
}
