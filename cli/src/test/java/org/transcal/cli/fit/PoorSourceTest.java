package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.io.TaskFiles;
import org.transcal.task.TransferTask;

/** Labels that do not belong to the logits, such as labels that start at 1. */
class PoorSourceTest {
  @TempDir private Path folder;
  private Path tasks;
  private Path task;
  private Path out;

  @BeforeEach
  void writeTask() {
    tasks = folder.resolve("tasks");
    task = TaskFile.small(1).write(tasks.resolve("small.npz"));
    out = folder.resolve("out");
  }

  /** Labels off by one, modulo the number of classes. */
  private void shiftLabels() {
    int[] labels = TaskFiles.read(task).sourceValidation().labels().toArray();
    int[] shifted = Arrays.stream(labels).map(label -> (label + 1) % 5).toArray();
    TaskFile.small(1).integers("source_val_labels", shifted).write(task);
  }

  /** A majority class whose share is above the model's accuracy. */
  private void favourOneClass() {
    TransferTask read = TaskFiles.read(task);
    int[] labels = new int[200];
    int[] predicted = read.sourceValidation().logits().predictions();
    // Every second row is correct; all others have class 0.
    Arrays.setAll(labels, i -> i % 2 == 0 ? predicted[i] : 0);
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] == predicted[i] && i % 4 == 0) {
        labels[i] = 0;
      }
    }
    TaskFile.small(1).integers("source_val_labels", labels).write(task);
  }

  @Test
  void givenLabelsOffByOne_thenFitAndEstimateEndWithStatus4() {
    shiftLabels();

    for (Object[] command :
        new Object[][] {{"fit", task, "--out", out, "--json"}, {"estimate", task, "--json"}}) {
      CommandRun run = CommandRun.of(command);

      assertThat(run.status()).isEqualTo(4);
      assertThat(run.out()).isEmpty();
      assertThat(run.onlyErrLine())
          .startsWith("error: " + task)
          .contains("accuracy is", "1/K = 20.0 %", "class order", "Do labels start at 0?")
          .contains("--allow-poor-source");
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void givenPoorSourceAllowed_thenWarningIsAlsoInTheResults() {
    shiftLabels();

    CommandRun fit = CommandRun.done("fit", task, "--allow-poor-source", "--out", out);
    CommandRun estimate = CommandRun.done("estimate", task, "--allow-poor-source");

    assertThat(fit.err()).contains("warning: Source validation accuracy is");
    assertThat(estimate.err()).contains("warning: Source validation accuracy is");
    assertThat(OutputFiles.text(out.resolve("result.json")))
        .containsPattern("\"warnings\": \\[[^]]*Source validation accuracy is");
    assertThat(OutputFiles.text(out.resolve("report.html"))).contains("--allow-poor-source");
  }

  @Test
  void givenAccuracyBelowMajorityClass_thenWarningIsAlsoInTheResults() {
    favourOneClass();

    CommandRun fit = CommandRun.done("fit", task, "--out", out);

    assertThat(fit.err()).contains("warning: Source validation accuracy", "most frequent class");
    assertThat(OutputFiles.text(out.resolve("result.json")))
        .containsPattern("\"warnings\": \\[[^]]*most frequent class");
  }

  @Test
  void givenExperimentWithOnePoorTask_thenOnlyItsRunsFail() {
    shiftLabels();
    TaskFile.small(2).write(tasks.resolve("well.npz"));
    Object[] command = {"experiment", "--tasks", tasks, "--methods", "vanilla", "--out", out};

    CommandRun run = CommandRun.done(command);

    assertThat(OutputFiles.text(out.resolve("results.csv")).lines().toList().get(1))
        .startsWith("small,vanilla,0,,,,,,,,")
        .contains("not above 1/K");
    assertThat(run.err()).contains("warning: 1 runs failed; the first: small: Source validation");
    Object[] allowed = Arrays.copyOf(command, command.length + 1);
    allowed[command.length] = "--allow-poor-source";
    assertThat(CommandRun.done(allowed).err())
        .contains("warning: small: Source validation accuracy is");
  }

  @Test
  void givenOnlyPoorTasks_thenStatus4() {
    shiftLabels();

    CommandRun run = CommandRun.of("experiment", "--tasks", tasks, "--out", out);

    assertThat(run.status()).isEqualTo(4);
  }
}
