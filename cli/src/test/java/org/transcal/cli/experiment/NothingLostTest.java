package org.transcal.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.cli.testing.TrainingProcess;
import org.transcal.io.file.OutputLock;

/** Experiments delete only their own files and write only inside their folder. */
class NothingLostTest {
  @TempDir private Path folder;
  private Path tasks;
  private Path out;
  private TrainingProcess command;

  @BeforeEach
  void writeData() throws IOException {
    command = new TrainingProcess(folder);
    tasks = folder.resolve("tasks");
    out = folder.resolve("out");
    TaskFile.small(1).write(tasks.resolve("one__A2B__net.npz"));
    Files.writeString(folder.resolve("books.svm"), "1 1:2\n-1 2:1\n");
    Files.writeString(folder.resolve("dvd.svm"), "1 1:1\n-1 2:2\n");
  }

  private Path plan(String suite) throws IOException {
    return Files.writeString(
        folder.resolve("plan.yaml"),
        "train:\n  - data: [books.svm, dvd.svm]\n    suite: "
            + suite
            + "\n    transfers: [books -> dvd]\n    methods: [made-up]\nmethods: [vanilla]\n");
  }

  @Test
  void givenUserFilesInTasks_whenFresh_thenOnlyTrainedTasksAreDeleted() throws Exception {
    command.done("experiment", "--plan", plan("amazon"), "--out", out);
    Set<String> trained = OutputFiles.in(out.resolve("tasks"));
    Path notes = Files.writeString(out.resolve("tasks/notes.txt"), "mine");
    Path other = TaskFile.small(5).write(out.resolve("tasks/mine.npz"));
    Files.writeString(folder.resolve("dvd.svm"), "1 1:1\n-1 2:3\n");

    command.done("experiment", "--plan", plan("amazon"), "--fresh", "--out", out);

    assertThat(notes).hasContent("mine");
    assertThat(other).exists();
    assertThat(OutputFiles.in(out.resolve("tasks")))
        .hasSize(3)
        .doesNotContainAnyElementsOf(trained);
  }

  @Test
  void givenChangedTrainedTask_whenFresh_thenStatus3AndItStays() throws Exception {
    command.done("experiment", "--plan", plan("amazon"), "--out", out);
    Path trained =
        out.resolve("tasks").resolve(OutputFiles.in(out.resolve("tasks")).iterator().next());
    TaskFile.small(5).write(trained);
    byte[] changed = Files.readAllBytes(trained);
    byte[] journal = Files.readAllBytes(out.resolve("journal.tsv"));

    CommandRun run = command.of("experiment", "--plan", plan("amazon"), "--fresh", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(trained.getFileName().toString(), "--fresh");
    assertThat(trained).hasBinaryContent(changed);
    assertThat(out.resolve("journal.tsv")).hasBinaryContent(journal);
  }

  @Test
  void givenNothingRan_thenEarlierJournalStays() throws Exception {
    CommandRun.done("experiment", "--tasks", tasks, "--methods", "vanilla", "--out", out);
    TaskFile.small(1).withoutFeatures().write(tasks.resolve("one__A2B__net.npz"));

    CommandRun nothing =
        CommandRun.of("experiment", "--tasks", tasks, "--methods", "transcal", "--out", out);

    TaskFile.small(1).write(tasks.resolve("one__A2B__net.npz"));
    CommandRun again =
        CommandRun.done("experiment", "--tasks", tasks, "--methods", "vanilla", "--out", out);
    assertThat(nothing.status()).isEqualTo(3);
    assertThat(again.onlyErrLine()).startsWith("note: 1 runs were reused from");
  }

  @Test
  void givenJournalOfAnotherLayout_thenKeptAndWarningSaysWhere() throws Exception {
    Files.createDirectories(out);
    Files.writeString(out.resolve("journal.tsv"), "trial\tof another version\n");

    CommandRun run =
        CommandRun.done("experiment", "--tasks", tasks, "--methods", "vanilla", "--out", out);

    assertThat(run.onlyErrLine()).startsWith("warning: ").contains("journal.tsv.old-1");
    assertThat(out.resolve("journal.tsv.old-1")).hasContent("trial\tof another version\n");
  }

  @Test
  void givenTasksInsideOut_thenUsageError() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);

