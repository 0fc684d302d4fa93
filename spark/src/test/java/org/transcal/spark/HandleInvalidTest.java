package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.transcal.example.KnownShift;
import org.transcal.task.TransferTask;

/** Invalid rows: an error, dropped, or kept without outputs. */
@ExtendWith(LocalSpark.class)
class HandleInvalidTest {
  private static final TransferTask TASK = KnownShift.sample(200, 200, 200, 4).task();
  private static final Vector FIVE = Vectors.dense(1, 2, 3, 4, 5);
  private static final List<Vector> BAD =
      java.util.Arrays.asList(
          null,
          Vectors.dense(1, 2, Double.NaN, 4, 5),
          Vectors.dense(1, 2, Double.POSITIVE_INFINITY, 4, 5),
          Vectors.dense(1, 2));

  private static CalibrationModelTransformer transformer(String handleInvalid) {
    return new CalibrationModelTransformer()
        .setModelJson(
            "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 5,"
                + " \"temperature\": 2.5}")
        .setHandleInvalid(handleInvalid);
  }

  /** One valid row, then invalid ones. */
  private static Dataset<Row> rows() {
    List<Row> rows = new ArrayList<>(List.of(RowFactory.create("good", FIVE, FIVE, 4)));
    for (Vector bad : BAD) {
      rows.add(RowFactory.create("bad", FIVE, bad, 0));
    }
    return TaskFrame.frame(rows, 2);
  }

  @Test
  void givenError_thenTheMessageNamesColumnContentAndRemedy() {
    assertThatThrownBy(() -> transformer("error").transform(rows()).collectAsList())
        .rootCause()
        .hasMessageStartingWith("Column \"logits\" ")
        .hasMessageEndingWith(
            "5 finite logits are needed, or set handleInvalid to \"skip\" or \"keep\"");
    assertThatThrownBy(() -> transformer("drop"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("handleInvalid is \"drop\"; it must be one of \"error\", \"skip\", \"keep\"");
    assertThatThrownBy(() -> new CalibrationEvaluator().setHandleInvalid("keep"))
        .hasMessage("handleInvalid is \"keep\"; it must be one of \"error\", \"skip\"");
  }

  @Test
  void givenSkip_thenInvalidRowsAreDropped() {
    Dataset<Row> calibrated = transformer("skip").transform(rows());

    assertThat(
            calibrated.select("split").as(org.apache.spark.sql.Encoders.STRING()).collectAsList())
        .containsExactly("good");
    assertThat(calibrated.first().<Vector>getAs("calibratedProbability").size()).isEqualTo(5);
  }

  @Test
  void givenKeep_thenInvalidRowsHaveNullOutputs() {
    CalibrationModelTransformer keep = transformer("keep");
    Dataset<Row> calibrated = keep.transform(rows());

    List<Row> all = calibrated.collectAsList();

    assertThat(all).hasSize(1 + BAD.size());
    assertThat(all)
        .allSatisfy(
            row -> {
              boolean bad = row.getString(0).equals("bad");
              assertThat(row.getAs("calibratedProbability") == null).isEqualTo(bad);
              assertThat(row.getAs("calibratedConfidence") == null).isEqualTo(bad);
            });
    assertThat(calibrated.schema()).isEqualTo(keep.transformSchema(rows().schema()));
    assertThat(transformer("error").transform(rows()).schema())
        .isEqualTo(transformer("error").transformSchema(rows().schema()));
  }

  @Test
  void givenKeptRows_thenTheEvaluatorSkipsThem() {
    Dataset<Row> kept = transformer("keep").transform(rows());
    double expected = new CalibrationEvaluator().evaluate(kept.where("split = 'good'"));
    CalibrationEvaluator evaluator = new CalibrationEvaluator();

    assertThatThrownBy(() -> evaluator.evaluate(kept))
        .hasMessage("Column \"calibratedProbability\" is null; numbers are needed");
    evaluator.setHandleInvalid("skip");
    assertThat(evaluator.evaluate(kept)).isEqualTo(expected);
    assertThat(
            evaluator.evaluate(
                kept.unionByName(
                    kept.where("split = 'good'").selectExpr("* EXCEPT (label)", "9 AS label"))))
        .isEqualTo(expected);
    assertThatThrownBy(() -> evaluator.evaluate(kept.where("split = 'bad'")))
        .hasMessage("There are no rows to evaluate (4 were skipped); at least one is needed");
  }

  @Test
  void givenVectorsThatAreNotProbabilities_thenTheEvaluatorSkipsThem() {
    Vector sure = Vectors.dense(0.25, 0.75);
    Dataset<Row> rows =
        TaskFrame.frame(
            List.of(
                RowFactory.create("", sure, sure, 1),
                RowFactory.create("", Vectors.dense(0.5, 0.9), sure, 1)),
            1);

    double ece =
        new CalibrationEvaluator()
            .setProbabilityCol("features")
            .setHandleInvalid("skip")
            .evaluate(rows);

    assertThat(ece).isEqualTo(0.25);
  }

  @Test
  void givenInvalidRowsInAFit_thenTheyAreLeftOutAndTheModelInheritsTheSetting() {
    List<Row> rows = TaskFrame.rows(TASK);
    TransCalModel expected = new TransCalEstimator().fit(TaskFrame.frame(rows, 2));
    rows.add(7, RowFactory.create("target", null, null, null));
    rows.add(50, RowFactory.create("source_val", rows.get(0).get(1), FIVE, 99));
    rows.add(RowFactory.create("elsewhere", rows.get(0).get(1), FIVE, 0));

    for (String choice : List.of("skip", "keep")) {
      TransCalModel model =
          new TransCalEstimator().setHandleInvalid(choice).fit(TaskFrame.frame(rows, 3));

      assertThat(model.modelJson()).isEqualTo(expected.modelJson());
      assertThat(model.getOrDefault(model.handleInvalid())).isEqualTo(choice);
    }
  }
}
