package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.example.KnownShift;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MergeableMetric;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Logits;

@ExtendWith(LocalSpark.class)
class CalibrationEvaluatorTest {
  /** Sums of a thousand rows in another order. */
  private static final double ROUNDING = 1e-12;

  private static final KnownShift EXAMPLE = KnownShift.sample(50, 50, 1000, 9);
  private static final Logits LOGITS = EXAMPLE.task().target().logits();
  private static final LabelledPredictions TRUTH =
      LabelledPredictions.of(LOGITS.softmax(1), EXAMPLE.targetLabels());

  static List<String> metrics() {
    return CalibrationEvaluator.metricNames();
  }

  private static Dataset<Row> frame(int partitions) {
    List<Row> rows = new ArrayList<>();
    double[] p = new double[LOGITS.classes()];
    for (int i = 0; i < LOGITS.rows(); i++) {
      TRUTH.probabilities().copyRow(i, p);
      rows.add(
          RowFactory.create(
              "target",
              Vectors.dense(p.clone()),
              TaskFrame.vector(LOGITS.values(), i),
              EXAMPLE.targetLabels().get(i)));
    }
    return TaskFrame.frame(rows, partitions).withColumnRenamed("features", "calibratedProbability");
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void givenLogitsOrProbabilities_thenTheMetricEqualsThatWithoutSpark(String name) {
    MergeableMetric metric =
        CalibrationMetrics.mergeable(10).stream()
            .filter(known -> known.key().equals(name))
            .findAny()
            .orElseThrow();
    CalibrationEvaluator evaluator = new CalibrationEvaluator().setMetricName(name).setBins(10);
    double expected = metric.measure(TRUTH);

    assertThat(evaluator.evaluate(frame(1))).isCloseTo(expected, within(ROUNDING));
    assertThat(evaluator.evaluate(frame(5))).isCloseTo(expected, within(ROUNDING));
    assertThat(evaluator.setLogitsCol("logits").evaluate(frame(3)))
        .isCloseTo(expected, within(ROUNDING));
    assertThat(evaluator.isLargerBetter()).isEqualTo(name.equals("accuracy"));
  }

  @Test
  void givenRows_thenTheReliabilityDiagramEqualsThatWithoutSpark() {
    ReliabilityDiagram expected = ReliabilityDiagram.of(TRUTH, 15);

    ReliabilityDiagram diagram = new CalibrationEvaluator().reliability(frame(4));

    for (int b = 0; b < 15; b++) {
      assertThat(diagram.bins().get(b).count()).isEqualTo(expected.bins().get(b).count());
      // As objects: an empty bin has no accuracy, and NaN is not equal to itself.
      assertThat(diagram.bins().get(b).accuracy())
          .isEqualTo(Double.valueOf(expected.bins().get(b).accuracy()));
    }
  }

  @Test
  void givenInvalidRows_thenTheErrorNamesColumnAndExample() {
    Dataset<Row> good = frame(2);
    CalibrationEvaluator evaluator = new CalibrationEvaluator();

    assertThatThrownBy(
            () -> evaluator.evaluate(good.selectExpr("calibratedProbability", "7 AS label")))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("Column \"label\" holds 7.0; labels of 5 classes must be in 0 … 4");
    assertThatThrownBy(
            () -> evaluator.evaluate(good.selectExpr("logits AS calibratedProbability", "label")))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Column \"calibratedProbability\": Probabilit");
    assertThatThrownBy(
            () ->
                evaluator.evaluate(
                    good.selectExpr(
                        "CAST(NULL AS array<double>) AS calibratedProbability", "label")))
        .hasMessage("Column \"calibratedProbability\" is null; numbers are needed");
    assertThatThrownBy(() -> evaluator.evaluate(good.where("label > 9")))
        .hasMessage("There are no rows to evaluate (0 were skipped); at least one is needed");
    assertThatThrownBy(() -> evaluator.setMetricName("auc"))
        .hasMessageStartingWith("Unknown metric \"auc\"; known metrics: accuracy, ece, nll, brier");
  }
}
