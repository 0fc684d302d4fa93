package org.transcal.cli.experiment;

import java.io.UncheckedIOException;
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
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;

/** Runs every method on one task, except runs that the journal already holds. */
final class TaskRun {
  /**
   * All runs of a task.
   *
   * @param outcome the trials, and a portrait if the task could be read
   * @param warnings of the task
   */
  record Outcome(Experiment.Outcome outcome, List<String> warnings) {}

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

  /** Creates the task if needed; {@link #run} reports a failure. */
  void prepare() {
    unprepared = attempt(() -> planned.prepare(progress)).failure();
  }

  /** Runs what has not been run before. */
  Outcome run() {
    if (unprepared.isPresent()) {
      return failed(unprepared.get());
    }
    Attempt<LoadedTask> loaded = attempt(this::read);
    if (loaded.value().isEmpty()) {
      return failed(loaded.failure().orElseThrow());
    }
    Attempt<Outcome> outcome = attempt(() -> run(loaded.value().get()));
    return outcome.value().orElseGet(() -> failed(outcome.failure().orElseThrow()));
  }

  private LoadedTask read() {
    return plan.poorSource().read(planned.prepare(progress), planned.name(), warnings -> {});
  }

  private Outcome run(LoadedTask loaded) {
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
                new Store(Plan.key(loaded.digests())),
                method -> progress.running(planned.name() + ", " + method),
                () -> progress.advance(1));
    return new Outcome(outcome, loaded.warnings());
  }

  private Outcome failed(Trial.Failed failure) {
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
    return new Outcome(new Experiment.Outcome(trials, Optional.empty(), 0), List.of());
  }

  /** A value, or why there is none. */
  private record Attempt<T>(Optional<T> value, Optional<Trial.Failed> failure) {}

  /** Does work whose failure must not stop other tasks, unless output cannot be written. */
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

    private String key(String method, int repeat) {
      return Plan.key(
          planned.name(),
          digest,
          method,
          planned.firstRun() + repeat,
          repeat,
          plan.experiment().seed(planned.seed(), repeat),
          planned.seed(),
          plan.settings(),
          Version.get());
    }

    /** The portrait shows the search of one of the methods, so it depends on all names. */
    private String portraitKey() {
      return key(String.join(",", plan.experiment().methods()), 0);
    }
  }
}
