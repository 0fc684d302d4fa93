package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.example.Classifiers;
import org.transcal.onnx.example.Classifiers.End;
import org.transcal.onnx.example.TestGraph;
import org.transcal.onnx.graph.ElementType;

/**
 * Graphs that cannot be used, never end, or reach for other files: refused, and nothing written.
 */
class ExportSafetyTest {
  private static final int DAMAGED = 200;

  @TempDir private Path folder;

  @Test
  void givenACycle_thenItIsRefused() {
    requireRefused(
        Classifiers.linear(13, ElementType.FLOAT, 3, "n")
            .node("Add", List.of("logits", "back"), "sum")
            .node("Identity", List.of("sum"), "back")
            .output("sum", ElementType.FLOAT, "n", 3),
        "cannot be loaded");
  }

  @Test
  void givenATensorWithoutProducer_thenItIsRefused() {
    requireRefused(
        Classifiers.linear(13, ElementType.FLOAT, 3, "n")
            .node("Add", List.of("logits", "nowhere"), "sum")
            .output("sum", ElementType.FLOAT, "n", 3),
        "cannot be loaded");
  }

  @Test
  void givenWeightsThatDoNotFit_thenTheyAreRefused() {
    requireRefused(
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 4)
            .weights("w", ElementType.FLOAT, new double[15], 5, 3)
            .node("MatMul", List.of("x", "w"), "logits")
            .output("logits", ElementType.FLOAT, "n", 3),
        "cannot be loaded");
  }

  @Test
  void givenAGraphThatFailsWhenItRuns_thenItIsRefused() {
    requireRefused(
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 4)
            .weights("shape", ElementType.INT64, new double[] {7, 3}, 2)
            .node("Reshape", List.of("x", "shape"), "logits")
            .output("logits", ElementType.FLOAT, 7, 3),
        "cannot be run");
  }

  @Test
  void givenAnInputTooLargeToRun_thenItIsRefused() {
    requireRefused(
        Classifiers.linear(13, ElementType.FLOAT, 3, "n")
            .input("image", ElementType.FLOAT, "n", 1L << 40)
            .output("logits", ElementType.FLOAT, "n", 3),
        "input \"image\" is float n×1099511627776, too large to run");
  }

  @Test
  void givenOtherInputsThanRows_thenTheyAreTriedWithZeros() {
    Path in =
        Classifiers.linear(13, ElementType.FLOAT, 3, "n")
            .input("class", ElementType.INT64, "n", 3)
            .node("Cast", List.of("class"), "bias", Map.of("to", 1))
            .node("Add", List.of("logits", "bias"), "sum")
            .output("sum", ElementType.FLOAT, "n", 3)
            .write(folder.resolve("in.onnx"));

    CommandRun run = CommandRun.done(export(in));

    assertThat(run.out()).contains("loads and runs in ONNX Runtime");
  }

  @Test
  void givenAnInputWithoutFixedSize_thenTheReportSaysItWasNotRun() {
    Path in =
        Classifiers.linear(13, ElementType.FLOAT, 3, "n")
            .input("image", ElementType.FLOAT, "n", "height")
            .output("logits", ElementType.FLOAT, "n", 3)
            .write(folder.resolve("in.onnx"));

    CommandRun run = CommandRun.done(export(in));

    assertThat(run.out()).contains("loads in ONNX Runtime; not run");
  }

  @Test
  void givenOperatorsOfAnotherRuntime_thenTheUserIsWarned() {
    Path in =
        TestGraph.ofOpset(13)
            .importing("com.example", 1)
            .input("x", ElementType.FLOAT, "n", 3)
            .node("Secret", "com.example", List.of("x"), List.of("logits"), Map.of())
            .output("logits", ElementType.FLOAT, "n", 3)
            .write(folder.resolve("in.onnx"));

    CommandRun run = CommandRun.done(export(in));

    assertThat(run.err()).contains("not checked", "com.example");
  }

  @Test
  void givenAnEndlessLoop_thenItIsStopped() {
    TestGraph graph =
        Classifiers.withEndlessLoop(Classifiers.linear(13, ElementType.FLOAT, 3, "n"), "logits");
    Path in = graph.write(folder.resolve("in.onnx"));

    CommandRun run = CommandRun.of(export(in, "--time-limit", 1));

    requireBadInput(run, in, "stopped after 1 s", "--time-limit");
  }

  @Test
  void givenWeightsBehindALink_thenTheyAreNotFollowed() throws IOException {
    Path secret = Files.write(folder.resolve("secret"), new byte[48]);
    Path models = Files.createDirectory(folder.resolve("models"));
    Files.createSymbolicLink(models.resolve("w.bin"), secret);
    Files.createSymbolicLink(models.resolve("d"), folder);

    for (String location : List.of("w.bin", "d/secret", "../secret", "d", "none", "w\0.bin")) {
      Path in = weightsAt(location).write(models.resolve("in.onnx"));
      for (Path out : List.of(folder.resolve("other/out.onnx"), models.resolve("out.onnx"))) {
        CommandRun run = CommandRun.of("export", model(), "--onnx", in, "--out", out);

        requireBadInput(run, in, "tensor \"w\"", "has its data in \"" + location.charAt(0));
        assertThat(out).doesNotExist();
        assertThat(folder.resolve("other")).doesNotExist();
      }
    }
  }

  @Test
  void givenALinkThatStaysInTheFolder_thenItIsFollowed() throws IOException {
    Path models = Files.createDirectory(folder.resolve("models"));
    Files.write(models.resolve("real.bin"), new byte[48]);
    Files.createSymbolicLink(models.resolve("w.bin"), Path.of("real.bin"));
    Path in = weightsAt("w.bin").write(models.resolve("in.onnx"));
    Path out = folder.resolve("other/out.onnx");

    CommandRun.done("export", model(), "--onnx", in, "--out", out);

    assertThat(folder.resolve("other/w.bin")).isRegularFile().hasSize(48);
  }

  @Test
  void givenALayerWithoutInputs_thenItIsRefused() {
    requireRefused(
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 3)
            .node("Gemm", List.of(), "logits")
            .output("logits", ElementType.FLOAT, "n", 3),
        "cannot be loaded");
  }

  @Test
  void givenDamagedGraphs_thenTheyAreExportedOrRefusedInOneLine() throws IOException {
    byte[] whole = Classifiers.graph(13, End.SOFTMAX, ElementType.FLOAT, 3).toBytes();
    Path in = folder.resolve("in.onnx");
    Object[] words = export(in);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < DAMAGED; i++) {
      byte[] damaged = whole.clone();
      if (i % 4 == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      } else {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(in, damaged);

      CommandRun run = CommandRun.of(words);

      assertThat(run.status()).as("case " + i + ": " + run).isIn(0, 3);
      if (run.status() == 3) {
        assertThat(run.err()).startsWith("error: " + in).hasLineCount(1);
      }
    }
  }

  private static TestGraph weightsAt(String location) {
    return TestGraph.ofOpset(13)
        .input("x", ElementType.FLOAT, "n", 4)
        .weightsElsewhere("w", ElementType.FLOAT, location, 0, 48, 4, 3)
        .node("MatMul", List.of("x", "w"), "logits")
        .output("logits", ElementType.FLOAT, "n", 3);
  }

  private void requireRefused(TestGraph graph, String... reasons) {
    Path in = graph.write(folder.resolve("in.onnx"));
    requireBadInput(CommandRun.of(export(in)), in, reasons);
    assertThat(folder.resolve("out.onnx")).doesNotExist();
  }

  private static void requireBadInput(CommandRun run, Path in, String... reasons) {
    assertThat(run.status()).as(run.toString()).isEqualTo(3);
    assertThat(run.err()).startsWith("error: " + in).hasLineCount(1).contains(reasons);
  }

  private Object[] export(Path in, Object... more) {
    Object[] words = {"export", model(), "--onnx", in, "--out", folder.resolve("out.onnx")};
    Object[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  private Path model() {
    Path file = folder.resolve("model.json");
    ModelJson.write(file, new TemperatureModel(3, 2), Provenance.unknown());
    return file;
  }
}
