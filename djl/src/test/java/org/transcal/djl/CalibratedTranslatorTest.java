package org.transcal.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.modality.Classifications;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Blocks;
import ai.djl.translate.Batchifier;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorContext;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.AffineModel;
import org.transcal.model.TemperatureModel;

/** Predictions through a DJL predictor, with a network that returns its input. */
class CalibratedTranslatorTest {
  /** Core's doubles are passed on unchanged. */
  private static final double EXACT = 1e-15;

  /** Precision of logits in half precision. */
  private static final double HALF = 1e-3;

  private static final List<String> NAMES = List.of("cat", "dog", "emu");
  private static final float[] LOGITS = {2, -1, 0.5f};

  private static Model network;

  @BeforeAll
  static void load() {
    network = Model.newInstance("identity", "PyTorch");
    network.setBlock(Blocks.identityBlock());
  }

  @AfterAll
  static void close() {
    network.close();
  }

  @Test
  void givenATemperature_thenProbabilitiesAreSoftmaxOfLogitsOverIt() throws Exception {
    Classifications result =
        predict(CalibratedTranslator.of(new Plain(DataType.FLOAT32), temperature()), LOGITS);

    assertThat(result.getClassNames()).isEqualTo(NAMES);
    double sum = Math.exp(1) + Math.exp(-0.5) + Math.exp(0.25);
    assertThat(result.get("cat").getProbability()).isCloseTo(Math.exp(1) / sum, within(EXACT));
    assertThat(result.get("emu").getProbability()).isCloseTo(Math.exp(0.25) / sum, within(EXACT));
    assertThat(result.best().getClassName()).isEqualTo("cat");
  }

  @Test
  void givenABatch_thenEachExampleIsCalibratedOnItsOwn() throws Exception {
    float[] other = {0, 3, 1};
    CalibratedTranslator<float[]> translator =
        CalibratedTranslator.of(
            new Plain(DataType.FLOAT32),
            AffineModel.vector(new double[] {0.5, 0.7, 1}, new double[] {0.1, 0, -0.1}));

    try (Predictor<float[], Classifications> predictor = network.newPredictor(translator)) {
      List<Classifications> both = predictor.batchPredict(List.of(LOGITS, other));

      assertThat(both.get(0).getProbabilities())
          .isEqualTo(predictor.predict(LOGITS).getProbabilities());
      assertThat(both.get(1).best().getClassName()).isEqualTo("dog");
      double sum = Math.exp(0.1) + Math.exp(0.7 * 3) + Math.exp(0.9);
      assertThat(both.get(1).get("dog").getProbability())
          .isCloseTo(Math.exp(0.7 * 3) / sum, within(EXACT));
    }
  }

  @Test
  void givenOtherPrecisions_thenTheyAreConverted() throws Exception {
    double sum = Math.exp(1) + Math.exp(-0.5) + Math.exp(0.25);
    for (DataType type : List.of(DataType.FLOAT64, DataType.FLOAT16)) {
      Classifications result =
          predict(CalibratedTranslator.of(new Plain(type), temperature()), LOGITS);

      assertThat(result.get("dog").getProbability())
          .as(type.toString())
          .isCloseTo(Math.exp(-0.5) / sum, within(HALF));
    }
  }

  @Test
  void givenProbabilities_thenTheirLogarithmsAreCalibrated() throws Exception {
    float[] probabilities = {0.64f, 0.2f, 0.16f};

    Classifications result =
        predict(
            CalibratedTranslator.of(new Plain(DataType.FLOAT32), temperature())
                .withOutput(PredictionScale.PROBABILITIES),
            probabilities);

    // A temperature of 2 takes square roots.
    double sum = 0.8 + Math.sqrt(0.2) + 0.4;
    assertThat(result.get("cat").getProbability()).isCloseTo(0.8 / sum, within(1e-7));
  }

  @Test
  void givenAModelFile_thenItIsRead(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("model.json");
    ModelJson.write(file, temperature(), Provenance.unknown());

    Classifications result =
        predict(CalibratedTranslator.of(new Plain(DataType.FLOAT32), file), LOGITS);

    assertThat(result.getProbabilities())
        .isEqualTo(
            predict(CalibratedTranslator.of(new Plain(DataType.FLOAT32), temperature()), LOGITS)
                .getProbabilities());
  }

  @Test
  void givenTheWrongNumberOfClasses_thenBothAreNamed() {
    assertThatThrownBy(
            () ->
                predict(
                    CalibratedTranslator.of(
                        new Plain(DataType.FLOAT32), new TemperatureModel(4, 2)),
                    LOGITS))
        .hasStackTraceContaining("fitted for 4 classes but the logits have 3");
    assertThatThrownBy(
            () ->
                predict(
                    CalibratedTranslator.of(new Plain(DataType.FLOAT32), temperature())
                        .withOutputAt(1),
                    LOGITS))
        .hasStackTraceContaining("The network has 1 output(s); there is no output 1");
  }

  private static TemperatureModel temperature() {
    return new TemperatureModel(3, 2);
  }

  private static Classifications predict(
      Translator<float[], Classifications> translator, float[] logits) throws Exception {
    try (Predictor<float[], Classifications> predictor = network.newPredictor(translator)) {
      return predictor.predict(logits);
    }
  }

  /** Like DJL's own translators, applies a softmax to the network's output. */
  private record Plain(DataType type) implements Translator<float[], Classifications> {
    @Override
    public NDList processInput(TranslatorContext context, float[] input) {
      return new NDList(context.getNDManager().create(input).toType(type, false));
    }

    @Override
    public Classifications processOutput(TranslatorContext context, NDList list) {
      NDArray logits = list.singletonOrThrow().toType(DataType.FLOAT32, false);
      return new Classifications(NAMES, logits.softmax(0));
    }

    @Override
    public Batchifier getBatchifier() {
      return Batchifier.STACK;
    }
  }
}
