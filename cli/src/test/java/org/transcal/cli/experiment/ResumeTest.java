package org.transcal.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.cli.testing.TrainingProcess;

/** Experiments that are killed at random points and restarted. */
class ResumeTest {
  private static final int SECONDS = 9;
  private static final int MOST_KILLS = 40;

  @TempDir private Path folder;
  private Path plan;
  private TrainingProcess command;

  @BeforeEach
  void writePlan() throws IOException {
    command = new TrainingProcess(folder);
    TaskFile.small(1).write(folder.resolve("tasks/one__A2B__net.npz"));
    TaskFile.small(2).write(folder.resolve("tasks/one__B2C__net.npz"));
    Files.writeString(folder.resolve("books.svm"), "1 1:2\n-1 2:1\n");
    Files.writeString(folder.resolve("dvd.svm"), "1 1:1\n-1 2:2\n");
    plan =
        Files.writeString(
            folder.resolve("plan.yaml"),
            "tasks: tasks\ntrain:\n  - data: [books.svm, dvd.svm]\n    methods: made-up\n"
                + "methods: [vanilla, temperature, vector, transcal, transcal-paper, oracle]\n"
                + "repeats: 4\n");
  }

  private Process start(Path out) throws IOException {
    return command.start(30, "experiment", "--plan", plan, "--out", out);
  }

  /** Every file by name, without seconds and the journal, which contains them. */
  private static Map<String, String> files(Path out) {
    Map<String, String> files = new TreeMap<>();
    for (String name : OutputFiles.in(out)) {
      if (name.equals("results.csv")) {
        files.put(
            name,
            OutputFiles.text(out.resolve(name))
                .lines()
                .map(
                    line -> {
                      String[] cells = line.split(",", -1);
                      cells[SECONDS] = "";
                      return String.join(",", cells);
                    })
                .collect(Collectors.joining("\n")));
      } else if (name.equals("tasks")) {
        files.put(name, OutputFiles.in(out.resolve(name)).toString());
      } else if (!name.equals("journal.tsv")) {
        files.put(name, OutputFiles.text(out.resolve(name)));
      }
    }
    return files;
  }

  @Test
  void givenKillsAtRandomPoints_whenRestarted_thenSameBytes() throws Exception {
    Path alone = folder.resolve("alone");
    long start = System.nanoTime();
    assertThat(start(alone).waitFor()).isZero();
    long whole = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    Path killed = folder.resolve("killed");
    SplittableRandom random = new SplittableRandom(7);

    int kills = 0;
    int status = -1;
    while (status != 0 && kills < MOST_KILLS) {
      Process process = start(killed);
      // Random times hit every phase of the work.
      boolean ended = process.waitFor(whole / 5 + random.nextLong(whole), TimeUnit.MILLISECONDS);
      if (ended) {
        status = process.exitValue();
      } else {
        process.destroyForcibly().waitFor();
        kills++;
      }
    }
    if (status != 0) {
      // The machine has become slower: let the last run finish.
      status = start(killed).waitFor();
    }

    assertThat(status).as(OutputFiles.text(folder.resolve("err.txt"))).isZero();
    assertThat(files(killed)).isEqualTo(files(alone));
  }

  @Test
  void givenTruncatedJournal_whenRestarted_thenSameBytes() throws Exception {
    Path alone = folder.resolve("alone");
    command.done("experiment", "--plan", plan, "--out", alone);
    byte[] journal = Files.readAllBytes(alone.resolve("journal.tsv"));
    SplittableRandom random = new SplittableRandom(11);

    for (int round = 0; round < 6; round++) {
      Path cut = folder.resolve("cut" + round);
      Files.createDirectories(cut);
      int length = random.nextInt(journal.length);
      Files.write(cut.resolve("journal.tsv"), Arrays.copyOf(journal, length));
      Files.writeString(cut.resolve(".transcal-999999999-0.tmp"), "half");

      command.done("experiment", "--plan", plan, "--out", cut);

      assertThat(files(cut)).isEqualTo(files(alone));
    }
  }

  @Test
  void givenChangedTask_thenItsRunsAreNotReused() throws Exception {
    Path out = folder.resolve("out");
    CommandRun.done(
        "experiment", "--tasks", folder.resolve("tasks"), "--methods", "vanilla", "--out", out);

    TaskFile.small(9).write(folder.resolve("tasks/one__A2B__net.npz"));
    CommandRun changed =
        CommandRun.done(
            "experiment", "--tasks", folder.resolve("tasks"), "--methods", "vanilla", "--out", out);
    Path fresh = folder.resolve("fresh");
    CommandRun.done(
        "experiment", "--tasks", folder.resolve("tasks"), "--methods", "vanilla", "--out", fresh);

    assertThat(changed.onlyErrLine()).startsWith("note: 1 runs were reused from");
    assertThat(files(out)).isEqualTo(files(fresh));
  }

  @Test
  void givenChangedSettings_thenNothingIsReused() throws Exception {
    Path out = folder.resolve("out");
    CommandRun.done(
        "experiment", "--tasks", folder.resolve("tasks"), "--methods", "vanilla", "--out", out);

    for (Object[] changed : new Object[][] {{"--bins", 10}, {"--seed", 3}}) {
      CommandRun run =
          CommandRun.done(
              "experiment",
              "--tasks",
              folder.resolve("tasks"),
              "--methods",
              "vanilla",
              changed[0],
              changed[1],
              "--out",
              out);
      assertThat(run.err()).isEmpty();
    }
  }
}
