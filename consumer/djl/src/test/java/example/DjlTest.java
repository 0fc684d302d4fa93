package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.modality.Classifications;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Blocks;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.djl.CalibratedTranslator;

/** A DJL user's translator, calibrated by a model file. */
class DjlTest {
  @Test
  void givenModelFile_thenPredictionsAreCalibrated(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("model.json");
    Files.writeString(
        file,
        "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 2,"
            + " \"temperature\": 2.0}");

    try (Model network = Model.newInstance("identity", "PyTorch")) {
      network.setBlock(Blocks.identityBlock());
      Translator<float[], Classifications> calibrated = CalibratedTranslator.of(new Plain(), file);
      try (Predictor<float[], Classifications> predictor = network.newPredictor(calibrated)) {
        Classifications result = predictor.predict(new float[] {2, 0});

        assertEquals(1 / (1 + Math.exp(-1)), result.get("cat").getProbability(), 1e-7);
      }
    }
  }

  private record Plain() implements Translator<float[], Classifications> {
    @Override
    public NDList processInput(TranslatorContext context, float[] input) {
      return new NDList(context.getNDManager().create(input));
    }

    @Override
    public Classifications processOutput(TranslatorContext context, NDList list) {
      return new Classifications(List.of("cat", "dog"), list.singletonOrThrow().softmax(0));
    }
  }
}
