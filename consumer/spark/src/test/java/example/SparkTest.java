package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.spark.CalibrationEvaluator;
import org.transcal.spark.TransCalEstimator;
import org.transcal.spark.TransCalModel;

/** MLlib's logistic regression, calibrated, saved and loaded. */
class SparkTest {
  @Test
  void givenMllibOutput_thenItIsCalibratedAndTheModelCanBeLoaded(@TempDir Path folder) throws Exception {
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()) {
      Dataset<Row> drawn =
          spark
              .range(6_000)
              .selectExpr(
                  "element_at(array('source_train', 'source_val', 'target'), 1 + int(id % 3))"
                      + " AS split",
                  "2 * randn(1) AS x",
                  "randn(2) + if(id % 3 = 2, 1, 0) AS y",
                  "rand(3) AS u")
              .selectExpr(
                  "split", "x", "y", "double(u < 1 / (1 + exp(-3 * x / (1 + exp(y))))) AS label");
      Dataset<Row> rows =
          new VectorAssembler()
              .setInputCols(new String[] {"x", "y"})
              .setOutputCol("features")
              .transform(drawn);
      Dataset<Row> scored =
          new LogisticRegression().fit(rows.where("split = 'source_train'")).transform(rows);

      TransCalModel model = new TransCalEstimator().setLogitsCol("rawPrediction").fit(scored);
      Dataset<Row> calibrated = model.transform(scored.where("split = 'target'"));
      CalibrationEvaluator ece = new CalibrationEvaluator().setMetricName("ece");
      double after = ece.evaluate(calibrated);
      double before = ece.setProbabilityCol("probability").evaluate(calibrated);
      String saved = folder.resolve("model").toString();
      model.write().save(saved);

      assertTrue(after < before, after + " is not below " + before);
      assertEquals(model.temperature(), TransCalModel.load(saved).temperature());
    }
  }
}
