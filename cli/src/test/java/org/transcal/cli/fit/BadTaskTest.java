package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.io.TaskFiles;
import org.transcal.matrix.Matrix;

/** Invalid tasks: status 3, one line that says what is wrong, no output. */
class BadTaskTest {
  @TempDir private Path folder;

  static Stream<Arguments> invalid() {
    return Stream.of(
        invalid("source_val_logits is missing", t -> t.without("source_val_logits")),
        invalid("source_val_labels is missing", t -> t.without("source_val_labels")),
        invalid("target_logits is missing", t -> t.without("target_logits")),
        invalid("NaN", t -> t.matrix("target_logits", logits(250, 5, Double.NaN))),
        invalid(
            "infinite",
            t -> t.matrix("source_val_logits", logits(200, 5, Double.NEGATIVE_INFINITY))),
        invalid("other classes", t -> t.matrix("target_logits", logits(250, 4, 0))),
        invalid("one class", t -> t.matrix("source_val_logits", logits(200, 1, 0))),
        invalid("no rows", t -> t.matrix("target_logits", Matrix.wrap(new double[0], 0, 5))),
        invalid("fewer labels", t -> t.integers("source_val_labels", new int[199])),
        invalid("label too large", t -> t.integers("source_val_labels", filled(200, 5))),
        invalid("label negative", t -> t.integers("target_labels", filled(250, -2))),
        invalid("fewer features", t -> t.matrix("target_features", logits(10, 7, 0))),
        invalid("other features", t -> t.matrix("target_features", logits(250, 6, 0))));
  }

  private static Arguments invalid(String what, UnaryOperator<TaskFile> change) {
    return Arguments.of(what, change);
  }

  private static Matrix logits(int rows, int columns, double last) {
    double[] values = new double[rows * columns];
    values[values.length - 1] = last;
    return Matrix.wrap(values, rows, columns);
  }

  private static int[] filled(int rows, int value) {
    int[] values = new int[rows];
    Arrays.fill(values, value);
    return values;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void givenInvalidArray_thenStatus3AndOneLine(String what, UnaryOperator<TaskFile> change) {
    Path task = change.apply(TaskFile.small(1)).write(folder.resolve("task.npz"));
    Path out = folder.resolve("out");

    CommandRun run = CommandRun.of("fit", task, "--all", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.onlyErrLine()).startsWith("error: " + folder);
    assertThat(OutputFiles.in(folder)).containsExactly("task.npz");
  }

  @Test
  void givenNoSuchTask_thenStatus3() {
    CommandRun run = CommandRun.of("fit", folder.resolve("nowhere.npz"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("nowhere.npz", "no such");
  }

  @Test
  void givenEmptyFolder_thenStatus3() {
    assertThat(CommandRun.of("fit", folder).status()).isEqualTo(3);
  }

  @Test
  void givenTruncatedArchive_thenStatus3AndOneLine() throws Exception {
    Path task = TaskFile.small(1).write(folder.resolve("task.npz"));
    byte[] bytes = Files.readAllBytes(task);
    Files.write(task, Arrays.copyOf(bytes, bytes.length / 2));

    CommandRun run = CommandRun.of("fit", task, "--out", folder.resolve("out"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + task);
  }

  @Test
  void givenProbabilitiesAsLogits_thenWarningAndNoConversion() {
    Path task = folder.resolve("task.npz");
    TaskFile.small(1).write(task);
    Matrix probabilities = TaskFiles.read(task).target().logits().softmax(1).toMatrix();
    TaskFile.small(1).matrix("target_logits", probabilities).write(task);

    CommandRun run =
        CommandRun.done("fit", task, "--method", "vanilla", "--out", folder.resolve("out"));

    assertThat(run.err()).contains("warning: ").contains("look like probabilities");
  }

  @Test
  void givenAllValidationRowsCorrectOrWrong_thenTransCalRuns() {
    Path task = folder.resolve("task.npz");
    TaskFile.small(1).write(task);
    int[] predicted = TaskFiles.read(task).sourceValidation().logits().predictions();
    int[] wrong = Arrays.stream(predicted).map(label -> (label + 1) % 5).toArray();
    for (int[] labels : new int[][] {predicted, wrong}) {
      TaskFile.small(1).integers("source_val_labels", labels).write(task);

      CommandRun.done("fit", task, "--allow-poor-source", "--out", folder.resolve("out"));
    }
  }
}
