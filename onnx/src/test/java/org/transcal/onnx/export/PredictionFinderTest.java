package org.transcal.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.example.Classifiers;
import org.transcal.onnx.example.TestGraph;
import org.transcal.onnx.export.CalibratedExport.Arithmetic;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.network.Network;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Which tensor is calibrated, and what is refused with which reason. */
class PredictionFinderTest {
  private static final double AS_CORE = 1e-6;
  private static final int CLASSES = 3;
  private static final CalibrationModel SOFTER = new TemperatureModel(CLASSES, 2);

  @Test
  void givenLogitsAndProbabilitiesOfThem_thenTheLogitsAreTaken() {
    TestGraph graph =
        linear(13)
            .node("Softmax", List.of("logits"), "probs", Map.of("axis", 1))
            .output("logits", ElementType.FLOAT, "n", CLASSES)
            .output("probs", ElementType.FLOAT, "n", CLASSES);

    assertThat(export(graph).prediction().tensor()).isEqualTo("logits");
  }

  @Test
  void givenAClassIndexNextToProbabilities_thenItIsIgnored() {
    TestGraph graph =
        linear(13)
            .node("ArgMax", List.of("logits"), "label", Map.of("axis", 1, "keepdims", 0))
            .node("Softmax", List.of("logits"), "probs")
            .output("label", ElementType.INT64, "n")
            .output("probs", ElementType.FLOAT, "n", CLASSES);

    assertThat(export(graph).prediction().tensor()).isEqualTo("logits");
  }

  @Test
  void givenTwoPredictions_thenOneMustBeNamed() {
    TestGraph graph =
        linear(13)
            .node("Neg", List.of("logits"), "others")
            .output("logits", ElementType.FLOAT, "n", CLASSES)
            .output("others", ElementType.FLOAT, "n", CLASSES);

    assertRefused(graph, "several outputs", "--output", "logits, others");
    assertThat(export(graph, "others", PredictionScale.LOGITS).prediction().tensor())
        .isEqualTo("others");
  }

  @Test
  void givenAnInnerTensor_thenItCanBeNamed() {
    TestGraph graph =
        linear(13)
            .node("Tanh", List.of("logits"), "squashed")
            .output("squashed", ElementType.FLOAT, "n", CLASSES);

    CalibratedExport export = export(graph, "logits", PredictionScale.LOGITS);

    assertThat(export.prediction().tensor()).isEqualTo("logits");
    requireAsCore(graph, export, "logits");
  }

  @Test
  void givenTrailingDimensionsOfOne_thenTheyAreDropped() {
    TestGraph graph =
        linear(9)
            .weights("shape", ElementType.INT64, new double[] {-1, CLASSES, 1, 1}, 4)
            .node("Reshape", List.of("logits", "shape"), "maps")
            .node("Softmax", List.of("maps"), "probs")
            .output("probs", ElementType.FLOAT, "n", CLASSES, 1, 1);

    CalibratedExport export = export(graph);

    assertThat(export.prediction().tensor()).isEqualTo("maps");
    requireAsCore(graph, export, "logits");
  }

  @Test
  void givenASoftmaxOverTheLastOfFourAxes_thenItIsRefused() {
    TestGraph graph =
        linear(13)
            .weights("shape", ElementType.INT64, new double[] {-1, CLASSES, 1, 1}, 4)
            .node("Reshape", List.of("logits", "shape"), "maps")
            .node("Softmax", List.of("maps"), "probs")
            .output("probs", ElementType.FLOAT, "n", CLASSES, 1, 1);

    assertRefused(graph, "over axis -1 of 4 dimensions in operator set 13", "along axis 1");
  }

  @Test
  void givenASoftmaxOverTheBatch_thenItIsRefused() {
    TestGraph graph =
        linear(12)
            .node("Softmax", List.of("logits"), "probs", Map.of("axis", 0))
            .output("probs", ElementType.FLOAT, "n", CLASSES);

    assertRefused(graph, "over axis 0 of 2 dimensions");
  }

  @Test
  void givenProbabilitiesOfUnknownOrigin_thenTheirLogarithmsAreCalibratedOnRequest() {
    TestGraph graph =
        linear(11)
            .node("Sigmoid", List.of("logits"), "shares")
            .node("ReduceSum", List.of("shares"), "sum", Map.of("axes", new int[] {1}))
            .node("Div", List.of("shares", "sum"), "probs")
            .output("probs", ElementType.FLOAT, "n", CLASSES);

    CalibratedExport export = export(graph, "probs", PredictionScale.PROBABILITIES);

    Probabilities given = Probabilities.of(run(graph.toBytes(), "probs"));
    Probabilities expected = SOFTER.calibrate(given.toLogits());
    requireSame(expected, run(export.toBytes(), CalibratedExport.PROBABILITIES));
  }

  @Test
  void givenASigmoid_thenTheUserMustSayWhatItIs() {
    TestGraph graph =
        linear(13)
            .node("Sigmoid", List.of("logits"), "shares")
            .output("shares", ElementType.FLOAT, "n", CLASSES);

    assertRefused(graph, "made by Sigmoid", "--probabilities");
  }

  @Test
  void givenALearner_thenItsScoresAreTakenAndItsProbabilitiesAreNot() {
    assertRefused(learner("SOFTMAX"), "made by LinearClassifier", "--probabilities");
    assertThat(export(learner("NONE")).prediction().tensor()).isEqualTo("scores");
  }

