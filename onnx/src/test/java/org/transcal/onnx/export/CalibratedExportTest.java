package org.transcal.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.onnx.example.Classifiers;
import org.transcal.onnx.example.Classifiers.End;
import org.transcal.onnx.example.TestGraph;
import org.transcal.onnx.export.CalibratedExport.Arithmetic;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.network.Network;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Every kind of graph, operator set and model, run by ONNX Runtime, equals core. */
class CalibratedExportTest {
  /** The bar: what single precision leaves of probabilities. */
  private static final double AS_CORE = 1e-6;

  private static final int ROWS = 60;

  /** Kinds that cannot change a prediction; of the others core's may differ, too. */
  private static final Set<String> KEEP_CLASSES = Set.of("identity", "temperature");

  /** The first, the newest, and those in which an operator changed. */
  private static final Set<Integer> CHANGES = Set.of(9, 11, 13, 18, 23);

  static Stream<Arguments> endingsAndOpsets() {
    return IntStream.rangeClosed(9, 23)
        .boxed()
        .flatMap(
            opset ->
                Stream.of(End.values())
                    .filter(end -> end != End.COPIED_SOFTMAX || opset >= 11)
                    .flatMap(
                        end ->
                            Stream.of(ElementType.FLOAT, ElementType.DOUBLE, ElementType.FLOAT16)
                                .filter(
                                    type -> type == ElementType.FLOAT || CHANGES.contains(opset))
                                .map(type -> Arguments.of(opset, end, type))));
  }

  @ParameterizedTest
  @MethodSource("endingsAndOpsets")
  void givenAGraphAndOpset_thenEveryKindMatchesCore(int opset, End end, ElementType type) {
    for (int classes : new int[] {2, 5}) {
      OnnxModel model = Classifiers.graph(opset, end, type, classes).model();
      for (CalibrationModel calibration : Classifiers.calibrations(classes)) {
        CalibratedExport export = export(model, calibration);

        Matrix logits =
            logits(Classifiers.graph(opset, end, type, classes), end, type, export.arithmetic());
        Probabilities expected = calibration.calibrate(Logits.of(logits));
        String what = "opset " + opset + " " + end + " " + type + " " + calibration.kind();
        try (Network network =
            Network.open(Path.of("out.onnx"), export.toBytes(), Network.LONGEST_RUN)) {
          Matrix probabilities = run(network, CalibratedExport.PROBABILITIES);
          requireSame(what, expected, probabilities);
          if (KEEP_CLASSES.contains(calibration.kind())) {
            assertThat(Logits.of(probabilities).predictions())
                .as(what)
                .isEqualTo(Logits.of(logits).predictions());
          }
          double[] confidence = new double[1];
          Matrix confidences = run(network, CalibratedExport.CONFIDENCE);
          for (int i = 0; i < ROWS; i++) {
            confidences.copyRow(i, confidence);
            assertThat(confidence[0])
                .as(what)
                .isCloseTo(expected.top().confidence(i), within(AS_CORE));
          }
        }
        assertThat(export.differenceFromCore()).as(what).isLessThan(AS_CORE);
      }
    }
  }

  /**
   * What the added nodes see. ONNX Runtime has few operators for half precision: it calculates in
   * single precision, and leaves out the rounding if the next node wants another precision, as the
   * added nodes do. So the logits are converted here as there.
   */
  private static Matrix logits(TestGraph graph, End end, ElementType type, ElementType arithmetic) {
    // Log probabilities are what the graph gives, and logits as they are.
    String given = end == End.LOG_SOFTMAX ? "probs" : "logits";
    String seen = type == ElementType.FLOAT16 ? "seen" : given;
    if (!seen.equals(given)) {
      // A conversion that is itself an output would be rounded.
      graph
          .node("Cast", List.of(given), "converted", Map.of("to", arithmetic.code()))
          .node("Flatten", List.of("converted"), seen);
    }
    try (Network network = Network.open(graph.model(), Set.of(seen), Network.LONGEST_RUN)) {
      return run(network, seen);
    }
  }

  private static void requireSame(String what, Probabilities expected, Matrix actual) {
    assertThat(actual.columns()).isEqualTo(expected.classes());
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < actual.columns(); k++) {
        assertThat(actual.get(i, k)).as(what).isCloseTo(expected.get(i, k), within(AS_CORE));
      }
    }
  }

  private static CalibratedExport export(OnnxModel model, CalibrationModel calibration) {
    return CalibratedExport.of(
        model,
        new ModelFile(calibration, Provenance.unknown()),
        Optional.empty(),
        PredictionScale.LOGITS,
        Arithmetic.AS_NEEDED);
  }

  private static Matrix run(Network network, String output) {
    Map<String, Matrix> result =
        network.run(
            "x", Classifiers.inputs(ROWS), List.of((long) Classifiers.INPUTS), Set.of(output));
    return result.get(output);
  }
}
