package org.transcal.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.calibration.CalibrationException;
import org.transcal.example.KnownShift;
import org.transcal.io.ArrayLocation;
import org.transcal.io.BatchFile;
import org.transcal.io.LoadedTask;
import org.transcal.io.PredictionScale;
import org.transcal.io.TaskFiles;
import org.transcal.io.TaskWriter;
import org.transcal.io.json.ModelFile;
import org.transcal.labelling.LabelledRows;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.example.MonitoredDays;
import org.transcal.monitoring.example.MonitoredDays.KnownBatch;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

/** Each intention from Java, as a door calls it. */
class IntentionsTest {
  private static final Listener INTERRUPTING =
      (what, steps) -> {
        Thread.currentThread().interrupt();
        return Progress.hidden();
      };

  @TempDir private Path folder;
  private Path task;

  @BeforeEach
  void write() {
    KnownShift example = KnownShift.sample(300, 200, 250, 1);
    task = folder.resolve("tasks/a.npz");
    TaskWriter.of(example.task()).targetLabels(example.targetLabels()).write(task);
  }

  private TaskInput input() {
    return TaskInput.of(TaskFiles.load(task));
  }

  private static TaskInput loaded(TransferTask made) {
    return TaskInput.of(
        new LoadedTask(made, Optional.empty(), List.of(), List.of(), Map.of(), List.of()));
  }

