package org.transcal.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.model.ModelFiles;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.Normalization;
import org.transcal.adapt.testing.SegmentDigits;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** Arrays of images from end to end. */
class ImagesTest {
  private static final TrainingSettings SMALL =
      TrainingSettings.DEFAULTS
          .withChannels(List.of(8, 12))
          .withWidths(List.of(32, 16))
          .withDropout(0.2)
          .withBatch(32);

  @TempDir private Path folder;
  private DataSet data;

  @BeforeEach
  void makeData() {
    data = SegmentDigits.writeImages(folder.resolve("digits.npz"), 300);
  }

  private Adaptation adaptation(String method, TrainingSettings settings) {
    return Adaptation.of(data, "dark", "light")
        .withMethod(AdaptationMethod.named(method).orElseThrow())
        .withSettings(settings);
  }

  private static double accuracy(Logits logits, Labels labels) {
    return Arrays.stream(logits.correctness(labels)).average().orElseThrow();
  }

  private static double onSource(AdaptedTask task) {
    return accuracy(
        task.task().sourceValidation().logits(), task.task().sourceValidation().labels());
  }

  private static double onTarget(AdaptedTask task) {
    return accuracy(task.targetLogits(), task.targetLabels().orElseThrow());
  }

  @Test
  void givenImages_thenAConvolutionalNetworkAdaptsAndItsTaskIsComplete() {
    AdaptedTask task =
        adaptation("dann", SMALL.withSteps(100)).withEnsemble(2).withDropoutPasses(3).train();

    assertThat(((LayeredEncoder) task.model().weights().encoder()).convolutions()).hasSize(2);
    assertThat(task.notes().get(0)).contains("channels of images standardised");
    assertThat(onSource(task)).isGreaterThan(0.9);
    // Chance is 10 %.
    assertThat(onTarget(task)).isGreaterThan(0.4);
    assertThat(task.task().mixup()).isPresent();
    assertThat(task.task().mcDropout()).isPresent();
    assertThat(task.task().ensemble()).isPresent();
    assertThat(task.task().svi()).isPresent();
    assertThat(task.task().secondModel()).isPresent();
  }

  @Test
  void givenTransNorm_thenFoldedConvolutionsPredictAsTrained() {
    AdaptedTask task =
        adaptation("source-only", SMALL.withSteps(80).withNormalization(Normalization.TRANSNORM))
            .withDropoutPasses(0)
            .withoutSecondModel()
            .train();

    // The task is computed with folded weights, those of the source for source rows.
    assertThat(onSource(task)).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @MethodSource("org.transcal.adapt.method.AdaptationMethod#names")
  void givenAnyMethod_thenItTrainsOnImages(String method) {
    AdaptedTask task =
        adaptation(method, SMALL.withSteps(2).withBatch(8))
            .withDropoutPasses(0)
            .withoutSecondModel()
            .train();

    assertThat(task.log().steps()).hasSize(2);
    assertThat(task.model().weights().encoder().image()).contains(new ImageShape(1, 8, 8));
  }

  @Test
  void givenSameSeed_thenTheSameBits() {
    Adaptation few = adaptation("cdan-e", SMALL.withSteps(6)).withoutSecondModel();

    AdaptedTask once = few.train();

    assertThat(few.train().model()).isEqualTo(once.model());
  }

  @Test
  void givenModelFiles_thenTheSameModelPredictsTheSame() {
    AdaptedTask task = adaptation("cdan-e", SMALL.withSteps(10)).train();
    Path json = folder.resolve("m.json");
    ModelFiles.write(json, task.model(), "test");

    assertThat(ModelFiles.read(json)).isEqualTo(task.model());
    Matrix predicted = ModelFiles.read(json).predict(data.features()).logits();
    assertThat(predicted.rowRange(300, 600)).isEqualTo(task.targetLogits().values());
  }

  @Test
  void givenOtherShapes_thenPredictSaysWhichWasTrained() {
    AdaptedTask task = adaptation("source-only", SMALL.withSteps(1)).train();
    FeatureRows flat = new FeatureRows.Dense(Matrix.wrap(new float[64], 1, 64));
    FeatureRows wide =
        new FeatureRows.Images(Matrix.wrap(new float[64], 1, 64), new ImageShape(1, 4, 16));

    assertThatThrownBy(() -> task.model().predict(flat))
        .isInstanceOf(InputException.class)
        .hasMessage("These are rows of features; the model was trained on images of 1 × 8 × 8");
    assertThatThrownBy(() -> task.model().predict(wide))
        .hasMessage("These are images of 1 × 4 × 16; the model was trained on images of 1 × 8 × 8");
  }

  @Test
  void givenImagesTooSmallForTheBlocks_thenTheLeastSizeIsNamed() {
    TrainingSettings deep = SMALL.withChannels(List.of(2, 2, 2, 2));

    assertThatThrownBy(() -> adaptation("dann", deep).train())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Images of 1 × 8 × 8 are too small for 4 convolutions")
        .hasMessageContaining("at least 16");
  }

  @Test
  void givenRowsOfFeatures_thenChannelsCannotBeStandardised() {
    DataSet rows =
        DataSet.of(
            Matrix.wrap(new float[24], 12, 2),
            new int[] {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1},
            new int[] {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1},
            List.of("a", "b"),
            List.of("x", "y"));

    assertThatThrownBy(
            () -> Adaptation.of(rows, "a", "b").withPreparation(PreparationKind.CHANNELS).train())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("needs images");
  }
}
