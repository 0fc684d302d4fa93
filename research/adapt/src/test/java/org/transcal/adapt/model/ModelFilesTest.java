package org.transcal.adapt.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

class ModelFilesTest {
  @TempDir private Path folder;

  private static AdaptedModel model(PreparationKind kind) {
    SplittableRandom random = new SplittableRandom(1);
    NetworkWeights weights =
        new NetworkWeights(
            LayeredEncoder.random(3, List.of(5, 4), random), LayerWeights.random(4, 2, random));
    FeatureRows rows = rows();
    return new AdaptedModel(
        weights,
        Preparation.fit(kind, rows, new int[] {0, 1}),
        List.of("no", "yes ✓"),
        "bnm",
        0.5,
        -7);
  }

  private static FeatureRows rows() {
    return new FeatureRows.Dense(Matrix.copyOf(new double[][] {{1, 2, 3}, {4, 0, 7}}));
  }

  @Test
  void givenHandMadeNetwork_thenOutputsAreItsFormula() {
    NetworkWeights weights =
        new NetworkWeights(
            new LayeredEncoder(
                List.of(new LayerWeights(2, 2, new float[] {1, -1, 2, 1}, new float[] {0.5f, -3}))),
            new LayerWeights(2, 2, new float[] {1, 0, 10, 1}, new float[] {0, 1}));
    AdaptedModel model =
        new AdaptedModel(
            weights,
            new Preparation(PreparationKind.NONE, new float[0], new float[0]),
            List.of("a", "b"),
            "source-only",
            0,
            0);

    Network.Outputs outputs =
        model.predict(new FeatureRows.Dense(Matrix.copyOf(new double[][] {{1, 5}, {0, 0}})));

    // ReLU(1 + 10 + 0.5, −1 + 5 − 3) = (11.5, 1); ReLU(0.5, −3) = (0.5, 0).
    assertThat(outputs.features().toArrays()).isDeepEqualTo(new double[][] {{11.5, 1}, {0.5, 0}});
    assertThat(outputs.logits().toArrays()).isDeepEqualTo(new double[][] {{21.5, 2}, {0.5, 1}});
  }

  @ParameterizedTest
  @CsvSource({"NONE", "LOG", "HISTOGRAM", "STANDARDIZE"})
  void givenModel_thenItComesBackAndPredictsTheSame(PreparationKind kind) {
    AdaptedModel model = model(kind);
    Path json = folder.resolve("m.network.json");

    ModelFiles.write(json, model, "1.0");
    AdaptedModel read = ModelFiles.read(json);

    assertThat(read.weights()).isEqualTo(model.weights());
    assertThat(read.classNames()).isEqualTo(model.classNames());
    assertThat(read.method()).isEqualTo("bnm");
    assertThat(read.seed()).isEqualTo(-7);
    assertThat(read.predict(rows()).logits().toArrays())
        .isDeepEqualTo(model.predict(rows()).logits().toArrays());
  }

  @Test
  void givenWeights_thenTheyAreStoredAsPyTorchHasThem() {
    AdaptedModel model = model(PreparationKind.NONE);
    Path json = folder.resolve("m.json");

    ModelFiles.write(json, model, "1.0");

    Tensor first = SafeTensors.read(folder.resolve("m.safetensors")).get("encoder.0.weight");
    assertThat(first.shape()).containsExactly(5, 3);
    // Row 1 of the file are the weights into output 1.
    assertThat(first.values()[1 * 3 + 2])
        .isEqualTo(
            ((LayeredEncoder) model.weights().encoder()).layers().get(0).weight()[2 * 5 + 1]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "transcal.network/1; transcal.network/2; schema",
        "\"inputs\": 3; \"inputs\": 4; encoder.0.weight has shape [5, 3]",
        "\"inputs\": 3; \"inputs\": -1; \"inputs\" must be an integer",
        "[ 5, 4 ]; [ 5 ]; classifier.weight has shape",
        "[ 5, 4 ]; 5; \"layers\" must be a list",
        "\"none\"; \"magic\"; preparation",
        "\"dropout\": 0.5; \"dropout\": 2; Dropout is 2",
      })
  void givenDescriptionThatDoesNotFit_thenTheFileAndReasonAreNamed(
      String good, String bad, String reason) throws IOException {
    Path json = folder.resolve("m.json");
    ModelFiles.write(json, model(PreparationKind.NONE), "1.0");
    String text = Files.readString(json);
    assertThat(text).contains(good);
    Files.writeString(json, text.replace(good, bad));

    assertThatThrownBy(() -> ModelFiles.read(json))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("m.")
        .hasMessageContaining(reason);
  }

