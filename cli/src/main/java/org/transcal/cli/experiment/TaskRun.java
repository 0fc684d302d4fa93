package org.transcal.cli.experiment;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.transcal.calibration.CalibrationException;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.cli.terminal.Progress;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.terminal.Version;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.task.TransferTask;

/** One task with every method, repeated; what the journal knows already is not run again. */
final class TaskRun {
  /** What may not happen again: another run may have more memory. */
  private static final Set<Cause> CHANCE = Set.of(Cause.OUT_OF_MEMORY, Cause.UNEXPECTED);

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

  /** Makes the task, where it must be made; a failure is kept for {@link #run}. */
  void prepare() {
    Attempt<Path> made = attempt(() -> planned.prepare(progress));
    unprepared = made.failure();
  }

  /** Runs what is left to run. */
  TaskOutcome run() {
    if (unprepared.isPresent()) {
      return failed(unprepared.get());
    }
    Attempt<LoadedTask> loaded = attempt(() -> checked(planned.prepare(progress)));
    return loaded.value().map(this::run).orElseGet(() -> failed(loaded.failure().orElseThrow()));
  }

  private LoadedTask checked(Path path) {
    LoadedTask loaded = TaskFiles.load(path);
    List<String> warnings = new ArrayList<>(loaded.warnings());
    warnings.addAll(plan.poorSource().check(planned.name(), loaded.task()));
    return new LoadedTask(loaded.task(), loaded.targetLabels(), loaded.digests(), warnings);
  }

  private TaskOutcome run(LoadedTask loaded) {
    Repeats repeats = new Repeats(loaded);
    List<List<Trial>> trials =
        IntStream.range(0, plan.repeats()).parallel().mapToObj(repeats::run).toList();
    return new TaskOutcome(
        trials.stream().flatMap(List::stream).toList(),
        repeats.portrait,
        loaded.warnings(),
        repeats.remembered());
  }

  private TaskOutcome failed(Trial.Failed failure) {
    List<Trial> trials = new ArrayList<>();
    for (int repeat = 0; repeat < plan.repeats(); repeat++) {
      trials.addAll(failed(repeat, failure));
    }
    return new TaskOutcome(trials, Optional.empty(), List.of(), 0);
  }

  private List<Trial> failed(int repeat, Trial.Failed failure) {
    return plan.methods().names().stream()
        .map(method -> trial(method, repeat, failure))
        .peek(trial -> progress.advance(1))
        .toList();
  }

  private Trial trial(String method, int repeat, Trial.Outcome outcome) {
    return new Trial(
        TaskName.of(planned.name()),
        method,
        planned.firstRun() + repeat,
        plan.seedOf(planned.seed(), repeat),
        0,
        outcome);
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

  /** The repeats of a task that was read. */
  private final class Repeats {
    private final LoadedTask loaded;
    private final TransferTask task;
    private final String digest;
    private long remembered;
    private Optional<TaskPortrait> portrait = Optional.empty();

    Repeats(LoadedTask loaded) {
      this.loaded = loaded;
      this.task = loaded.task().renamed(planned.name());
      this.digest = Digests.of(loaded.digests().toString());
    }

    synchronized long remembered() {
      return remembered;
    }

    private synchronized void remember() {
      remembered++;
    }

    List<Trial> run(int repeat) {
      Attempt<List<Trial>> trials = attempt(() -> trials(repeat));
      return trials.value().orElseGet(() -> failed(repeat, trials.failure().orElseThrow()));
    }

    private List<Trial> trials(int repeat) {
      Map<String, Trial> done = new HashMap<>();
      for (String method : plan.methods().names()) {
        journal.trial(key(method, repeat)).ifPresent(trial -> done.put(method, trial));
      }
      Optional<TaskPortrait> drawn =
          repeat == 0 ? journal.portrait(portraitKey()) : Optional.empty();
      boolean missesPortrait = repeat == 0 && drawn.isEmpty();
      for (int i = 0; i < done.size(); i++) {
        remember();
        progress.advance(1);
      }
      if (done.size() < plan.methods().names().size() || missesPortrait) {
        Fits fits = new Fits(repeat);
        for (String method : plan.methods().names()) {
          if (!done.containsKey(method)) {
            progress.running(planned.name() + ", " + method);
            done.put(method, fits.trial(method));
            progress.advance(1);
          }
        }
        if (missesPortrait) {
          // A picture that fails must not take the results with it.
          drawn = attempt(() -> fits.portrait(done)).value();
          drawn.ifPresent(made -> journal.add(portraitKey(), made));
        }
      }
      if (repeat == 0) {
        portrait = drawn;
      }
      return plan.methods().names().stream().map(done::get).toList();
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
              Long.toString(plan.seedOf(planned.seed(), repeat)),
              Long.toString(planned.seed()),
              plan.settings(),
              Version.get()));
    }

    /** The portrait is of the first run and shows one search, so the methods matter too. */
    private String portraitKey() {
      return key(String.join(",", plan.methods().names()), 0);
    }

    /** One repeat: rows drawn, weights estimated once for all methods. */
    private final class Fits {
      private final int repeat;
      private final MethodSettings settings;
      private final TransferTask weighted;
      private final Map<String, MethodResult> results = new HashMap<>();

      Fits(int repeat) {
        this.repeat = repeat;
        MethodSettings unlabelled = plan.settingsOf(planned.seed(), repeat);
        this.settings = loaded.targetLabels().map(unlabelled::withTargetLabels).orElse(unlabelled);
        TransferTask drawn = Resample.of(task, planned.seed(), repeat);
        // Running no method at all estimates the weights, once for all that follow.
        this.weighted = MethodComparison.run(drawn, List.of(), settings, result -> {}).task();
      }

      Trial trial(String method) {
        Attempt<Trial> attempt =
            attempt(
                () -> {
                  MethodComparison comparison = fit(method);
                  return Trial.of(
                      comparison, comparison.results().get(0), planned.firstRun() + repeat);
                });
        attempt
            .value()
            .filter(trial -> trial.failed().filter(f -> CHANCE.contains(f.cause())).isEmpty())
            .ifPresent(trial -> journal.add(key(method, repeat), trial));
        return attempt
            .value()
            .orElseGet(() -> TaskRun.this.trial(method, repeat, attempt.failure().orElseThrow()));
      }

      private MethodComparison fit(String method) {
        MethodComparison comparison =
            MethodComparison.run(
                weighted, List.of(Methods.named(method, settings)), settings, result -> {});
        results.put(method, comparison.results().get(0));
        return comparison;
      }

      /** The portrait with the search of the released method, else of the first that learned λ. */
      TaskPortrait portrait(Map<String, Trial> trials) {
        List<String> searched =
            plan.methods().names().stream()
                .filter(
                    method ->
                        trials.get(method).fitted().filter(f -> f.lambda().isPresent()).isPresent())
                .toList();
        String released = TransCal.released().name();
        Optional<String> shown =
            searched.contains(released) ? Optional.of(released) : searched.stream().findFirst();
        List<MethodResult> one =
            shown
                .map(
                    method ->
                        results.containsKey(method)
                            ? List.of(results.get(method))
                            : fit(method).results())
                .orElse(List.of());
        return TaskPortrait.of(new MethodComparison(weighted, settings, one));
      }
    }
  }
}
