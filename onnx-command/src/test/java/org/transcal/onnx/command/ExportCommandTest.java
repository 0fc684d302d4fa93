package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.example.Classifiers;
import org.transcal.onnx.example.Classifiers.End;
import org.transcal.onnx.example.TestGraph;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.network.Network;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** The command as users run it, and its files in the hands of others. */
class ExportCommandTest {
  private static final double AS_CORE = 1e-6;
  private static final int ROWS = 30;

  @TempDir private Path folder;

  @Test
  void givenAClassifier_thenOriginalOutputsStayAndCalibratedOnesAreAdded() {
    Path in = graph(End.SOFTMAX, 13, 4).write(folder.resolve("in.onnx"));
    Path out = folder.resolve("out.onnx");

    CommandRun run = CommandRun.done("export", temperature(4, 2.5), "--onnx", in, "--out", out);

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("temperature 2.500", "logits before a softmax", out.toString());
    Matrix before = run(in, "probs");
    Matrix after = run(out, "probs");
    Matrix calibrated = run(out, "calibrated_probabilities");
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < 4; k++) {
        assertThat(after.get(i, k)).isEqualTo(before.get(i, k));
      }
    }
    assertThat(Logits.of(calibrated).predictions()).isEqualTo(Logits.of(before).predictions());
  }

  @Test
  void givenTheSameInput_thenTheSameBytes() throws IOException {
    Path in = graph(End.LOGITS, 17, 3).write(folder.resolve("in.onnx"));
    Path model = temperature(3, 1.5);
    CommandRun.done("export", model, "--onnx", in, "--out", folder.resolve("a.onnx"));
    CommandRun.done(
        "export", model, "--onnx", in, "--out", folder.resolve("b.onnx"), "--threads", 1);

    assertThat(Files.mismatch(folder.resolve("a.onnx"), folder.resolve("b.onnx"))).isEqualTo(-1);
  }

  @Test
  void givenAnExport_thenTheMetadataSayWhereItCameFrom() {
    Path in = graph(End.LOGITS, 13, 3).write(folder.resolve("in.onnx"));
    Path out = folder.resolve("out.onnx");
    Path model = folder.resolve("model.json");
    ModelJson.write(
        model,
        new TemperatureModel(3, 1.25),
        new Provenance("transcal", 7, "0.1", Map.of("target_logits", "ab12")));

    CommandRun.done("export", model, "--onnx", in, "--out", out);

    assertThat(OnnxModel.read(out).metadataKeys())
        .contains("transcal.method", "transcal.seed", "transcal.input.target_logits");
    Python.assumeHas("onnx");
    String metadata =
        Python.run(
            "import onnx, sys\n"
                + "for p in onnx.load(sys.argv[1]).metadata_props: print(p.key, p.value)",
            out);
    assertThat(metadata)
        .contains(
            "transcal.method transcal",
            "transcal.seed 7",
            "transcal.temperature 1.25",
            "transcal.tensor logits",
            "transcal.input.target_logits ab12");
  }

  @Test
  void givenEveryGraphOpsetAndKind_thenTheOnnxCheckerAccepts() {
    Python.assumeHas("onnx");
    int count = 0;
    // The checker of Debian 12 knows operator sets up to 17.
    for (int opset : IntStream.rangeClosed(9, 17).toArray()) {
      for (End end : List.of(End.LOGITS, End.SOFTMAX, End.LOG_SOFTMAX)) {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.FLOAT16)) {
          Path in =
              Classifiers.graph(opset, end, type, 3)
                  .write(folder.resolve(opset + "-" + end + "-" + type + ".onnx"));
          List<CalibrationModel> models = Classifiers.calibrations(3);
          for (int m = 0; m < models.size(); m++) {
            Path model = folder.resolve("model" + m + ".json");
            ModelJson.write(model, models.get(m), Provenance.unknown());
            Path out = folder.resolve("out-" + count++ + ".onnx");
            CommandRun.done("export", model, "--onnx", in, "--out", out);
          }
        }
      }
    }

    String checked =
        Python.run(
            "import glob, onnx, sys\n"
                + "files = glob.glob(sys.argv[1] + '/out-*.onnx')\n"
                + "for f in files: onnx.checker.check_model(onnx.load(f), full_check=True)\n"
                + "print(len(files))",
            folder);

    assertThat(checked.strip()).isEqualTo(Integer.toString(count));
  }

  @Test
  void givenWeightsBesideTheModel_thenAnotherFolderGetsCopies() throws IOException {
    double[] weights = new SplittableRandom(3).doubles(12, -1, 1).toArray();
    Files.write(folder.resolve("w.bin"), TestGraph.raw(ElementType.FLOAT, weights));
    TestGraph graph =
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 4)
            .weightsElsewhere("w", ElementType.FLOAT, "w.bin", 0, 48, 4, 3)
            .node("MatMul", List.of("x", "w"), "logits")
            .output("logits", ElementType.FLOAT, "n", 3);
    Path in = graph.write(folder.resolve("in.onnx"));
    Path beside = folder.resolve("out.onnx");
    Path elsewhere = folder.resolve("deploy/out.onnx");
    Path model = temperature(3, 2);

    CommandRun first = CommandRun.done("export", model, "--onnx", in, "--out", beside);
    CommandRun second = CommandRun.done("export", model, "--onnx", in, "--out", elsewhere);

    assertThat(first.out()).doesNotContain("copied");
    assertThat(second.out()).contains("Weights copied");
    Probabilities expected = new TemperatureModel(3, 2).calibrate(Logits.of(run(in, "logits")));
    for (Path out : List.of(beside, elsewhere)) {
      Matrix actual = run(out, "calibrated_probabilities");
      for (int i = 0; i < ROWS; i++) {
        assertThat(actual.get(i, 1)).isCloseTo(expected.get(i, 1), within(AS_CORE));
      }
    }
    Files.write(folder.resolve("deploy/w.bin"), new byte[48]);
    CommandRun third = CommandRun.of("export", model, "--onnx", in, "--out", elsewhere);
    assertThat(third.status()).isEqualTo(3);
    assertThat(third.err()).contains("w.bin: already exists and differs");
  }

  @Test
  void givenWeightsOutsideTheFolder_thenTheyAreNotFollowed() {
    Path in =
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 4)
            .weightsElsewhere("w", ElementType.FLOAT, "../../secret", 0, 48, 4, 3)
            .node("MatMul", List.of("x", "w"), "logits")
            .output("logits", ElementType.FLOAT, "n", 3)
            .write(folder.resolve("in.onnx"));

    CommandRun run =
        CommandRun.of(
            "export", temperature(3, 2), "--onnx", in, "--out", folder.resolve("d/out.onnx"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("\"../../secret\"", "inside the model");
    assertThat(folder.resolve("d")).doesNotExist();
  }

  @Test
  void givenATruncatedModel_thenItIsBadInputAndNothingIsWritten() throws IOException {
    byte[] bytes = graph(End.LOGITS, 13, 3).toBytes();
    Path in = Files.write(folder.resolve("in.onnx"), Arrays.copyOf(bytes, bytes.length / 2));
    Path out = folder.resolve("out.onnx");

    CommandRun run = CommandRun.of("export", temperature(3, 2), "--onnx", in, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).startsWith("error: " + in).hasLineCount(1);
    assertThat(out).doesNotExist();
  }

  @Test
  void givenWrongFileNames_thenUsageError() {
    Path in = graph(End.LOGITS, 13, 3).write(folder.resolve("in.onnx"));
    Path model = temperature(3, 2);

    assertThat(CommandRun.of("export", model, "--onnx", in, "--out", in).status()).isEqualTo(2);
    assertThat(CommandRun.of("export", model, "--onnx", in, "--out", "x.pb").status()).isEqualTo(2);
    assertThat(
            CommandRun.of("export", model, "--onnx", in, "--out", "x.onnx", "--arithmetic", "half")
                .err())
        .contains("--arithmetic is half; it must be single or double");
  }

  @Test
  void givenAVectorModelOnASoftmax_thenTheUserIsToldWhatItIsAppliedTo() {
    Path in = graph(End.SOFTMAX, 13, 3).write(folder.resolve("in.onnx"));
    Path model = folder.resolve("model.json");
    ModelJson.write(model, Classifiers.calibrations(3).get(3), Provenance.unknown());

    CommandRun run =
        CommandRun.done("export", model, "--onnx", in, "--out", folder.resolve("out.onnx"));

    assertThat(run.err()).contains("before the softmax", "--probabilities");
  }

  @Test
  void givenProbabilitiesThatNobodyDeclared_thenTheUserIsWarned() {
    Path in =
        Classifiers.linear(13, ElementType.FLOAT, 3, "n")
            .weights("axes", ElementType.INT64, new double[] {1}, 1)
            .node("Exp", List.of("logits"), "terms")
            .node("ReduceSum", List.of("terms", "axes"), "sum")
            .node("Div", List.of("terms", "sum"), "shares")
            .output("shares", ElementType.FLOAT, "n", 3)
            .write(folder.resolve("in.onnx"));

    CommandRun run =
        CommandRun.done(
            "export", temperature(3, 2), "--onnx", in, "--out", folder.resolve("out.onnx"));

    assertThat(run.err()).contains("\"shares\" seems to hold probabilities", "--probabilities");
  }

  private static TestGraph graph(End end, int opset, int classes) {
    return Classifiers.graph(opset, end, ElementType.FLOAT, classes);
  }

  private Path temperature(int classes, double temperature) {
    Path file = folder.resolve("t" + classes + ".json");
    ModelJson.write(file, new TemperatureModel(classes, temperature), Provenance.unknown());
    return file;
  }

  private static Matrix run(Path file, String output) {
    try (Network network =
        Network.open(OnnxModel.read(file), Set.of(output), Network.LONGEST_RUN)) {
      List<Long> shape = List.of((long) Classifiers.INPUTS);
      return network.run("x", Classifiers.inputs(ROWS), shape, Set.of(output)).get(output);
    }
  }
}
