package org.transcal.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.calibration.Methods;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;

class ExperimentCommandTest {
  private static final String HEADER =
      "task,method,seed,temperature,lambda,accuracy,ece,nll,brier,seconds,error";
  private static final int SECONDS = 9;

  @TempDir private Path folder;
  private Path tasks;
  private Path out;

  @BeforeEach
  void writeTasks() {
    tasks = folder.resolve("tasks");
    out = folder.resolve("out");
    TaskFile.small(1).write(tasks.resolve("one__A2B__net.npz"));
    TaskFile.small(2).write(tasks.resolve("one__B2C__net.npz"));
    TaskFile.small(3).write(tasks.resolve("two__C2D__net.npz"));
  }

  private List<String> results() {
    return OutputFiles.text(out.resolve("results.csv")).lines().toList();
  }

  private List<String> resultsWithoutSeconds() {
    return results().stream()
        .map(
            line -> {
              String[] cells = line.split(",", -1);
              cells[SECONDS] = "";
              return String.join(",", cells);
            })
        .toList();
  }

  @Test
  void givenTasks_thenOneLinePerTaskAndMethodInOrder() {
    CommandRun run =
        CommandRun.done("experiment", "--tasks", tasks, "--methods", "cpcs,vanilla", "--out", out);

    assertThat(run.err()).isEmpty();
    assertThat(results().get(0)).isEqualTo(HEADER);
    assertThat(results().stream().skip(1).map(ExperimentCommandTest::taskAndMethod))
        .containsExactly(
            "one__A2B__net,cpcs,0",
            "one__A2B__net,vanilla,0",
            "one__B2C__net,cpcs,0",
            "one__B2C__net,vanilla,0",
            "two__C2D__net,cpcs,0",
            "two__C2D__net,vanilla,0");
    assertThat(run.out()).contains("3 tasks, 6 runs done, 0 failed", "results.csv");
  }

  private static String taskAndMethod(String line) {
    String[] cells = line.split(",", -1);
    return String.join(",", cells[0], cells[1], cells[2]);
  }

  @Test
  void givenThreads_thenSameResults() {
    CommandRun.done("experiment", "--tasks", tasks, "--repeats", 2, "--threads", 1, "--out", out);
    List<String> alone = resultsWithoutSeconds();
    Map<String, String> written = otherFiles(out);

    out = folder.resolve("other");
    CommandRun.done("experiment", "--tasks", tasks, "--repeats", 2, "--threads", 4, "--out", out);

    assertThat(resultsWithoutSeconds()).isEqualTo(alone);
    assertThat(otherFiles(out)).isEqualTo(written);
    // 21 methods, 3 tasks, 2 repeats
    int methods = Methods.names().size();
    assertThat(alone).hasSize(1 + methods * 3 * 2);
  }

  /** Files with the same bytes in every run: all but results and journal, which hold seconds. */
  private static Map<String, String> otherFiles(Path folder) {
    return OutputFiles.in(folder).stream()
        .filter(name -> !name.equals("results.csv") && !name.equals("journal.tsv"))
        .collect(Collectors.toMap(name -> name, name -> OutputFiles.text(folder.resolve(name))));
  }

  @Test
  void givenFirstRun_thenSameNumbersAsFit() {
    CommandRun.done("experiment", "--tasks", tasks, "--methods", "transcal", "--out", out);
    CommandRun.done(
        "fit",
        tasks.resolve("two__C2D__net.npz"),
        "--method",
        "transcal",
        "--out",
        out.resolve("fit"));

    String[] cells = results().get(3).split(",", -1);
    String fit = OutputFiles.text(out.resolve("fit/result.json"));
    assertThat(Double.parseDouble(cells[3])).isEqualTo(OutputFiles.number(fit, "temperature"));
    assertThat(Double.parseDouble(cells[4])).isEqualTo(OutputFiles.number(fit, "lambda"));
    assertThat(Double.parseDouble(cells[6])).isEqualTo(OutputFiles.number(fit, "ece"));
  }

