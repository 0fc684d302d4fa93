package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.calibration.Calibrator;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.example.KnownShift;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Probabilities;
import org.transcal.task.TransferTask;

@ExtendWith(LocalSpark.class)
class CalibrationModelTransformerTest {
  private static final TransferTask TASK = KnownShift.sample(50, 200, 1500, 3).task();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"vanilla", "temperature", "vector", "matrix", "platt", "isotonic", "histogram"})
  void givenAModelFileOfEachKind_thenRowsGetItsProbabilities(String method) throws IOException {
    CalibrationModel model =
        ((Calibrator) Methods.named(method, MethodSettings.defaults())).fit(TASK).model();
    Path file = folder.resolve("model.json");
    ModelJson.write(file, model, Provenance.unknown());
    Probabilities expected = model.calibrate(TASK.target().logits());
    CalibrationModelTransformer transformer =
        new CalibrationModelTransformer().setModelFile(file.toUri().toString());
    String saved = folder.resolve("saved").toString();
    transformer.save(saved);

    List<Row> rows =
        CalibrationModelTransformer.load(saved)
            .transform(TaskFrame.of(TASK).where("split = 'target'"))
            .collectAsList();

    assertThat(rows).hasSize(1500);
    for (int i = 0; i < rows.size(); i++) {
      Vector probability = rows.get(i).getAs("calibratedProbability");
      double largest = 0;
      for (int k = 0; k < probability.size(); k++) {
        assertThat(probability.apply(k)).isCloseTo(expected.get(i, k), within(1e-12));
        largest = Math.max(largest, probability.apply(k));
      }
      assertThat(rows.get(i).<Double>getAs("calibratedConfidence")).isEqualTo(largest);
      assertThat(rows.get(i).<Object>getAs("logits")).isNotNull();
    }
  }

  @Test
  void givenOneOutputColumn_thenOnlyThatIsAdded() {
    CalibrationModelTransformer transformer =
        new CalibrationModelTransformer()
            .setModelJson(
                "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 5,"
                    + " \"temperature\": 2.5}");
    var target = TaskFrame.of(TASK).where("split = 'target'").select("logits");

    assertThat(
            transformer
                .copy(new org.apache.spark.ml.param.ParamMap())
                .setProbabilityCol("")
                .transform(target)
                .columns())
        .containsExactly("logits", "calibratedConfidence");
    assertThat(
            transformer
                .copy(new org.apache.spark.ml.param.ParamMap())
                .setConfidenceCol("")
                .transform(target)
                .columns())
        .containsExactly("logits", "calibratedProbability");
  }

  @Test
  void givenNoModelOrAnInvalidOne_thenTheErrorSaysSo() {
    var target = TaskFrame.of(TASK);

    assertThatThrownBy(() -> new CalibrationModelTransformer().transform(target))
        .hasMessageContaining("set modelFile or modelJson first");
    assertThatThrownBy(() -> new CalibrationModelTransformer().setModelJson("{}"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("modelJson: line 1: \"schema\" is missing");
    assertThatThrownBy(() -> new CalibrationModelTransformer().setModelFile(folder + "/none.json"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none.json: cannot be read");
  }
}
