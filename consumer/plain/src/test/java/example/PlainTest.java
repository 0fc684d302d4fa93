package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.comparison.MethodComparison;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskFiles;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.TransferTask;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.workflow.Fit;
import org.transcal.workflow.Listener;
import org.transcal.workflow.TaskInput;

/** What an engineer with arrays does, on the class path. */
class PlainTest {
  @TempDir private Path folder;

  @Test
  void givenArrays_thenFitWriteReadAndCalibrate() {
    double[][] validation = {{2, 0}, {0, 1}, {3, 1}, {0, 2}, {1, 0}, {0, 3}};
    int[] labels = {0, 1, 0, 1, 1, 1};
    double[][] target = {{1, 0}, {0, 2}, {1, 2}};
    TransferTask task =
        TransferTask.named("mine")
            .sourceValidation(Logits.copyOf(validation), Labels.copyOf(labels, 2))
            .target(Logits.copyOf(target))
            .features(
                Matrix.copyOf(new double[][] {{0.1}, {0.5}, {-0.3}, {0.2}}),
                Matrix.copyOf(new double[][] {{0.2}, {0.4}, {-0.1}, {0.3}, {0.0}, {0.1}}),
                Matrix.copyOf(new double[][] {{0.9}, {0.4}, {0.6}}))
            .build();

    FittedCalibration fit = TransCal.released().fit(task);
    Path file = folder.resolve("model.json");
    ModelJson.write(file, fit.model(), new Provenance("transcal", 7, "1", Map.of()));
    Probabilities calibrated = ModelJson.read(file).model().calibrate(task.target().logits());

    assertTrue(fit.temperature().getAsDouble() > 0);
    assertEquals(1, calibrated.get(0, 0) + calibrated.get(0, 1), 1e-12);
  }

  @Test
  void givenATaskFile_thenWhatTheCommandDoes() {
    Path file = folder.resolve("task.npz");
    TaskFiles.write(file, KnownShift.sample(100, 100, 100, 1).task());

    Fit.Result fit =
        Fit.run(TaskInput.of(TaskFiles.load(file)), Fit.Options.defaults(), Listener.silent());

    assertEquals("recommended", fit.chosen().method());
    assertTrue(fit.model().orElseThrow().provenance().inputs().containsKey("target_logits"));
  }

  /** These once failed outside our own build: a library was used but not declared. */
  @Test
  void givenOnlyDeclaredDependencies_thenResamplingWorks() {
    KnownShift example = KnownShift.demo(1);
    TransferTask task = example.task();

    MetricEvaluation evaluation =
        MetricEvaluation.of(
            LabelledPredictions.of(task.target().logits().softmax(1), example.targetLabels()),
            15,
            Bootstrap.seeded(1));
    double accuracy = TargetEstimator.seeded(1).estimate(task).accuracy().value();

    assertTrue(evaluation.estimate("ece").value() > 0);
    assertTrue(accuracy > 0 && accuracy < 1);
  }

  @Test
  void givenSeveralMethods_thenCompared() {
    KnownShift example = KnownShift.demo(1);
    MethodSettings settings = MethodSettings.defaults();

    MethodComparison comparison =
        MethodComparison.run(
            example.task(),
            List.of(Methods.named("temperature", settings), Methods.named("transcal", settings)),
            settings,
            result -> {});

    assertEquals(2, comparison.results().size());
  }
}
