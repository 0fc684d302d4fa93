package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.example.Classifiers;
import org.transcal.onnx.example.Pictures;
import org.transcal.onnx.example.TestGraph;
import org.transcal.onnx.graph.ElementType;

/** Inputs that cannot be used: one line says why, with status 3, and nothing is written. */
class ExtractSafetyTest {
  /** Takes away what lets the superuser read everything; for others there is nothing to take. */
  private static final List<String> WITHOUT_PRIVILEGES =
      List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");

  @TempDir private Path folder;
  private Path network;
  private Path out;

  @BeforeEach
  void writeNetwork() {
    network = Pictures.network("n").write(folder.resolve("net.onnx"));
    out = folder.resolve("out.npz");
  }

  @Test
  void givenListsWithInvalidPaths_thenTheLineIsNamed() throws IOException {
    Path list = folder.resolve("list.txt");
    String spaces = " ".repeat(1_000_000);
    for (String line : List.of("a\0b.png 1", "a.png\0", "a" + spaces + "b", "a".repeat(5000))) {
      Files.writeString(list, "\n" + line + "\n");

      CommandRun run = CommandRun.of(extract(list));

      requireBadInput(run, list + ", line 2: ", "is not a path");
      assertThat(run.err()).hasSizeLessThan(500);
    }
    Files.writeString(list, spaces + "\n");
    requireBadInput(CommandRun.of(extract(list)), list + ": lists no images");
  }

  @Test
  void givenAFolderWithoutReadPermission_thenItIsNamed() throws IOException {
    Path images = folder.resolve("images");
    Pictures.write(Pictures.picture(20, 20, 1), images.resolve("cat/1.png"));
    Path closed = Files.createDirectories(images.resolve("dog/closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    List<String> prefix = Files.isReadable(closed) ? WITHOUT_PRIVILEGES : List.of();
    Assumptions.assumeTrue(
        prefix.isEmpty() || ChildRun.of(with(prefix, List.of("true")), Map.of()).status() == 0,
        "permissions do not hold for the superuser, and setpriv cannot give them up");

    ChildRun run =
        ChildRun.of(with(prefix, ChildRun.transcal(List.of(), extract(images))), Map.of());

    assertThat(run.status()).as(run.output()).isEqualTo(3);
    assertThat(run.output()).startsWith("error: " + closed + ": ").hasLineCount(1);
  }

  @Test
  void givenAFolderThatContainsItself_thenItIsNamed() throws IOException {
    Path images = folder.resolve("images");
    Pictures.write(Pictures.picture(20, 20, 1), images.resolve("cat/1.png"));
    Path loop = Files.createSymbolicLink(images.resolve("cat/loop"), images.resolve("cat"));

    requireBadInput(CommandRun.of(extract(images)), "error: " + loop);
  }

  @Test
  void givenALayerWithoutInputs_thenTheNetworkIsRefused() {
    Path bare =
        TestGraph.ofOpset(13)
            .input("x", ElementType.FLOAT, "n", 3)
            .node("Gemm", List.of(), "logits")
            .output("logits", ElementType.FLOAT, "n", 3)
            .write(folder.resolve("bare.onnx"));

    CommandRun run = CommandRun.of("extract", array(), "--onnx", bare, "--out", out);

    requireBadInput(run, "error: " + bare, "cannot be loaded");
  }

  @Test
  void givenABatchTooLargeForMemory_thenItIsRefused() {
    for (long batch : new long[] {1L << 40, 1L << 31, 1L << 30}) {
      Path wide =
          TestGraph.ofOpset(13)
              .input("x", ElementType.FLOAT, batch, 3)
              .node("Relu", List.of("x"), "features")
              .output("features", ElementType.FLOAT, batch, 3)
              .write(folder.resolve("wide.onnx"));

      CommandRun run = CommandRun.of("extract", array(), "--onnx", wide, "--out", out);

      requireBadInput(run, "error: " + wide, "batch of " + batch);
    }
  }

  @Test
  void givenAnEndlessLoop_thenItIsStopped() {
    TestGraph graph = TestGraph.ofOpset(13).input("x", ElementType.FLOAT, "n", 3);
    Path endless = Classifiers.withEndlessLoop(graph, "x").write(folder.resolve("endless.onnx"));

    CommandRun run =
        CommandRun.of("extract", array(), "--onnx", endless, "--out", out, "--time-limit", 1);

    requireBadInput(run, "error: " + endless, "stopped after 1 s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpg", "gif", "bmp"})
  void givenAnImageTooLargeForMemory_thenItIsNotSkippedAsDamaged(String format) {
    Path images = folder.resolve("images");
    Pictures.write(Pictures.picture(20, 20, 1), images.resolve("a/0.png"));
    BufferedImage large = new BufferedImage(4000, 3000, BufferedImage.TYPE_3BYTE_BGR);
    Path file = Pictures.write(large, images.resolve("b/large." + format));
    List<Object> words = new ArrayList<>(List.of(extract(images)));
    words.add("--skip-unreadable");

    ChildRun run = ChildRun.of(ChildRun.transcal(List.of("-Xmx24m"), words.toArray()), Map.of());

    assertThat(run.status()).as(run.output()).isEqualTo(3);
    assertThat(run.output()).startsWith("error: " + file).contains("memory", "-Xmx");
    assertThat(out).doesNotExist();
  }

  private Path array() {
    Path file = folder.resolve("x.npz");
    try (NpzWriter npz = NpzWriter.open(file)) {
      npz.matrix("x", Matrix.wrap(new double[6], 2, 3)).commit();
    }
    return file;
  }

  private Object[] extract(Path images) {
    return new Object[] {
      "extract", images, "--onnx", network, "--out", out, "--resize", 20, "--crop", 16
    };
  }

  private static List<String> with(List<String> prefix, List<String> line) {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(line);
    return whole;
  }

  private void requireBadInput(CommandRun run, String... parts) {
    assertThat(run.status()).as(run.toString()).isEqualTo(3);
    assertThat(run.err()).startsWith("error: ").hasLineCount(1).contains(parts);
    assertThat(out).doesNotExist();
  }
}
