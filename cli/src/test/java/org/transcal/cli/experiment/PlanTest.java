package org.transcal.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.cli.testing.TrainingProcess;
import org.transcal.matrix.Matrix;

class PlanTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir private Path folder;
  private Path out;
  private TrainingProcess command;

  @BeforeEach
  void writeData() throws IOException {
    command = new TrainingProcess(folder);
    out = folder.resolve("out");
    TaskFile.small(1).write(folder.resolve("tasks/one__A2B__net.npz"));
    Files.writeString(folder.resolve("books.svm"), "1 1:2\n-1 2:1\n");
    Files.writeString(folder.resolve("dvd.svm"), "1 1:1\n-1 2:2\n");
  }

  private Path plan(String methods, String seeds) throws IOException {
    return Files.writeString(
        folder.resolve("plan.yaml"),
        """
        parameters:
          books: books.svm
        tasks: tasks
        train:
          - data: [$(books), dvd.svm]
            suite: amazon
            methods: [%s]
            seeds: [%s]
            steps: 7
        methods: [vanilla, temperature]
        repeats: 2
        """
            .formatted(methods, seeds));
  }

  private List<String> cells(int... columns) {
    return OutputFiles.text(out.resolve("results.csv"))
        .lines()
        .skip(1)
        .map(
            line -> {
              String[] cells = line.split(",", -1);
              return Arrays.stream(columns)
                  .mapToObj(column -> cells[column])
                  .collect(Collectors.joining(" "));
            })
        .toList();
  }

  @Test
  void givenTrainingWithSeedsAndRepeats_thenEveryRunHasItsOwnSeed() throws Exception {
    command.done("experiment", "--plan", plan("made-up", "4, 6"), "--out", out);

    // Seeds 4 to 6 span three values, so each repeat adds three.
    assertThat(cells(0, 1, 2))
        .filteredOn(line -> line.contains("vanilla"))
        .containsExactly(
            "one__A2B__net vanilla 0",
            "one__A2B__net vanilla 3",
            "amazon__B2D__made-up vanilla 4",
            "amazon__B2D__made-up vanilla 7",
            "amazon__B2D__made-up vanilla 6",
            "amazon__B2D__made-up vanilla 9",
            "amazon__D2B__made-up vanilla 4",
            "amazon__D2B__made-up vanilla 7",
            "amazon__D2B__made-up vanilla 6",
            "amazon__D2B__made-up vanilla 9");
    assertThat(OutputFiles.in(out.resolve("tasks"))).hasSize(4);
    // Two seeds, two repeats each: one deviation over four runs.
    assertThat(OutputFiles.text(out.resolve("tables.md"))).contains("over 4 runs");
  }

  @Test
  void givenFinishedTraining_whenRunWithMoreMethods_thenNotTrainedAgain() throws Exception {
    command.done("experiment", "--plan", plan("made-up", "0"), "--out", out);
    Set<String> trained = OutputFiles.in(out.resolve("tasks"));
    for (String name : trained) {
      Files.setLastModifiedTime(out.resolve("tasks").resolve(name), LONG_AGO);
    }

    CommandRun run =
        command.done(
            "experiment",
            "--plan",
            plan("made-up", "0"),
            "--methods",
            "vanilla,platt",
            "--out",
            out);

    assertThat(OutputFiles.in(out.resolve("tasks"))).isEqualTo(trained);
    for (String name : trained) {
      assertThat(Files.getLastModifiedTime(out.resolve("tasks").resolve(name))).isEqualTo(LONG_AGO);
    }
    // Three tasks twice with vanilla.
    assertThat(run.onlyErrLine()).startsWith("note: 6 runs were reused from");
  }

  @Test
  void givenChangedData_thenTrainedAgain() throws Exception {
    command.done("experiment", "--plan", plan("made-up", "0"), "--out", out);

    Files.writeString(folder.resolve("dvd.svm"), "1 1:1\n-1 2:3\n");
    command.done("experiment", "--plan", plan("made-up", "0"), "--out", out);

    assertThat(OutputFiles.in(out.resolve("tasks"))).hasSize(4);
    command.done("experiment", "--plan", plan("made-up", "0"), "--fresh", "--out", out);
    assertThat(OutputFiles.in(out.resolve("tasks"))).hasSize(2);
  }

  @Test
  void givenFailingTraining_thenOnlyItsRunsFail() throws Exception {
    CommandRun run =
        command.done(
            "experiment", "--plan", plan("diverging, refusing, made-up", "0"), "--out", out);

    assertThat(cells(0, 10))
        .contains("amazon__B2D__diverging training diverged at step 3", "amazon__B2D__made-up ");
    assertThat(cells(0, 10)).anyMatch(line -> line.endsWith("books.svm: has too few rows"));
    assertThat(run.out()).contains("7 tasks, 12 runs done, 16 failed");
  }

  @Test
  void givenTasksThatDoNotFitIntoMemoryTogether_thenEachRunsInItsTurn() throws Exception {
    Path large = Files.createDirectories(folder.resolve("large"));
    Random random = new Random(1);
    float[] values = new float[250_000 * 40];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat();
    }
    Path first =
        TaskFile.small(1)
            .withoutFeatures()
            .without("mixup_logits", "mixup_partner")
            .matrix("source_val_logits", Matrix.wrap(new float[200 * 40], 200, 40))
            .matrix("target_logits", Matrix.wrap(values, 250_000, 40))
            .integers("target_labels", new int[250_000])
            .write(large.resolve("1.npz"));
    for (int i = 2; i <= 8; i++) {
      Files.createLink(large.resolve(i + ".npz"), first);
    }

    CommandRun run =
        command.done(
            "experiment", "--tasks", large, "--methods", "vanilla", "--threads", 8, "--out", out);

    assertThat(run.out()).contains("8 tasks, 8 runs done, 0 failed");
  }

  @Test
  void givenParameter_thenItsFileIsUsed() throws Exception {
    Files.writeString(folder.resolve("poems.svm"), "1 1:2\n-1 2:1\n");

    command.done(
        "experiment",
        "--plan",
        plan("made-up", "0"),
        "--set",
        "books=" + folder.resolve("poems.svm"),
        "--out",
        out);

    assertThat(cells(0)).contains("amazon__P2D__made-up");
  }

  @Test
  void givenUnknownMethodOrDomain_thenStatus3ListsKnownOnes() throws Exception {
    CommandRun method = command.of("experiment", "--plan", plan("made-upp", "0"), "--out", out);
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            "train:\n  - data: [books.svm, dvd.svm]\n    methods: made-up\n"
                + "    transfers: [books -> toys]\n");
    CommandRun domain = command.of("experiment", "--plan", file, "--out", out);

    assertThat(method.status()).isEqualTo(3);
    assertThat(method.onlyErrLine()).contains("\"made-upp\"", "made-up");
    assertThat(domain.status()).isEqualTo(3);
    assertThat(domain.onlyErrLine())
        .contains("unknown domain \"toys\"; the data set has books, dvd");
    assertThat(Files.exists(out)).isFalse();
  }
}