  private static AdaptedModel ofImages() {
    SplittableRandom random = new SplittableRandom(2);
    return new AdaptedModel(
        new NetworkWeights(
            LayeredEncoder.random(new ImageShape(1, 4, 5), List.of(2), List.of(3), random),
            LayerWeights.random(3, 2, random)),
        new Preparation(PreparationKind.NONE, new float[0], new float[0]),
        List.of("a", "b"),
        "dann",
        0,
        0);
  }

  @Test
  void givenConvolutions_thenTheyAreStoredAsPyTorchHasThem() {
    Path json = folder.resolve("m.json");

    ModelFiles.write(json, ofImages(), "1.0");

    Tensor kernel = SafeTensors.read(folder.resolve("m.safetensors")).get("convolution.0.weight");
    assertThat(kernel.shape()).containsExactly(2, 1, 3, 3);
    assertThat(ModelFiles.read(json)).isEqualTo(ofImages());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[ 1, 4, 5 ]; [ 1, 4 ]; needs channels, height and width",
        "[ 1, 4, 5 ]; [ 1, 5, 5 ]; images of 1 × 5 × 5 have 25 values",
        "[ 1, 4, 5 ]; [ 1, 1, 20 ]; Images of 1 × 1 × 20 are too small",
        "[ 1, 4, 5 ]; [ 60000, 60000, 60000 ]; their product below",
        "[ 2 ]; [ 3 ]; convolution.0.weight has shape [2, 1, 3, 3]",
        "[ 2 ]; [ ]; at least one of",
      })
  void givenImageDescriptionThatDoesNotFit_thenTheFileAndReasonAreNamed(
      String good, String bad, String reason) throws IOException {
    Path json = folder.resolve("m.json");
    ModelFiles.write(json, ofImages(), "1.0");
    String text = Files.readString(json);
    assertThat(text).contains(good);
    Files.writeString(json, text.replace(good, bad));

    assertThatThrownBy(() -> ModelFiles.read(json))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("m.")
        .hasMessageContaining(reason);
  }

  @Test
  void givenMissingWeights_thenTheirFileIsNamed() throws IOException {
    Path json = folder.resolve("m.json");
    ModelFiles.write(json, model(PreparationKind.NONE), "1.0");
    Files.delete(folder.resolve("m.safetensors"));

    assertThatThrownBy(() -> ModelFiles.read(json))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("m.safetensors");
  }

  @Test
  void givenRowsOfAnotherWidth_thenBothWidthsAreNamed() {
    FeatureRows narrow = new FeatureRows.Dense(Matrix.copyOf(new double[][] {{1, 2}}));

    assertThatThrownBy(() -> model(PreparationKind.STANDARDIZE).predict(narrow))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("2 columns")
        .hasMessageContaining("3");
  }

  @Test
  void givenMeanOfTwoLayers_thenMeanOfTheirNumbers() {
    LayerWeights mean =
        LayerWeights.mean(
            new LayerWeights(1, 2, new float[] {1, 2}, new float[] {0, 4}),
            new LayerWeights(1, 2, new float[] {3, 2}, new float[] {1, -4}));

    assertThat(mean.weight()).containsExactly(new float[] {2, 2}, within(0f));
    assertThat(mean.bias()).containsExactly(new float[] {0.5f, 0}, within(0f));
  }

  /** Trained and written by version 0.1; the expected logits were computed with numpy. */
  @Test
  void givenModelOfAnEarlierVersion_thenItPredictsAsItDid() throws Exception {
    for (String name : List.of("version-0.1.network.json", "version-0.1.network.safetensors")) {
      try (InputStream stored = ModelFilesTest.class.getResourceAsStream(name)) {
        Files.copy(stored, folder.resolve(name));
      }
    }

    AdaptedModel model = ModelFiles.read(folder.resolve("version-0.1.network.json"));

    double[][] row = {{0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2}};
    assertThat(model.method()).isEqualTo("dann");
    assertThat(model.predict(new FeatureRows.Dense(Matrix.copyOf(row))).logits().toArrays()[0])
        .containsExactly(new double[] {0.19567251, -0.16355071, -0.08304494}, within(1e-6));
  }

  @Test
  void givenEqualModels_thenEqual() {
    AdaptedModel model = model(PreparationKind.STANDARDIZE);

    assertThat(model).isEqualTo(model(PreparationKind.STANDARDIZE)).hasToString(model.toString());
    assertThat(model).isNotEqualTo(model(PreparationKind.NONE));
    assertThat(model.preparation()).hasToString("Preparation standardize");
  }
}
