package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Outputs of Spark's own classifiers, with default column names. */
@ExtendWith(LocalSpark.class)
class MllibOutputTest {
  private static Dataset<Row> scored;

  @BeforeAll
  static void trainAClassifier() {
    Dataset<Row> drawn =
        LocalSpark.session()
            .range(0, 3000, 1, 2)
            .selectExpr(
                "CASE id % 3 WHEN 0 THEN 'source_train' WHEN 1 THEN 'source_val' ELSE 'target' END"
                    + " AS split",
                "randn(1) + IF(id % 3 = 2, 0.7D, 0D) AS x", "randn(2) AS y", "rand(3) AS u")
            .selectExpr(
                "split", "x", "y", "CAST(u < 1 / (1 + exp(-2 * x + x * y)) AS DOUBLE) AS label");
    Dataset<Row> rows =
        new VectorAssembler()
            .setInputCols(new String[] {"x", "y"})
            .setOutputCol("features")
            .transform(drawn);
    scored =
        new LogisticRegression()
            .fit(rows.where("split = 'source_train'"))
            .transform(rows)
            .localCheckpoint();
  }

  @Test
  void givenLogisticRegression_thenItsColumnsStayAndTheCalibratedOnesAreEvaluated() {
    Dataset<Row> target = scored.where("split = 'target'");
    CalibrationEvaluator evaluator = new CalibrationEvaluator();

    TransCalModel model = new TransCalEstimator().setLogitsCol("rawPrediction").fit(scored);
    Dataset<Row> calibrated = model.transform(target);

    assertThat(calibrated.columns())
        .containsSubsequence(
            "rawPrediction",
            "probability",
            "prediction",
            "calibratedProbability",
            "calibratedConfidence");
    double ece = evaluator.evaluate(calibrated);
    assertThat(ece).isNotEqualTo(evaluator.setProbabilityCol("probability").evaluate(calibrated));
    assertThat(ece)
        .isEqualTo(evaluator.setProbabilityCol("calibratedProbability").evaluate(calibrated));
  }

  @Test
  void givenNoCalibratedColumn_thenTheEvaluatorUsesNoOther() {
    assertThatThrownBy(() -> new CalibrationEvaluator().evaluate(scored))
        .hasMessageStartingWith("There is no column \"calibratedProbability\"; the columns are");
  }
}