  private static void assertCancelled(Runnable work) {
    try {
      assertThatThrownBy(work::run).isInstanceOf(CancellationException.class);
    } finally {
      // Cleared for the tests that follow in this thread.
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void givenLabels_thenTheyNarrowTheEstimate() {
    Label.Options chosen = new Label.Options(60, 1, new LabelledRows(List.of()), "a task");
    LabelledRows rows = Label.run(input(), chosen, Listener.silent());
    Path table = folder.resolve("rows.csv");
    Labels truth = input().targetLabels().orElseThrow();
    StringBuilder filled = new StringBuilder("row,label\n");
    rows.rows().forEach(r -> filled.append(r.row() + "," + truth.get(r.row()) + "\n"));
    TaskInput labelled = input().withLabels(write(table, filled.toString()));

    Estimate.Result result = Estimate.run(labelled, Estimate.Options.defaults(), Listener.silent());

    assertThat(rows.rows()).hasSize(60);
    assertThat(labelled.digests()).containsKey("labels");
    assertThat(result.best()).isEqualTo(result.labelled().orElseThrow().after());
    assertThat(width(result.best().accuracy()))
        .isLessThan(width(result.withoutLabels().accuracy()));
  }

  private static double width(org.transcal.metric.Estimate estimate) {
    return estimate.interval().high() - estimate.interval().low();
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void givenAFittedModel_thenApplyAndEvaluateUseIt() {
    ModelFile model =
        Fit.run(input(), Fit.Options.defaults().withSeed(3), Listener.silent())
            .model()
            .orElseThrow();
    Path name = Path.of("model.json");
    Path out = folder.resolve("p.npy");
    ArrayLocation logits = ArrayLocation.in(task, "target_logits");

    Apply.Result applied =
        Apply.of(model.model(), name, RowSource.of(logits), PredictionScale.LOGITS)
            .toFile(out, 1, Listener.silent());
    Evaluate.Result evaluated =
        Evaluate.run(
            EvaluateInput.of(List.of(task.toString()), PredictionScale.LOGITS),
            Evaluate.Options.defaults().withBeforeAndAfter(model.model(), name),
            Listener.silent());

    assertThat(applied.rows()).isEqualTo(250);
    assertThat(out).isRegularFile();
    assertThat(evaluated.rows()).extracting(rows -> rows.name()).containsExactly("before", "after");
    assertThat(model.provenance().seed()).isEqualTo(3);
  }

  @Test
  void givenAModelNoBetterThanChance_thenRefusedByName() {
    KnownShift example = KnownShift.sample(60, 60, 60, 1);
    int[] wrong = example.task().sourceValidation().labels().toArray();
    for (int i = 0; i < wrong.length; i++) {
      wrong[i] = (wrong[i] + 1) % example.task().classes();
    }
    TaskInput poor =
        loaded(
            TransferTask.named("poor")
                .sourceValidation(
                    example.task().sourceValidation().logits(),
                    Labels.copyOf(wrong, example.task().classes()))
                .target(example.task().target().logits())
                .build());

    assertThat(poor.warnings()).hasSize(1);
    assertThatThrownBy(() -> poor.requireBetterThanChance("poor.npz"))
        .isInstanceOf(CalibrationException.class)
        .hasMessageContainingAll("poor.npz", "--allow-poor-source");
  }

  @Test
  void givenNights_thenHistoryHasThemOnlyOnceStored() {
    MonitoredDays days = MonitoredDays.seeded(1);
    TaskInput learned = loaded(days.task());
    LearnReference.Result reference =
        LearnReference.run(
            learned,
            days.period().subList(0, 4),
            "period",
            LearnReference.Options.defaults(),
            Listener.silent());
    KnownBatch night = days.batch(1);
    Path file = folder.resolve("history.jsonl");
    HistoryFile history =
        HistoryFile.none()
            .in(file)
            .withClock(Clock.fixed(Instant.parse("2026-12-31T00:00:00Z"), ZoneOffset.UTC));
    BatchFile batch =
        new BatchFile(
            night.batch().logits(),
            night.batch().features(),
            Optional.empty(),
            night.batch().columns(),
            Optional.empty(),
            "night",
            List.of());

    Monitor.Result found =
        Monitor.run(
            reference.reference(),
            batch,
            Path.of("batch.npz"),
            Monitor.Options.keepingIn(history).at("2026-11-14"),
            Listener.silent());

    assertThat(file).doesNotExist();
    assertThat(found.batches())
        .extracting(BatchResult::rows)
        .first()
        .isEqualTo((long) MonitoredDays.ROWS);
    assertThat(found.store()).containsAll(found.batches());
    assertThat(history.read(1)).extracting(BatchResult::at).contains(found.batches().get(0).at());
    assertThatThrownBy(() -> Monitor.Options.keepingIn(history).at("2027-11-14"))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining("more than two days ahead");
  }

  @Test
  void givenAnExperimentThatRan_thenItsRunsAreRemembered() {
    Plan plan =
        Plan.ofTasks(List.of(task.getParent())).withMethods(List.of("vanilla", "temperature"));
    ExperimentRun.Options options = ExperimentRun.Options.in(folder.resolve("out"));

    try (ExperimentRun first = ExperimentRun.open(plan, options)) {
      assertThat(first.tasks()).isEqualTo(1);
      assertThat(first.run(Listener.silent()).remembered()).isZero();
    }
    try (ExperimentRun again = ExperimentRun.open(plan, options)) {
      ExperimentResult result = again.run(Listener.silent());

      assertThat(result.ran()).isEqualTo(2);
      assertThat(result.remembered()).isEqualTo(2);
    }
  }

  @Test
  void givenAnInterrupt_thenEveryIntentionEndsEarly() {
    TaskInput some = input();
    Label.Options rows = new Label.Options(5, 1, new LabelledRows(List.of()), "a task");

    assertCancelled(() -> Fit.run(some, Fit.Options.defaults(), INTERRUPTING));
    assertCancelled(() -> Estimate.run(some, Estimate.Options.defaults(), INTERRUPTING));
    assertCancelled(() -> Label.run(some, rows, INTERRUPTING));
    assertCancelled(
        () ->
            Evaluate.run(
                EvaluateInput.of(List.of(task.toString()), PredictionScale.LOGITS),
                Evaluate.Options.defaults(),
                INTERRUPTING));
  }
}