  @Test
  void givenRepeats_thenSeedsCountUpAndRowsAreResampled() {
    CommandRun.done(
        "experiment",
        "--tasks",
        tasks,
        "--methods",
        "temperature",
        "--repeats",
        3,
        "--seed",
        5,
        "--out",
        out);

    List<String> first = results().subList(1, 4);
    assertThat(first.stream().map(ExperimentCommandTest::taskAndMethod))
        .containsExactly(
            "one__A2B__net,temperature,5",
            "one__A2B__net,temperature,6",
            "one__A2B__net,temperature,7");
    assertThat(first.stream().map(line -> line.split(",")[3]).distinct()).hasSize(3);
  }

  @Test
  void givenOtherTasks_thenRepeatsOfATaskStayTheSame() throws Exception {
    CommandRun.done(
        "experiment", "--tasks", tasks, "--methods", "temperature", "--repeats", 2, "--out", out);
    List<String> together = resultsWithoutSeconds();
    Files.delete(tasks.resolve("one__A2B__net.npz"));

    CommandRun.done(
        "experiment", "--tasks", tasks, "--methods", "temperature", "--repeats", 2, "--out", out);

    List<String> expected = new ArrayList<>(together);
    expected.removeIf(line -> line.startsWith("one__A2B"));
    assertThat(resultsWithoutSeconds()).isEqualTo(expected);
  }

  @Test
  void givenInvalidTaskAndMissingFeatures_thenErrorLinesAndOthersRun() throws Exception {
    Files.writeString(tasks.resolve("one__B2C__net.npz"), "not an archive");
    TaskFile.small(3).withoutFeatures().write(tasks.resolve("two__C2D__net.npz"));

    CommandRun run =
        CommandRun.done(
            "experiment", "--tasks", tasks, "--methods", "vanilla,transcal", "--out", out);

    assertThat(results()).hasSize(7);
    assertThat(results().get(3)).startsWith("one__B2C__net,vanilla,0,,,,,,,,").contains("archive");
    assertThat(results().get(4)).startsWith("one__B2C__net,transcal,0,,,,,,,,");
    assertThat(results().get(5)).startsWith("two__C2D__net,vanilla,0,").endsWith(",");
    assertThat(results().get(6))
        .startsWith("two__C2D__net,transcal,0,,,,,,,,")
        .contains("features");
    assertThat(run.err().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("warning: 2 runs failed; the first: "),
            line ->
                assertThat(line)
                    .startsWith(
                        "note: 1 not run for lack of an optional input; the first: two__C2D__net")
                    .contains("features"));
    assertThat(run.out()).contains("3 tasks, 3 runs done, 1 not run, 2 failed");
  }