    for (Path outer : List.of(tasks, folder, link, link.resolve("tasks"))) {
      CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--fresh", "--out", outer);

      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("--out", outer.toString(), tasks.toString());
    }
    assertThat(OutputFiles.in(tasks)).containsExactly("one__A2B__net.npz");
  }

  @Test
  void givenOutBelowTasks_thenItsFilesAreNotReadAsTasks() throws Exception {
    Path plan = plan("amazon");
    Path root = Files.createDirectory(folder.resolve("root"));
    command.done("experiment", "--plan", plan, "--out", root.resolve("out"));

    CommandRun run = CommandRun.of("experiment", "--tasks", root, "--out", root.resolve("out"));

    assertThat(run.status()).isEqualTo(2);
    TaskFile.small(1).write(root.resolve("mine.npz"));
    CommandRun.done(
        "experiment", "--tasks", root, "--methods", "vanilla", "--out", root.resolve("out"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../outside", "/tmp/outside", "\"a\\0b\"", "\"a\\e[2J\"", "..", "a/b", "' '"})
  void givenInvalidSuite_thenStatus3NamesPlanKeyAndValue(String suite) throws Exception {
    CommandRun run = command.of("experiment", "--plan", plan(suite), "--out", out.resolve("deep"));

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("plan.yaml", "suite").doesNotContain("\033", "\0");
    assertThat(OutputFiles.in(folder)).doesNotContain("out", "outside");
  }

  @Test
  void givenTasksLinkedElsewhere_thenNothingIsWrittenThere() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createDirectory(out);
    Files.createSymbolicLink(out.resolve("tasks"), elsewhere);

    CommandRun run = command.of("experiment", "--plan", plan("amazon"), "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(out.resolve("tasks").toString(), "outside");
    assertThat(OutputFiles.in(elsewhere)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givenAListWithoutDigests_whenFresh_thenNothingIsDeleted(boolean linked) throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createDirectory(out);
    Path inner = out.resolve("tasks");
    if (linked) {
      Files.createSymbolicLink(inner, elsewhere);
    } else {
      Files.createDirectory(inner);
    }
    Path precious = Files.writeString(inner.resolve("precious.npz"), "mine");
    Files.writeString(inner.resolve(".transcal-1-0.tmp"), "of a killed run");
    Files.writeString(out.resolve("trained.tsv"), "precious.npz\t-\n");

    CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--fresh", "--out", out);

    assertThat(run.status()).isEqualTo(linked ? 3 : 0);
    assertThat(precious).hasContent("mine");
    assertThat(OutputFiles.in(inner)).hasSize(linked ? 2 : 1);
  }

  @Test
  void givenAListWithADigestAndALink_whenFresh_thenNothingIsDeletedOutside() throws Exception {
    command.done("experiment", "--plan", plan("amazon"), "--out", out);
    Path elsewhere = Files.move(out.resolve("tasks"), folder.resolve("elsewhere"));
    Set<String> moved = OutputFiles.in(elsewhere);
    Files.createSymbolicLink(out.resolve("tasks"), elsewhere);

    CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--fresh", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(out.resolve("tasks").toString(), "outside");
    assertThat(OutputFiles.in(elsewhere)).isEqualTo(moved).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"results.csv", "tables.tex", "report.html", "journal.tsv", "trained.tsv"})
  void givenAnOutputLinkedElsewhere_thenNothingIsWrittenThere(String name) throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    Files.createDirectory(out);
    Files.createSymbolicLink(out.resolve(name), elsewhere);

    CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(out.resolve(name).toString(), "remove the link");
    assertThat(elsewhere).doesNotExist();
    assertThat(OutputFiles.in(out)).containsExactly(name);
  }

  @Test
  void givenAnotherRunInTheSameFolder_thenStatus3AndNothingChanges() {
    try (OutputLock other = OutputLock.acquire(out)) {
      CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--out", out);

      assertThat(run.status()).isEqualTo(3);
      assertThat(run.onlyErrLine()).contains("another transcal run", out.toString());
      assertThat(OutputFiles.in(out)).isEmpty();
      assertThat(other).isNotNull();
    }
  }

  @Test
  void givenLeftoverTemporaryFiles_thenIgnored() throws Exception {
    Files.createDirectories(out);
    for (Path place : List.of(out, tasks)) {
      Files.writeString(place.resolve(".x.npz.99999999999999999999999-0.tmp"), "half");
    }

    CommandRun.done("experiment", "--tasks", tasks, "--methods", "vanilla", "--out", out);

    assertThat(OutputFiles.text(out.resolve("results.csv")).lines()).hasSize(2);
  }

  @Test
  void givenUnreadableFolder_thenStatus3() throws Exception {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Path inner = Files.createDirectory(closed.resolve("inner"));
    assumeTrue(inner.toFile().setReadable(false) && !Files.isReadable(inner), "root reads all");

    CommandRun run = CommandRun.of("experiment", "--tasks", closed, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(inner.toString());
  }

  @Test
  void givenTooManyBinsInPlan_thenStatus3NamesTheLimit() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "tasks: tasks\nbins: 20000\n");

    CommandRun run = CommandRun.of("experiment", "--plan", file, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("p.yaml: line 2 has", "20000", "1 … 10000");
  }
}
