package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpzArchive;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.network.Network;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * Every command and program of docs/guide/onnx.md, as printed, from files that the command makes.
 */
class DocumentationTest {
  private static final double AS_CORE = 1e-6;
  private static final String COMMAND = "./transcal ";

  @TempDir private Path folder;

  @Test
  void givenThePage_thenItsBlocksRunAsPrinted() throws IOException {
    List<List<String>> blocks = blocks();
    List<String> commands =
        blocks.stream()
            .filter(block -> block.get(0).equals("sh"))
            .flatMap(List::stream)
            .filter(line -> line.startsWith(COMMAND))
            .toList();
    for (String command : commands) {
      Object[] words = command.substring(COMMAND.length()).split(" +");
      requireDone(command, ChildRun.transcal(List.of(), words));
    }
    requireProgramRuns(blocks);

    assertThat(commands).hasSizeGreaterThan(4);
    requireCalibrated(folder.resolve("calibrated.onnx"));
    requireSameData(folder.resolve("data.npz"), folder.resolve("lists.npz"));
    assertThat(Files.mismatch(folder.resolve("calibrated.onnx"), folder.resolve("served.onnx")))
        .isEqualTo(-1);
  }

  /** The Java program that needs nothing but this module. */
  private void requireProgramRuns(List<List<String>> blocks) throws IOException {
    List<String> program =
        blocks.stream()
            .filter(
                block -> block.get(0).equals("java") && block.toString().contains("onnx.export"))
            .findFirst()
            .orElseThrow();
    Path file = folder.resolve("Program.java");
    Files.write(file, program.subList(1, program.size()));
    List<String> line = new ArrayList<>(ChildRun.transcal(List.of()));
    line.set(line.size() - 1, file.toString());
    requireDone("the program", line);
  }

  private void requireDone(String what, List<String> line) {
    ChildRun run = ChildRun.of(line, Map.of(), folder);
    assertThat(run.status()).as(what + ": " + run.output()).isZero();
  }

  private void requireCalibrated(Path file) {
    try (Network network = Network.open(OnnxModel.read(file), Set.of(), Network.LONGEST_RUN);
        NpzArchive task = NpzArchive.open(folder.resolve("task.npz"))) {
      Map<String, Matrix> results =
          network.runSample(Set.of("logits", "calibrated_probabilities")).orElseThrow();
      Probabilities expected =
          ModelJson.read(folder.resolve("transcal-out/task/model.json"))
              .model()
              .calibrate(Logits.of(results.get("logits")));
      Matrix actual = results.get("calibrated_probabilities");
      for (int i = 0; i < actual.rows(); i++) {
        assertThat(actual.get(i, 1)).isCloseTo(expected.get(i, 1), within(AS_CORE));
      }
      int[] predictions = Logits.of(task.array("source_val_logits").matrix()).predictions();
      double[] labels = task.array("source_val_labels").vector();
      int right = 0;
      for (int i = 0; i < labels.length; i++) {
        right += predictions[i] == labels[i] ? 1 : 0;
      }
      assertThat(right).as("right of " + labels.length).isGreaterThan(labels.length * 2 / 3);
    }
  }

  private static void requireSameData(Path folders, Path lists) {
    DataSet one = DataSetFiles.read(folders);
    DataSet other = DataSetFiles.read(lists);
    assertThat(one.domainNames()).containsExactly("source", "target");
    assertThat(one.classNames()).containsExactly("circle", "square", "triangle");
    assertThat(other.labels().toArray()).isEqualTo(one.labels().toArray());
    double[] row = new double[one.features().columns()];
    double[] same = new double[row.length];
    for (int i : new int[] {0, 299, 599}) {
      one.features().copyRow(i, row);
      other.features().copyRow(i, same);
      assertThat(same).isEqualTo(row);
    }
  }

  @Test
  void givenTheExampleTwice_thenNothingChangesAndNothingElseIsReplaced() throws IOException {
    Path example = folder.resolve("example");
    CommandRun.done("extract", "--example", example);
    byte[] network = Files.readAllBytes(example.resolve("net.onnx"));
    // In another process, whose sets and maps have another order.
    requireDone("again", ChildRun.transcal(List.of(), "extract", "--example", example));
    assertThat(example.resolve("net.onnx")).hasBinaryContent(network);

    Path own = Files.writeString(example.resolve("net.onnx"), "my own network");
    CommandRun again = CommandRun.of("extract", "--example", example);

    assertThat(again.status()).isEqualTo(3);
    assertThat(again.err()).startsWith("error: " + own + ": already exists and differs");
    assertThat(own).hasContent("my own network");
    assertThat(CommandRun.of("extract", "--example", example, "--out", "x.npz").status())
        .isEqualTo(2);
  }

  /** The fenced blocks of the page: the language, then the lines. */
  private static List<List<String>> blocks() throws IOException {
    Path page = Path.of(System.getProperty("transcal.root"), "docs", "guide", "onnx.md");
    String[] parts = Files.readString(page).split("(?m)^```");
    return Stream.iterate(1, i -> i + 2)
        .limit(parts.length / 2)
        .map(i -> Arrays.asList(parts[i].split("\n")))
        .toList();
  }
}
