package org.transcal.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.comparison.MethodComparison;
import org.transcal.example.KnownShift;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.PredictionScale;
import org.transcal.io.TaskFiles;
import org.transcal.io.TaskWriter;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.npy.NpzArchive;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.Balance;
import org.transcal.shift.DomainClassifier;
import org.transcal.task.TransferTask;

/** The short ways in and out of files, used as a program outside the project would. */
class FileApiTest {
  private static final KnownShift EXAMPLE = KnownShift.sample(30, 20, 25, 3);
  private static final List<String> CLASSES = List.of("A", "B", "C", "D", "E");

  @TempDir private Path folder;

  private static FittedCalibration fit(TransferTask task) {
    MethodSettings settings = MethodSettings.defaults();
    MethodComparison comparison =
        MethodComparison.run(
            task, List.of(Methods.named("temperature", settings)), settings, r -> {});
    return (FittedCalibration) comparison.results().get(0).fitted().orElseThrow();
  }

  @Test
  void givenAFit_whenItsModelIsWritten_thenItReadsBackWithItsProvenance() {
    FittedCalibration fit = fit(EXAMPLE.task());
    Path file = folder.resolve("deep/model.json");

    ModelJson.write(file, fit);

    ModelFile read = ModelJson.read(file);
    assertThat(read.model().parameters()).isEqualTo(fit.model().parameters());
    assertThat(read.provenance().method()).isEqualTo("temperature");
    assertThat(Provenance.currentVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void givenAFitWithASeed_whenItsModelIsWritten_thenSeedAndDigestsAreThoseOfTheTask() {
    Path task = folder.resolve("task.npz");
    TaskWriter.of(EXAMPLE.task()).write(task);
    LoadedTask loaded = TaskFiles.load(task);
    DomainClassifier upsampled = new DomainClassifier(Balance.UPSAMPLE, 7);
    Path file = folder.resolve("model.json");

    ModelJson.write(file, TransCal.released().withDensityRatio(upsampled).fit(EXAMPLE.task()));

    Provenance provenance = ModelJson.read(file).provenance();
    assertThat(provenance.seed()).isEqualTo(7);
    assertThat(provenance.inputs())
        .containsKeys("source_val_logits", "source_val_labels", "target_features", "mixup_logits");
    assertThat(loaded.digests()).containsAllEntriesOf(provenance.inputs());
  }

  @Test
  void givenATask_whenItIsWritten_thenTheSameTaskIsRead() {
    TransferTask task = EXAMPLE.task();
    Probabilities uniform = Logits.of(Matrix.wrap(new double[25 * 5], 25, 5)).softmax(1);
    TransferTask whole =
        TransferTask.named("A2B")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits())
            .features(task.features().orElseThrow())
            .sourceTraining(Logits.of(Matrix.wrap(new double[30 * 5], 30, 5)))
            .mixup(task.mixup().orElseThrow())
            .mcDropout(uniform)
            .svi(uniform)
            .ensemble(uniform)
            .secondModel(task.sourceValidation().logits(), task.target().logits())
            .build();
    Path file = folder.resolve("A2B.npz");

    TaskFiles.write(file, whole);

    LoadedTask read = TaskFiles.load(file);
    assertThat(read.warnings()).isEmpty();
    assertThat(read.targetLabels()).isEmpty();
    assertThat(read.task().name()).isEqualTo("A2B");
    assertThat(read.digests().keySet())
        .containsExactly(
            "ensemble_probs",
            "mcdropout_probs",
            "mixup_logits",
            "mixup_partner",
            "second_source_val_logits",
            "second_target_logits",
            "source_train_features",
            "source_train_logits",
            "source_val_features",
            "source_val_labels",
            "source_val_logits",
            "svi_probs",
            "target_features",
            "target_logits");
    assertThat(read.task().target().logits().values().toArrays())
        .isDeepEqualTo(task.target().logits().values().toArrays());
    assertThat(read.task().mixup().orElseThrow().partner(7))
        .isEqualTo(task.mixup().orElseThrow().partner(7));
    Path again = folder.resolve("again.npz");
    TaskFiles.write(again, read.task());
    assertThat(again).hasSameBinaryContentAs(file);
  }

  @Test
  void givenLabelsAndClassNames_thenTheyAreInTheFileToo() {
    Path file = folder.resolve("A2B.npz");
    Labels training = Labels.copyOf(new int[30], 5);

    TaskWriter.of(EXAMPLE.task())
        .targetLabels(EXAMPLE.targetLabels())
        .sourceTrainingLabels(training)
        .classNames(CLASSES)
        .write(file);

    assertThat(TaskFiles.load(file).targetLabels().orElseThrow().toArray())
        .isEqualTo(EXAMPLE.targetLabels().toArray());
    try (NpzArchive archive = NpzArchive.open(file)) {
      assertThat(archive.array("class_names").texts()).isEqualTo(CLASSES);
      assertThat(archive.array("source_train_labels").vector()).hasSize(30);
    }
  }

  @Test
  void givenPartsThatAFileCannotHold_thenTheTaskIsNotWritten() {
    TransferTask task = EXAMPLE.task();
    double[] twice = new double[25];
    java.util.Arrays.fill(twice, 1);
    twice[3] = 2;
    TransferTask counted = task.countedBy(Frequencies.ones(20), Frequencies.copyOf(twice));
    Labels few = Labels.copyOf(new int[3], 5);

    assertThatThrownBy(() -> TaskFiles.write(folder.resolve("x.npz"), counted))
        .hasMessage("Frequency at target row 3 is 2.0; a task file holds each row once");
    assertThatThrownBy(() -> TaskWriter.of(task).targetLabels(few))
        .hasMessage("Target has 25 rows but there are 3 labels");
    assertThatThrownBy(() -> TaskWriter.of(task).classNames(List.of("A")))
        .hasMessage("1 class names for 5 classes; one per class is needed");
    assertThatThrownBy(() -> TaskWriter.of(task).featureNames(List.of()))
        .hasMessageStartingWith("0 feature names for ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void givenArrays_thenTheyMakeADataSet() {
    Matrix features = Matrix.copyOf(new double[][] {{0.1, 2}, {0.3, 1}, {0.2, 4}});
    int[] labels = {0, 1, DataSet.UNLABELLED};
    int[] domains = {0, 0, 1};

    DataSet set =
        DataSet.of(features, labels, domains, List.of("studio", "street"), List.of("cat", "dog"));

    labels[0] = 1;
    assertThat(set.label(0)).isZero();
    assertThat(set.isLabelled(2)).isFalse();
    assertThat(set.rowsOf(1)).containsExactly(2);
    assertThat(set.split(2)).isZero();
    assertThat(set.withSplits(0, 1, 1).split(2)).isEqualTo(1);
    assertThat(set)
        .hasToString("DataSet of 3 rows, 2 features, domains [studio, street], 2 of them used");
  }

  @Test
  void givenArraysThatDoNotFit_thenTheDataSetIsRefused() {
    Matrix features = Matrix.copyOf(new double[][] {{0.1, 2}, {Double.NaN, 1}});
    Matrix good = Matrix.copyOf(new double[][] {{0.1, 2}, {3, 1}});
    List<String> names = List.of("a", "b");

    assertThatThrownBy(() -> DataSet.of(features, new int[2], new int[2], names, names))
        .hasMessageContaining("row 1, column 0 is NaN");
    assertThatThrownBy(() -> DataSet.of(good, new int[3], new int[2], names, names))
        .hasMessage("Data set has 2 rows but 3 labels; one per row is needed");
    assertThatThrownBy(() -> DataSet.of(good, new int[] {0, 2}, new int[2], names, names))
        .hasMessage("Label at row 1 is 2; it must be in 0 … 1, or -1 for unlabelled");
    assertThatThrownBy(() -> DataSet.of(good, new int[2], new int[] {0, -1}, names, names))
        .hasMessage("Domain at row 1 is -1; it must be in 0 … 1");
  }

  @Test
  void givenValuesOnEitherScale_thenTheyBecomeLogitsAndProbabilities() {
    Matrix values = Matrix.copyOf(new double[][] {{0.25, 0.75}});

    assertThat(PredictionScale.PROBABILITIES.probabilities(values).get(0, 1)).isEqualTo(0.75);
    assertThat(PredictionScale.PROBABILITIES.logits(values).values().get(0, 1))
        .isEqualTo(Math.log(0.75));
    assertThat(PredictionScale.LOGITS.logits(values).values().get(0, 1)).isEqualTo(0.75);
    assertThat(PredictionScale.LOGITS.probabilities(values).get(0, 1)).isBetween(0.6, 0.65);
  }

  @Test
  void givenTheSameLocationTwice_thenTheyAreEqual() {
    ArrayLocation parsed = ArrayLocation.parse("a/b.npz:x");

    assertThat(parsed).isEqualTo(ArrayLocation.in(Path.of("a", "b.npz"), "x"));
    assertThat(parsed).hasToString("a/b.npz:x");
  }
}
