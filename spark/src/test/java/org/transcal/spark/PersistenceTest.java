package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.SQLTransformer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.example.KnownShift;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.task.TransferTask;

/** Stages can be saved and loaded, alone and in pipelines. */
@ExtendWith(LocalSpark.class)
class PersistenceTest {
  private static final TransferTask TASK = KnownShift.sample(300, 200, 300, 3).task();

  @TempDir private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void givenASavedPipelineModel_thenItCalibratesTheSameAfterLoading() throws IOException {
    Dataset<Row> frame = TaskFrame.of(TASK);
    Pipeline pipeline =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  new SQLTransformer().setStatement("SELECT *, logits AS z FROM __THIS__"),
                  new TransCalEstimator()
                      .setLogitsCol("z")
                      .setProbabilityCol("p")
                      .setConfidenceCol("c")
                      .setSeed(5)
                });
    Dataset<Row> target = frame.where("split = 'target'");
    pipeline.write().save(path("pipeline"));

    PipelineModel fitted = Pipeline.load(path("pipeline")).fit(frame);
    fitted.write().save(path("fitted"));
    PipelineModel read = PipelineModel.load(path("fitted"));

    List<Row> expected = fitted.transform(target).select("c", "p").collectAsList();
    assertThat(read.transform(target).select("c", "p").collectAsList()).isEqualTo(expected);
    TransCalModel model = (TransCalModel) read.stages()[1];
    assertThat(model.temperature()).isEqualTo(((TransCalModel) fitted.stages()[1]).temperature());
    assertThat(model.uid()).isEqualTo(fitted.stages()[1].uid());
    assertThat(model.summary()).isEmpty();
    assertThat(model.getLogitsCol()).isEqualTo("z");
    try (Stream<Path> files = Files.walk(folder.resolve("fitted"))) {
      Path file =
          files.filter(at -> at.getFileName().toString().equals("model.json")).findAny().get();
      ModelFile byCommandLine = ModelJson.read(file);
      assertThat(byCommandLine.model()).isEqualTo(model.calibrationModel());
      assertThat(byCommandLine.provenance().method()).isEqualTo("transcal");
      assertThat(byCommandLine.provenance().seed()).isEqualTo(5);
    }
  }

  @Test
  void givenSavedStages_thenTheirParametersAreLoaded() throws IOException {
    TransCalEstimator estimator =
        new TransCalEstimator()
            .setMethod("cpcs")
            .setBins(7)
            .setTol(1e-5)
            .setMaxIter(9)
            .setAbsentClasses(TransCalEstimator.ACCEPT)
            .setStorageLevel("DISK_ONLY")
            .setMaxValidationValues(123);
    CalibrationEvaluator evaluator = new CalibrationEvaluator().setMetricName("nll").setBins(4);
    estimator.save(path("estimator"));
    evaluator.save(path("evaluator"));

    TransCalEstimator readEstimator = TransCalEstimator.load(path("estimator"));
    CalibrationEvaluator readEvaluator = CalibrationEvaluator.load(path("evaluator"));

    assertThat(readEstimator.explainParams()).isEqualTo(estimator.explainParams());
    assertThat(readEstimator.getMethod()).isEqualTo("cpcs");
    assertThat(readEvaluator.explainParams()).isEqualTo(evaluator.explainParams());
    assertThat(readEvaluator.getMetricName()).isEqualTo("nll");
  }

  /** Version 0.1 named the outputs {@code probability} and {@code confidence} by default. */
  @Test
  void givenStagesSavedByVersion01_thenTheyKeepTheColumnsTheyHadThen() throws URISyntaxException {
    String saved = Path.of(getClass().getResource("saved-0.1").toURI()).toString();
    Dataset<Row> rows = LocalSpark.session().sql("SELECT array(1D, 3D) AS logits, 1 AS label");

    PipelineModel pipeline = PipelineModel.load(saved + "/pipeline");
    CalibrationEvaluator evaluator = CalibrationEvaluator.load(saved + "/evaluator");
    TransCalEstimator estimator = TransCalEstimator.load(saved + "/estimator");

    Dataset<Row> calibrated = pipeline.transform(rows);
    assertThat(calibrated.columns())
        .containsExactly("logits", "label", "probability", "confidence");
    assertThat(evaluator.evaluate(calibrated)).isCloseTo(Math.log1p(Math.exp(-1)), within(1e-12));
    assertThat(estimator.getLogitsCol()).isEqualTo("rawPrediction");
    assertThat(estimator.getOrDefault(estimator.probabilityCol())).isEqualTo("probability");
    assertThat(estimator.getOrDefault(estimator.handleInvalid())).isEqualTo("error");
  }
}
