package org.transcal.adapt.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.adapt.testing.Domains;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.workflow.Progress;
import org.transcal.workflow.TaskTrainer;
import org.transcal.workflow.TrainingOrder;

class UnlabelledTargetTest {
  private static final int ROWS = 60;

  @TempDir private Path folder;

  private CommandRun adapt(Path data, String name) {
    return CommandRun.of(
        "adapt",
        data.toString(),
        "--source",
        "a",
        "--target",
        "b",
        "--method",
        "cdan-e",
        "--steps",
        "60",
        "--layers",
        "16,8",
        "--batch",
        "8",
        "--out",
        folder.resolve(name + ".npz").toString());
  }

  @Test
  void givenUnlabelledTarget_thenATaskWithoutTargetLabelsAndNoTargetAccuracy() throws IOException {
    Path data = folder.resolve("data.npz");
    Domains.write(data, ROWS, 3, row -> row < ROWS);

    CommandRun run = adapt(data, "t");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("target labels: none", "accuracy on source validation")
        .doesNotContain("accuracy on target");
    LoadedTask task = TaskFiles.load(folder.resolve("t.npz"));
    assertThat(task.targetLabels()).isEmpty();
    assertThat(task.digests()).doesNotContainKey("target_labels");
    assertThat(task.task().target().logits().rows()).isEqualTo(ROWS);
    assertThat(Files.readString(folder.resolve("t.training.html")))
        .contains("Target labels", "none, so nothing is scored on the target")
        .doesNotContainIgnoringCase("target accuracy");
    Path fit = folder.resolve("fit");
    CommandRun fitted =
        CommandRun.of("fit", folder.resolve("t.npz").toString(), "--out", fit.toString());
    assertThat(fitted.status()).isZero();
    assertThat(Files.readString(fit.resolve("result.json"))).doesNotContain("\"target\" : {");
  }

  @Test
  void givenTargetLabels_thenTrainingNeverSawThem() {
    Path labelled = folder.resolve("labelled.npz");
    Path unlabelled = folder.resolve("unlabelled.npz");
    Domains.write(labelled, ROWS, 3);
    Domains.write(unlabelled, ROWS, 3, row -> row < ROWS);

    adapt(labelled, "with");
    adapt(unlabelled, "without");

    assertThat(folder.resolve("without.network.safetensors"))
        .hasSameBinaryContentAs(folder.resolve("with.network.safetensors"));
    assertThat(TaskFiles.load(folder.resolve("with.npz")).targetLabels()).isPresent();
  }

  @Test
  void givenTargetWithSomeLabels_thenNoneAreWrittenAndThatIsSaid() {
    Path data = folder.resolve("data.npz");
    Domains.write(data, ROWS, 3, row -> row < ROWS + 7);

    CommandRun run = adapt(data, "t");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("target labels: only 7 of 60 rows have one; the task is written without them")
        .doesNotContain("accuracy on target");
    assertThat(TaskFiles.load(folder.resolve("t.npz")).targetLabels()).isEmpty();
  }

  @Test
  void givenUnlabelledSourceRow_thenFileRowAndDomainAreNamed() {
    Path data = folder.resolve("data.npz");
    Domains.write(data, ROWS, 3, row -> row != 17);

    CommandRun run = adapt(data, "t");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err())
        .contains(data + ": Row 17 of the data set, in domain \"a\", is unlabelled (-1)");
    assertThat(folder.resolve("t.npz")).doesNotExist();
  }

  @Test
  void givenUnlabelledSvmlightTarget_thenItIsTrainedOn() throws IOException {
    StringBuilder source = new StringBuilder();
    StringBuilder target = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      source.append(i % 2).append(" 1:2 3:").append(i + 1).append('\n');
      target.append("-1 2:3 3:").append(i + 1).append('\n');
    }
    Path a = Files.writeString(folder.resolve("a.svm"), source);
    Path b = Files.writeString(folder.resolve("b.svm"), target);
    Path task = folder.resolve("t.npz");
    TrainingOrder order = new TrainingOrder(List.of(a, b), "a", "b", "source-only", 0, 5, 1, task);

    List<String> notes = TaskTrainer.find().orElseThrow().train(order, Progress.hidden());

    assertThat(notes).anyMatch(note -> note.startsWith("target labels: none"));
    assertThat(TaskFiles.load(task).targetLabels()).isEmpty();
  }
}
