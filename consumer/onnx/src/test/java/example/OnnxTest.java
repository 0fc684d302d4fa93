package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.json.ModelJson;
import org.transcal.onnx.demo.ExampleFolder;
import org.transcal.onnx.export.CalibratedExport;
import org.transcal.onnx.graph.OnnxModel;

/** A server that adds a calibration to a network and serves it. */
class OnnxTest {
  @Test
  void givenNetwork_thenItServesCalibratedConfidence(@TempDir Path folder) throws Exception {
    ExampleFolder.write(folder.resolve("example"));
    Path json = folder.resolve("model.json");
    Files.writeString(
        json,
        "{\"schema\": \"transcal.model/1\", \"kind\": \"temperature\", \"classes\": 3,"
            + " \"temperature\": 2.0}");
    Path served = folder.resolve("served.onnx");

    CalibratedExport.of(
            OnnxModel.read(folder.resolve("example/net.onnx")), ModelJson.read(json))
        .write(served);

    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(served.toString());
        OnnxTensor image = OnnxTensor.createTensor(environment, new float[1][3][224][224]);
        OrtSession.Result result =
            session.run(Map.of(session.getInputNames().iterator().next(), image))) {
      float[] p = ((float[][]) result.get("calibrated_probabilities").orElseThrow().getValue())[0];
      float[] logits = ((float[][]) result.get("logits").orElseThrow().getValue())[0];
      float confidence = ((float[]) result.get("calibrated_confidence").orElseThrow().getValue())[0];

      assertEquals(Math.exp((logits[1] - logits[0]) / 2), p[1] / p[0], 1e-4);
      assertTrue(confidence >= Math.max(p[0], p[1]) - 1e-6);
    }
  }
}
