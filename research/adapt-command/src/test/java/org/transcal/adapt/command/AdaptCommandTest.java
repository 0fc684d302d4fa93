package org.transcal.adapt.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.adapt.testing.Domains;
import org.transcal.adapt.testing.SegmentDigits;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.matrix.Matrix;
import org.transcal.workflow.Progress;
import org.transcal.workflow.TaskTrainer;
import org.transcal.workflow.TrainingOrder;

class AdaptCommandTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void makeData() {
    data = folder.resolve("data.npz");
    Domains.write(data, 60, 3);
  }

  private static CommandRun run(Object... arguments) {
    return CommandRun.of(arguments);
  }

  /** A short training; options given replace its own. */
  private CommandRun adapt(Path out, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "adapt",
                data.toString(),
                "--source",
                "a",
                "--target",
                "b",
                "--steps",
                "15",
                "--layers",
                "16,8",
                "--batch",
                "8",
                "--out",
                out.toString()));
    for (int i = 0; i < more.length; i += 2) {
      int at = arguments.indexOf(more[i]);
      if (at >= 0) {
        arguments.set(at + 1, more[i + 1]);
      } else {
        arguments.addAll(List.of(more[i], more[i + 1]));
      }
    }
    return run(arguments.toArray());
  }

  @Test
  void givenDataSet_thenATaskThatEveryCommandReads() {
    Path task = folder.resolve("out/a2b.npz");

    CommandRun run = adapt(task, "--method", "mcd", "--ensemble", "2", "--steps", "60");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("columns standardised", "accuracy on target", task.toString());
    LoadedTask loaded = TaskFiles.load(task);
    assertThat(loaded.warnings()).isEmpty();
    assertThat(loaded.digests().keySet())
        .contains(
            "source_train_features",
            "source_val_logits",
            "target_labels",
            "mixup_partner",
            "mcdropout_probs",
            "ensemble_probs",
            "svi_probs",
            "second_source_val_logits",
            "second_target_logits");
    assertThat(loaded.task().sourceValidation().logits().rows()).isEqualTo(12);
    assertThat(loaded.task().target().logits().rows()).isEqualTo(60);
    CommandRun fit =
        run("fit", task.toString(), "--all", "--out", folder.resolve("fit").toString());
    assertThat(fit.status()).isZero();
    assertThat(fit.out()).contains("mc-dropout", "ensemble", "svi", "pseudocal");
  }

  @Test
  void givenSameSeed_thenSameBytesInEveryFile() throws IOException {
    for (String name : List.of("one", "two")) {
      assertThat(adapt(folder.resolve(name + "/t.npz"), "--method", "cdan-e").status()).isZero();
    }

    try (Stream<Path> files = Files.list(folder.resolve("one"))) {
      List<Path> written = files.toList();
      assertThat(written).hasSize(5);
      for (Path file : written) {
        assertThat(folder.resolve("two").resolve(file.getFileName())).hasSameBinaryContentAs(file);
      }
    }
  }

  @Test
  void givenNoSecondModel_thenTheRestOfTheTaskIsTheSame() {
    Path with = folder.resolve("with.npz");
    Path without = folder.resolve("without.npz");

    adapt(with);
    CommandRun run =
        run(
            "adapt",
            data.toString(),
            "--source=a",
            "--target=b",
            "--steps=15",
            "--layers=16,8",
            "--batch=8",
            "--no-second-model",
            "--out=" + without);

    assertThat(run.status()).isZero();
    Map<String, String> expected = new TreeMap<>(TaskFiles.load(with).digests());
    assertThat(expected.keySet().removeIf(name -> name.startsWith("second_"))).isTrue();
    assertThat(TaskFiles.load(without).digests()).isEqualTo(expected);
  }

  @Test
  void givenTrainedModel_thenItPredictsWhatTheTaskSays() {
    Path task = folder.resolve("t.npz");
    adapt(task);
    Path logits = folder.resolve("logits.npy");

    CommandRun run =
        run(
            "adapt",
            "predict",
            folder.resolve("t.network.json").toString(),
            data.toString(),
            "--out",
            logits.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    Matrix all = ArrayFiles.readMatrix(ArrayLocation.of(logits));
    Matrix target = TaskFiles.read(task).target().logits().values();
    assertThat(all.rowRange(60, 120).toArrays()).isDeepEqualTo(target.toArrays());
    CommandRun plain =
        run(
            "adapt",
            "predict",
            folder.resolve("t.network.json").toString(),
            data + ":x",
            "--out",
            folder.resolve("again.npy").toString());
    assertThat(plain.status()).isZero();
    assertThat(folder.resolve("again.npy")).hasSameBinaryContentAs(logits);
  }

  @ParameterizedTest
  @CsvSource({
    "--source nowhere, 3, it has a",
    "--target a, 3, they must differ",
    "--method cdane, 2, did you mean cdan",
    "--method x, 2, the methods are",
    "--learning-rate 1e30, 4, diverged at step",
    "--learning-rate -1, 2, Learning rate",
    "--layers 0, 2, Layers",
    "--dropout 1, 2, Dropout",
    "--prepare magic, 2, --prepare",
    "--prepare log, 3, not negative",
    "--ensemble 0, 2, Number of models",
    "--out t.csv, 2, .npz",
    "--steps x, 2, --steps",
    "--first-index 0, 2, for svmlight files",
    "--early-stopping accuracy, 2, 'none, source-validation, dev, information'",
    "--checkpoint-every 5, 2, needs --early-stopping",
    "--channels 0, 2, Channels",
    "--device gpu, 2, auto or cpu",
    "--prepare channels, 3, needs images",
  })
  void givenMistake_thenStatusMessageAndNothingWritten(String mistake, int status, String message)
      throws IOException {
    CommandRun run = adapt(folder.resolve("out/t.npz"), mistake.split(" "));

    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(status);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void givenMissingArguments_thenTheyAreNamed() {
    CommandRun run = run("adapt", "--source", "a");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("DATA, --target=NAME");
  }

  @Test
  void givenHelp_thenEveryOptionAndExamplesWithin80Columns() {
    CommandRun run = run("adapt", "--help");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("--source", "--target", "--method", "--seed", "--steps", "--ensemble")
        .contains("--prepare", "--layers", "predict", "Examples:", "--training-threads");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(run("--help").out()).contains("adapt").doesNotContain("writes a task. (add-on)");
  }

  @Test
  void givenOptions_thenTheReportHasTheCommandWithAllOfThem() throws IOException {
    CommandRun run =
        run(
            "adapt",
            "--quiet",
            data.toString(),
            "--source=a",
            "--target",
            "b",
            "--all-rows",
            "--layers",
            "8,4",
            "--steps",
            "2",
            "--prepare",
            "standardize",
            "--out",
            folder.resolve("t.npz").toString());

    assertThat(run.status()).isZero();
    assertThat(Files.readString(folder.resolve("t.training.html")))
        .contains(
            "transcal adapt "
                + data
                + " --source a --target b --all-rows --layers 8,4 --steps 2 --prepare standardize<");
  }

  @Test
  void givenSvmlightFiles_thenEachIsADomain() throws IOException {
    for (String domain : List.of("x", "y")) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 40; i++) {
        lines.append(i % 2 == 0 ? "1 1:2 " : "-1 2:3 ").append("3:").append(i + 1).append('\n');
      }
      Files.writeString(folder.resolve(domain + ".svm"), lines);
    }

    CommandRun run =
        run(
            "adapt",
            folder.resolve("x.svm").toString(),
            folder.resolve("y.svm").toString(),
            "--source",
            "x",
            "--target",
            "y",
            "--steps",
            "60",
            "--layers",
            "8",
            "--first-index",
            "1",
            "--out",
            folder.resolve("s.npz").toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("log(1 + count)");
    assertThat(TaskFiles.read(folder.resolve("s.npz")).classes()).isEqualTo(2);
  }

  @Test
  void givenTrainerOfOtherCommands_thenItWritesTheSameTask() {
    TaskTrainer trainer = TaskTrainer.find().orElseThrow();
    Path task = folder.resolve("t.npz");
    TrainingOrder order = new TrainingOrder(List.of(data), "a", "b", "dann", 3, 5, 2, task);
    List<Long> steps = new ArrayList<>();
    List<String> running = new ArrayList<>();

    List<String> notes =
        trainer.train(
            order,
            new Progress() {
              @Override
              public void advance(long more) {
                steps.add(more);
              }

              @Override
              public void running(String what) {
                running.add(what + " at " + steps.size());
              }

              @Override
              public void close() {
                // Nothing is shown.
              }
            });

    assertThat(trainer.methods()).contains("source-only", "bnm");
    assertThat(notes.get(0)).contains("standardised");
    // The second model takes a quarter of the steps, rounded up.
    assertThat(steps).hasSize((int) trainer.steps(order)).hasSize(12);
    assertThat(running)
        .containsExactly(
            "a → b by dann, model 1 of 2 at 0",
            "a → b by dann, model 2 of 2 at 5",
            "a → b, second model at 10",
            "writing a → b at 12");
    assertThat(TaskFiles.load(task).digests()).containsKey("ensemble_probs");
  }

  @Test
  void givenImages_thenTrainedAndPredictedFromArchiveAndArray() throws IOException {
    SegmentDigits.writeImages(data, 60);
    Path task = folder.resolve("t.npz");

    CommandRun run = adapt(task, "--source", "dark", "--target", "light", "--channels", "4");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("channels of images standardised (channels, detected");
    assertThat(Files.readString(folder.resolve("t.training.html")))
        .contains("1 × 8 × 8", "Convolutions", ">16, 8<");
    assertThat(TaskFiles.load(task).digests()).containsKeys("mixup_logits", "svi_probs");
    for (String rows : List.of(data.toString(), data + ":x")) {
      Path out = folder.resolve("logits.npy");
      CommandRun predicted =
          run("adapt", "predict", folder + "/t.network.json", rows, "--out", out.toString());
      assertThat(predicted.err()).isEmpty();
      Matrix logits = ArrayFiles.readMatrix(ArrayLocation.of(out));
      assertThat(logits.rowRange(60, 120))
          .isEqualTo(TaskFiles.load(task).task().target().logits().values());
    }
  }

  @Test
  void givenEarlyStopping_thenReportAndLogShowTheCriterionAndTheKeptStep() throws IOException {
    CommandRun run =
        adapt(
            folder.resolve("t.npz"),
            "--steps",
            "40",
            "--early-stopping",
            "dev",
            "--checkpoint-every",
            "4");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("early stopping (dev): kept the weights after step ");
    assertThat(Files.readString(folder.resolve("t.training.html")))
        .contains(
            "Early stopping by dev",
            "Kept: checkpoint ",
            "Class entropy on the target",
            "--early-stopping dev --checkpoint-every 4");
    assertThat(Files.readString(folder.resolve("t.training.csv"))).contains(",criterion,");
  }

  @Test
  void givenSharedData_thenAdaptationLearnsARealTask() {
    Path shared =
        Path.of(
            System.getProperty("transcal.shared", "../shared"), "data/office_caltech10_surf.npz");
    assumeTrue(Files.exists(shared), shared + " is not there");
    Path task = folder.resolve("w2d.npz");

    CommandRun run =
        run(
            "adapt",
            shared.toString(),
            "--source",
            "webcam",
            "--target",
            "dslr",
            "--steps",
            "300",
            "--out",
            task.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("rows divided by their sum");
    LoadedTask loaded = TaskFiles.load(task);
    double[] correct =
        loaded.task().target().logits().correctness(loaded.targetLabels().orElseThrow());
    double right = 0;
    for (double one : correct) {
      right += one;
    }
    // The easiest pair: PyTorch models of this shape reach some 80 %, chance is 15 %.
    assertThat(right / correct.length).isGreaterThan(0.7);
  }
}