  @Test
  void givenNothingRan_thenStatus3AndNothingWritten() {
    for (String name : OutputFiles.in(tasks)) {
      TaskFile.small(1).withoutFeatures().write(tasks.resolve(name));
    }

    CommandRun run =
        CommandRun.of("experiment", "--tasks", tasks, "--methods", "transcal", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void givenNothingCanBeCalibrated_thenStatus4() {
    int[] self = new int[250];
    Arrays.setAll(self, i -> i);
    for (String name : OutputFiles.in(tasks)) {
      TaskFile.small(1).integers("mixup_partner", self).write(tasks.resolve(name));
    }

    CommandRun run =
        CommandRun.of("experiment", "--tasks", tasks, "--methods", "pseudocal", "--out", out);

    assertThat(run.status()).isEqualTo(4);
  }

  @Test
  void givenNoFolderOrNoTask_thenStatus3AndOneLine() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    for (Path bad : new Path[] {empty, folder.resolve("nowhere")}) {
      CommandRun run = CommandRun.of("experiment", "--tasks", bad, "--out", out);

      assertThat(run.status()).isEqualTo(3);
      assertThat(run.onlyErrLine()).startsWith("error: " + bad);
    }
  }

  @Test
  void givenOutIsAFile_thenStatus3BeforeAnythingRuns() throws Exception {
    Files.writeString(out, "mine");

    CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("cannot be written");
  }

  @Test
  void givenManyWarnings_thenOnlyTheFirstTenAreShown() {
    for (int i = 0; i < 12; i++) {
      TaskFile.small(i)
          .without("source_train_features")
          .write(tasks.resolve("w" + (char) ('a' + i) + ".npz"));
    }

    CommandRun run =
        CommandRun.done(
            "experiment", "--tasks", tasks, "--methods", "vanilla", "--repeats", 2, "--out", out);

    assertThat(run.errLines()).hasSize(11);
    assertThat(run.errLines().get(0)).startsWith("warning: wa: features are left out");
    assertThat(run.errLines().get(10)).contains("2 more warnings");
  }

  @Test
  void givenSuites_thenTablesShowTheirMeans() {
    CommandRun.done(
        "experiment", "--tasks", tasks, "--methods", "vanilla,mc-dropout", "--out", out);

    List<Double> ece =
        results().stream()
            .filter(line -> line.contains(",vanilla,"))
            .map(line -> Double.parseDouble(line.split(",")[6]))
            .collect(Collectors.toList());
    List<String> table =
        OutputFiles.text(out.resolve("tables.md")).lines().filter(l -> l.startsWith("|")).toList();
    assertThat(table.get(0)).isEqualTo("| method | one (2) | two (1) | average |");
    String[] cells = table.get(2).split("\\|");
    assertThat(Double.parseDouble(cells[2]))
        .isCloseTo(100 * (ece.get(0) + ece.get(1)) / 2, within(0.051));
    assertThat(Double.parseDouble(cells[3])).isCloseTo(100 * ece.get(2), within(0.051));
    assertThat(table.get(3)).isEqualTo("| mc-dropout | – | – | – |");
    assertThat(OutputFiles.in(out))
        .contains("tables.csv", "tables.tex", "tables.html", "report.html");
  }

  @Test
  void givenRepeats_thenTablesShowDeviations() {
    CommandRun run =
        CommandRun.done(
            "experiment",
            "--tasks",
            tasks,
            "--methods",
            "vanilla,temperature",
            "--repeats",
            3,
            "--out",
            out);

    assertThat(OutputFiles.text(out.resolve("tables.md"))).contains("** ± ");
    assertThat(OutputFiles.text(out.resolve("tables.tex"))).contains("\\textbf{", "}$\\pm$");
    assertThat(run.out()).contains(" ± ");
  }

  @Test
  void givenUpsampling_thenSeedAffectsResults() {
    // Domains of unequal sizes, so that upsampling draws rows.
    CommandRun.done(
        "experiment", "--tasks", tasks, "--methods", "cpcs", "--balance", "upsample", "--out", out);
    List<String> first = resultsWithoutSeconds();

    CommandRun.done(
        "experiment",
        "--tasks",
        tasks,
        "--methods",
        "cpcs",
        "--balance",
        "upsample",
        "--seed",
        1,
        "--out",
        out);

    assertThat(first.get(1).split(",")[3])
        .isNotEqualTo(resultsWithoutSeconds().get(1).split(",")[3]);
  }

  @Test
  void givenNeitherTasksNorPlanOrBoth_thenUsageError() {
    assertThat(CommandRun.of("experiment").status()).isEqualTo(2);
    assertThat(CommandRun.of("experiment", "--tasks", tasks, "--plan", "x").status()).isEqualTo(2);
    assertThat(CommandRun.of("experiment", "--tasks", tasks, "--set", "a=b").status()).isEqualTo(2);
    assertThat(CommandRun.of("experiment", "--tasks", tasks, "--repeats", "0").status())
        .isEqualTo(2);
  }

  @Test
  void givenNoLabels_thenRunsWithoutScores() {
    for (String name : OutputFiles.in(tasks)) {
      TaskFile.small(1).without("target_labels").write(tasks.resolve(name));
    }

    CommandRun run =
        CommandRun.done("experiment", "--tasks", tasks, "--methods", "vanilla", "--out", out);

    assertThat(run.onlyErrLine())
        .startsWith("note: No task has target labels")
        .contains("Add the array target_labels");
    assertThat(results().get(1)).startsWith("one__A2B__net,vanilla,0,1.0,,,,,,");
    assertThat(OutputFiles.text(out.resolve("tables.md"))).contains("No task has target labels");
  }
}
