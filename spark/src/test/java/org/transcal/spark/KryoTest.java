package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.transcal.example.KnownShift;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.RowPlan;
import org.transcal.spark.rows.RowStatistics;
import org.transcal.spark.rows.Split;
import org.transcal.spark.rows.TaskRows;
import scala.reflect.ClassTag;

/** With {@code spark.serializer} set to Kryo, which many clusters do, a fit and a metric work. */
@ExtendWith(LocalSpark.class)
class KryoTest {
  private static <T> T copy(T original) {
    SerializerInstance kryo = new KryoSerializer(new SparkConf(false)).newInstance();
    ClassTag<T> any = ClassTag.apply(Object.class);
    return kryo.deserialize(kryo.serialize(original, any), any);
  }

  @Test
  void givenStatisticsOfRows_thenKryoKeepsThem() {
    List<Row> rows = TaskFrame.rows(KnownShift.sample(20, 20, 20, 1).task());
    rows.add(RowFactory.create("unknown", null, null, null));
    RowPlan plan =
        new RowPlan(
            new RowPlan.Columns("split", "features", "logits", "label", ""),
            new RowPlan.SplitValues("source_train", "source_val", "target"),
            RowPlan.Weighting.FEATURES,
            HandleInvalid.SKIP);
    try (TaskRows read =
        TaskRows.read(TaskFrame.frame(rows, 1), plan, StorageLevel.MEMORY_ONLY())) {
      RowStatistics statistics = copy(read.statistics());

      assertThat(statistics.rows(Split.TARGET)).isEqualTo(20);
      assertThat(statistics.low()).isEqualTo(read.statistics().low());
      assertThat(copy(read.blocks().first()).rows()).isEqualTo(read.blocks().first().rows());
    }
  }

  @Test
  void givenSumsOfAPartition_thenKryoKeepsThem() {
    PartitionMetric.Part part = new PartitionMetric.Part(3, new double[] {1, 2}, 4, "problem");

    PartitionMetric.Part copy = copy(part);

    assertThat(copy.sums).isEqualTo(part.sums);
    assertThat(copy.problem).isEqualTo("problem");
  }
}
