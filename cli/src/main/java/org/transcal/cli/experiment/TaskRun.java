package org.transcal.cli.experiment;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.transcal.calibration.CalibrationException;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.experiment.Experiment;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.TrialStore;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;

/** One task with every method, repeated; what the journal holds is not run again. */
final class TaskRun {
  private final PlannedTask planned;
  private final Plan plan;
  private final TrialJournal journal;
  private final Terminal terminal;
  private final Progress progress;
  private Optional<Trial.Failed> unprepared = Optional.empty();

  TaskRun(
      PlannedTask planned, Plan plan, TrialJournal journal, Terminal terminal, Progress progress) {
    this.planned = planned;
    this.plan = plan;
    this.journal = journal;
    this.terminal = terminal;
    this.progress = progress;
  }

  /** Makes the task if it must be made; a failure is kept for {@link #run}. */
  void prepare() {
    unprepared = attempt(() -> planned.prepare(progress)).failure();
  }

  /** Runs what is left to run. */
  TaskOutcome run() {
    if (unprepared.isPresent()) {
      return failed(unprepared.get());
    }
    Attempt<LoadedTask> loaded = attempt(() -> checked(planned.prepare(progress)));
    if (loaded.value().isEmpty()) {
      return failed(loaded.failure().orElseThrow());
    }
    Attempt<TaskOutcome> outcome = attempt(() -> run(loaded.value().get()));
    return outcome.value().orElseGet(() -> failed(outcome.failure().orElseThrow()));
  }

  private LoadedTask checked(Path path) {
    LoadedTask loaded = TaskFiles.load(path);
    List<String> warnings = new ArrayList<>(loaded.warnings());
    warnings.addAll(plan.poorSource().check(planned.name(), loaded.task()));
    return new LoadedTask(loaded.task(), loaded.targetLabels(), loaded.digests(), warnings);
  }

  private TaskOutcome run(LoadedTask loaded) {
    Experiment.Subject subject =
        new Experiment.Subject(
            loaded.task().renamed(planned.name()),
            loaded.targetLabels(),
            planned.seed(),
            planned.firstRun());
    Experiment.Outcome outcome =
        plan.experiment()
            .run(
                subject,
                new Store(Digests.of(loaded.digests().toString())),
                method -> progress.running(planned.name() + ", " + method),
                () -> progress.advance(1));
    return new TaskOutcome(
        outcome.trials(), outcome.portrait(), loaded.warnings(), outcome.remembered());
  }

  private TaskOutcome failed(Trial.Failed failure) {
    List<Trial> trials = new ArrayList<>();
    for (int repeat = 0; repeat < plan.experiment().repeats(); repeat++) {
      for (String method : plan.experiment().methods()) {
        trials.add(
            new Trial(
                TaskName.of(planned.name()),
                method,
                planned.firstRun() + repeat,
                plan.experiment().seed(planned.seed(), repeat),
                0,
                failure));
        progress.advance(1);
      }
    }
    return new TaskOutcome(trials, Optional.empty(), List.of(), 0);
  }

  /** A value, or why there is none. */
  private record Attempt<T>(Optional<T> value, Optional<Trial.Failed> failure) {}

  /** Does work whose failure must not stop other tasks; that output cannot be written does. */
  private <T> Attempt<T> attempt(Supplier<T> work) {
    Trial.Failed failure;
    try {
      return new Attempt<>(Optional.of(work.get()), Optional.empty());
    } catch (OutputException unwritable) {
      throw unwritable;
    } catch (InputException | UncheckedIOException bad) {
      failure = new Trial.Failed(Cause.MISSING_INPUT, bad.getMessage());
    } catch (CalibrationException impossible) {
      failure = new Trial.Failed(Cause.NOT_CALIBRATABLE, impossible.getMessage());
    } catch (OutOfMemoryError tooLarge) {
      failure = new Trial.Failed(Cause.OUT_OF_MEMORY, terminal.unexpected(tooLarge));
    } catch (RuntimeException | StackOverflowError | LinkageError unexpected) {
      failure = new Trial.Failed(Cause.UNEXPECTED, terminal.unexpected(unexpected));
    }
    return new Attempt<>(Optional.empty(), Optional.of(failure));
  }

  /** The journal's trials of this task. */
  private final class Store implements TrialStore {
    private final String digest;

    Store(String digest) {
      this.digest = digest;
    }

    @Override
    public Optional<Trial> trial(String method, int repeat) {
      return journal.trial(key(method, repeat));
    }

    @Override
    public void keep(Trial trial, int repeat) {
      journal.add(key(trial.method(), repeat), trial);
    }

    @Override
    public Optional<TaskPortrait> portrait() {
      return journal.portrait(portraitKey());
    }

    @Override
    public void keep(TaskPortrait portrait) {
      journal.add(portraitKey(), portrait);
    }

    /** Everything a result depends on, so that no other one is taken for it. */
    private String key(String method, int repeat) {
      return Digests.of(
          String.join(
              "\n",
              planned.name(),
              digest,
              method,
              Integer.toString(planned.firstRun() + repeat),
              Integer.toString(repeat),
              Long.toString(plan.experiment().seed(planned.seed(), repeat)),
              Long.toString(planned.seed()),
              plan.settings(),
              Version.get()));
    }

    /** The portrait is of the first run and shows one search, so the methods matter too. */
    private String portraitKey() {
      return key(String.join(",", plan.experiment().methods()), 0);
    }
  }
}
