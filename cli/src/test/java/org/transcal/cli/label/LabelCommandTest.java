package org.transcal.cli.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.TaskFile;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskWriter;
import org.transcal.prediction.Labels;

/** From choosing rows to using their labels. */
class LabelCommandTest {
  private static final KnownShift EXAMPLE = KnownShift.sample(300, 200, 250, 1);

  @TempDir Path folder;
  private Path task;
  private Path rows;

  @BeforeEach
  void writeTask() {
    task = TaskFile.of(EXAMPLE).write(folder.resolve("small.npz"));
    rows = folder.resolve("rows.csv");
  }

  @Test
  void givenBudget_thenThatManyRowsWithEmptyLabels() throws IOException {
    CommandRun run = CommandRun.done("label", task, "--budget", 60, "--out", rows);

    assertThat(run.out()).isEqualTo("rows  " + rows + " (60 to label, 0 labelled)\n");
    assertThat(run.err()).isEmpty();
    assertThat(Files.readAllLines(rows)).hasSize(61);
    assertThat(Files.readAllLines(rows).get(0))
        .startsWith("row,label,prediction,confidence,probability,");
    assertThat(Files.readAllLines(rows).stream().skip(1))
        .allMatch(line -> line.matches("\\d+,,.+"));
  }

  @Test
  void givenSeedAndThreads_thenSameBytesForSameSeedOnly() throws IOException {
    CommandRun.done("label", task, "--budget", 60, "--out", rows, "--threads", 1);
    String first = Files.readString(rows);

    CommandRun.done("label", task, "--budget", 60, "--out", rows, "--threads", 4, "--seed", 0);
    assertThat(Files.readString(rows)).isEqualTo(first);
    CommandRun.done("label", task, "--budget", 60, "--out", rows, "--seed", 1);
    assertThat(Files.readString(rows)).isNotEqualTo(first);
  }

  @Test
  void givenTargetLabelsInTheTask_thenIgnored() throws IOException {
    CommandRun.done("label", task, "--budget", 60, "--out", rows);
    String with = Files.readString(rows);
    TaskFile.of(EXAMPLE).without("target_labels").write(task);

    CommandRun.done("label", task, "--budget", 60, "--out", rows);

    assertThat(Files.readString(rows)).isEqualTo(with);
  }

  @Test
  void givenLabels_thenEstimateMeasuresAndSaysHowManyMore() throws IOException {
    label(50);

    CommandRun text = CommandRun.done("estimate", task, "--labels", rows);
    CommandRun json = CommandRun.done("estimate", task, "--labels", rows, "--json");

    assertThat(text.out())
        .contains("Measured on 50 labelled target rows", "without labels %")
        .containsPattern("Label [\\d,]+ more rows for an interval of ± 5 points");
    assertThat(json.out())
        .contains("\"labels\": {")
        .contains("\"used\": 50")
        .containsPattern("\"recommendedMore\": [1-9]")
        .contains("\"accuracy\": {", "\"verdict\":", "\"labelsNeeded\":", "\"estimators\": {");
  }

  @Test
  void givenLabels_thenFitFitsLabelledAndExportsIt() throws IOException {
    label(50);
    Path out = folder.resolve("out");

    CommandRun run = CommandRun.done("fit", task, "--labels", rows, "--out", out, "--json");

    assertThat(run.out()).contains("\"method\": \"labelled\"").doesNotContain("recommended");
    assertThat(Files.readString(out.resolve("model.json")))
        .contains("\"method\": \"labelled\"", "\"labels\": \"");
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("What the labels bought", "--labels " + rows);
  }

  @Test
  void givenLabelsAndMethods_thenThoseMethodsAndLabelledIsExportedIfAmongThem() throws IOException {
    label(50);

    CommandRun run =
        CommandRun.done(
            "fit",
            task,
            "--labels",
            rows,
            "--method",
            "recommended,labelled,temperature",
            "--out",
            folder.resolve("out"));

    assertThat(run.out()).contains("come from labelled, the default method if there are labels");
  }