  private static TestGraph learner(String transform) {
    return TestGraph.ofOpset(13)
        .importing("ai.onnx.ml", 1)
        .input("x", ElementType.FLOAT, "n", 4)
        .node(
            "LinearClassifier",
            "ai.onnx.ml",
            List.of("x"),
            List.of("label", "scores"),
            Map.of("post_transform", transform))
        .output("label", ElementType.INT64, "n")
        .output("scores", ElementType.FLOAT, "n", CLASSES);
  }

  @Test
  void givenASequence_thenItIsRefused() {
    TestGraph graph = linear(13).sequenceOutput("logits");

    assertRefused(graph, "is not a tensor");
  }

  @Test
  void givenOtherClasses_thenBothNumbersAreNamed() {
    TestGraph graph = Classifiers.graph(13, Classifiers.End.LOGITS, ElementType.FLOAT, 5);

    assertRefused(graph, "\"logits\" has 5 classes", "fitted for 3");
  }

  @Test
  void givenIntegers_thenTheyAreRefused() {
    TestGraph graph =
        linear(13)
            .node("Cast", List.of("logits"), "rounded", Map.of("to", 7))
            .output("rounded", ElementType.INT64, "n", CLASSES);

    assertRefused(graph, "holds int64");
  }

  @Test
  void givenAnOldOpset_thenItIsRefused() {
    TestGraph graph = linear(8).output("logits", ElementType.FLOAT, "n", CLASSES);

    assertRefused(graph, "version 8 of the standard operators", "at least version 9");
  }

  @Test
  void givenAnUnknownRank_thenItIsRefused() {
    TestGraph graph =
        TestGraph.ofOpset(13)
            .importing("somebody", 1)
            .input("x", ElementType.FLOAT, "n", 4)
            .node("Strange", "somebody", List.of("x"), List.of("logits"), Map.of())
            .untypedOutput("logits");

    assertRefused(graph, "unknown type or rank");
  }

  @Test
  void givenForeignOperators_thenTheDeclaredTypeIsTrusted() {
    TestGraph graph =
        TestGraph.ofOpset(13)
            .importing("somebody", 1)
            .input("x", ElementType.FLOAT, "n", 4)
            .node("Strange", "somebody", List.of("x"), List.of("logits"), Map.of())
            .output("logits", ElementType.FLOAT, "n", CLASSES);

    assertThat(export(graph).prediction().type().toString()).isEqualTo("float n×3");
  }

  @Test
  void givenNameOfAnAddedOutput_thenItIsRefused() {
    TestGraph graph =
        linear(13)
            .node("Identity", List.of("logits"), "calibrated_confidence")
            .output("calibrated_confidence", ElementType.FLOAT, "n", CLASSES);

    assertRefused(graph, "already has a tensor named calibrated_confidence");
  }

  @Test
  void givenAnExportedModel_thenItIsNotExportedAgain() {
    TestGraph graph =
        linear(13)
            .output("logits", ElementType.FLOAT, "n", CLASSES)
            .metadata("transcal.kind", "temperature");

    assertRefused(graph, "already has metadata of a calibration");
  }

  @Test
  void givenAnUnknownName_thenTheOutputsAreListed() {
    TestGraph graph = linear(13).output("logits", ElementType.FLOAT, "n", CLASSES);

    assertThatThrownBy(() -> export(graph, "nowhere", PredictionScale.LOGITS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no tensor \"nowhere\"")
        .hasMessageContaining("logits");
  }

  private static TestGraph linear(long opset) {
    return Classifiers.linear(opset, ElementType.FLOAT, CLASSES, "n");
  }

  private static CalibratedExport export(TestGraph graph) {
    return export(graph, Optional.empty(), PredictionScale.LOGITS);
  }

  private static CalibratedExport export(TestGraph graph, String output, PredictionScale scale) {
    return export(graph, Optional.of(output), scale);
  }

  private static CalibratedExport export(
      TestGraph graph, Optional<String> output, PredictionScale scale) {
    return CalibratedExport.of(
        graph.model(),
        new ModelFile(SOFTER, Provenance.unknown()),
        output,
        scale,
        Arithmetic.AS_NEEDED);
  }

  private static void assertRefused(TestGraph graph, String... parts) {
    assertThatThrownBy(() -> export(graph))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(parts);
  }

  private static void requireAsCore(TestGraph graph, CalibratedExport export, String logits) {
    try (Network network = Network.open(graph.model(), Set.of(logits), Network.LONGEST_RUN)) {
      Probabilities expected = SOFTER.calibrate(Logits.of(run(network, logits)));
      requireSame(expected, run(export.toBytes(), CalibratedExport.PROBABILITIES));
    }
  }

  private static void requireSame(Probabilities expected, Matrix actual) {
    for (int i = 0; i < actual.rows(); i++) {
      for (int k = 0; k < CLASSES; k++) {
        assertThat(actual.get(i, k)).isCloseTo(expected.get(i, k), within(AS_CORE));
      }
    }
  }

  private static Matrix run(byte[] model, String output) {
    try (Network network = Network.open(Path.of("test.onnx"), model, Network.LONGEST_RUN)) {
      return run(network, output);
    }
  }

  private static Matrix run(Network network, String output) {
    List<Long> shape = List.of((long) Classifiers.INPUTS);
    return network.run("x", Classifiers.inputs(40), shape, Set.of(output)).get(output);
  }
}