  @Test
  void givenNoLabelsOption_thenLabelledSaysWhatItNeeds() {
    CommandRun run =
        CommandRun.of("fit", task, "--method", "labelled", "--out", folder.resolve("out"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("--labels ROWS.csv");
  }

  @Test
  void givenFurtherRound_thenLabelsAreKeptAndNewRowsAreEmpty() throws IOException {
    label(50);
    List<String> before = Files.readAllLines(rows);

    CommandRun run =
        CommandRun.done("label", task, "--budget", 30, "--labels", rows, "--out", rows);

    assertThat(run.out()).contains("(30 to label, 50 labelled)");
    List<String> after = Files.readAllLines(rows);
    assertThat(after).hasSize(81);
    for (int i = 1; i <= 50; i++) {
      assertThat(after.get(i)).startsWith(start(before.get(i)));
    }
    assertThat(after.subList(51, 81)).allMatch(line -> line.matches("\\d+,,.+,2"));
    assertThat(CommandRun.done("estimate", task, "--labels", rows, "--json").out())
        .contains("\"used\": 50");
  }

  @Test
  void givenOwnSample_thenUsedAndSaidSo() throws IOException {
    StringBuilder text = new StringBuilder("row,label\n");
    for (int i = 0; i < 250; i += 5) {
      text.append(i).append(',').append(EXAMPLE.targetLabels().get(i)).append('\n');
    }
    Files.writeString(rows, text);

    CommandRun run = CommandRun.done("estimate", task, "--labels", rows);

    assertThat(run.out())
        .contains("Measured on 50 labelled target rows", "count as a simple random sample");
    assertThat(CommandRun.done("fit", task, "--labels", rows, "--out", folder.resolve("out")).err())
        .contains("count as a simple random sample");
  }

  @Test
  void givenClassNames_thenNamesInTheTableAndAsLabels() throws IOException {
    TaskWriter.of(EXAMPLE.task())
        .classNames(List.of("ape", "bee", "cat", "dog", "emu"))
        .write(task);
    CommandRun.done("label", task, "--budget", 20, "--out", rows);
    assertThat(Files.readAllLines(rows).get(1)).containsPattern("^\\d+,,(ape|bee|cat|dog|emu),");
    fill(label -> List.of("ape", "bee", "cat", "dog", "emu").get(label));

    CommandRun run = CommandRun.done("estimate", task, "--labels", rows, "--json");

    assertThat(run.out()).contains("\"used\": 20");
    Files.writeString(rows, Files.readString(rows).replaceFirst("\n(\\d+),\\w+,", "\n$1,bea,"));
    CommandRun bad = CommandRun.of("estimate", task, "--labels", rows);
    assertThat(bad.status()).isEqualTo(3);
    assertThat(bad.err()).contains("rows.csv: line 2, column label is \"bea\"", "did you mean bee");
  }

  @Test
  void givenTableWithLabels_thenNeverWrittenOverWithoutThem() throws IOException {
    label(20);
    String labelled = Files.readString(rows);

    CommandRun run = CommandRun.of("label", task, "--budget", 20, "--out", rows);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("may hold labels", "--labels " + rows);
    assertThat(Files.readString(rows)).isEqualTo(labelled);
  }

  @Test
  void givenUnlabelledTableOrWrongFile_thenSaysWhatToDo() throws IOException {
    CommandRun.done("label", task, "--budget", 20, "--out", rows);
    Path other = TaskFile.small(9).write(folder.resolve("other.npz"));

    CommandRun empty = CommandRun.of("estimate", task, "--labels", rows);
    CommandRun wrong = CommandRun.of("fit", other, "--labels", rows);
    CommandRun missing = CommandRun.of("fit", task, "--labels", folder.resolve("none.csv"));

    assertThat(empty.status()).isEqualTo(3);
    assertThat(empty.err()).contains("none of its 20 rows has a label");
    assertThat(wrong.status()).isEqualTo(3);
    assertThat(wrong.err()).contains("line ", "column prediction", "another task or model");
    assertThat(missing.status()).isEqualTo(3);
    assertThat(missing.err()).contains("there is no such file");
  }

  @Test
  void givenLargerBudgetThanRows_thenAllRowsAndAWarning() throws IOException {
    CommandRun run = CommandRun.done("label", task, "--budget", 1000, "--out", rows);

    assertThat(Files.readAllLines(rows)).hasSize(251);
    assertThat(run.err()).contains("only 250 of 1,000");
    assertThat(CommandRun.of("label", task, "--budget", 0, "--out", rows).status()).isEqualTo(2);
    assertThat(CommandRun.of("label", task, "--out", rows).status()).isEqualTo(2);
    assertThat(CommandRun.of("label", task, "--budget", 5).status()).isEqualTo(2);
  }

  @Test
  void givenFolderOfLabels_thenExperimentUsesThemAndNoticesChanges() throws IOException {
    Path tasks = Files.createDirectory(folder.resolve("tasks"));
    TaskFile.of(EXAMPLE).write(tasks.resolve("a.npz"));
    TaskFile.small(2).write(tasks.resolve("b.npz"));
    Path labels = Files.createDirectory(folder.resolve("labels"));
    label(50);
    Files.copy(rows, labels.resolve("a.csv"));
    Path out = folder.resolve("out");
    Object[] command = {
      "experiment",
      "--tasks",
      tasks,
      "--methods",
      "temperature,labelled",
      "--labels",
      labels,
      "--out",
      out,
      "--no-report"
    };

    CommandRun.done(command);
    List<String> first = Files.readAllLines(out.resolve("results.csv"));
    label(30);
    Files.delete(labels.resolve("a.csv"));
    Files.copy(rows, labels.resolve("a.csv"));
    CommandRun again = CommandRun.done(command);

    assertThat(first.get(2)).startsWith("a,labelled,0,").doesNotContain("--labels");
    assertThat(first.get(4)).startsWith("b,labelled,0,").contains("--labels");
    assertThat(again.err()).contains("runs were reused");
    assertThat(Files.readAllLines(out.resolve("results.csv")).get(2))
        .startsWith("a,labelled,0,")
        .isNotEqualTo(first.get(2));
    assertThat(
            CommandRun.of("experiment", "--tasks", tasks, "--labels", folder.resolve("none"))
                .status())
        .isEqualTo(3);
  }

  @Test
  void givenPartlyLabelledTask_thenScoresAreFromThoseRows() throws IOException {
    int[] labels = EXAMPLE.targetLabels().toArray();
    for (int i = 40; i < labels.length; i++) {
      labels[i] = Labels.UNKNOWN;
    }
    TaskFile.of(EXAMPLE).integers("target_labels", labels).write(task);
    Path out = folder.resolve("out");

    CommandRun run = CommandRun.done("fit", task, "--method", "temperature,oracle", "--out", out);

    assertThat(run.err()).contains("40 of 250 target rows are labelled");
    assertThat(run.out()).contains("250 target rows (40 with labels)");
    assertThat(Files.readString(out.resolve("result.json")))
        .contains("\"targetLabelled\": 40", "\"ece\":");
    assertThat(Files.readString(out.resolve("report.html"))).contains("40 of 250 target rows");
  }

  /** A table of that many rows, all labelled with the truth. */
  private void label(int budget) throws IOException {
    Files.deleteIfExists(rows);
    CommandRun.done("label", task, "--budget", budget, "--out", rows);
    fill(Integer::toString);
  }

  private void fill(IntFunction<String> name) throws IOException {
    String filled =
        Files.readAllLines(rows).stream()
            .map(
                line -> {
                  String[] cells = line.split(",", 3);
                  if (!cells[0].equals("row")) {
                    cells[1] = name.apply(EXAMPLE.targetLabels().get(Integer.parseInt(cells[0])));
                  }
                  return String.join(",", cells);
                })
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(rows, filled);
  }

  /** Row, label, prediction and confidence. */
  private static String start(String line) {
    String[] cells = line.split(",");
    return String.join(",", cells[0], cells[1], cells[2], cells[3]) + ",";
  }
}
