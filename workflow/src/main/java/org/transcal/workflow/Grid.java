package org.transcal.workflow;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.transcal.calibration.CalibrationException;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.experiment.Experiment;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.TrialStore;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.json.Provenance;

/**
 * Runs every method on every task, in parallel over tasks and repeats, except runs that the journal
 * already holds.
 *
 * <p>Results keep the order of the tasks. Models are trained one at a time, since training
 * libraries have global state; trained tasks are calibrated meanwhile, as many as there are threads
 * and memory for.
 */
final class Grid {
  private static final long MEBIBYTE = 1L << 20;

  /** Memory for large arrays, in mebibytes: the old generation, two thirds of the heap. */
  private static final int MEMORY = (int) (Runtime.getRuntime().maxMemory() / 3 * 2 / MEBIBYTE);

  private final Experiment experiment;
  private final ExperimentRun.Options options;
  private final TrialJournal journal;
  private final Progress progress;

  /** All runs of a task, and its warnings. */
  record TaskOutcome(Experiment.Outcome outcome, List<String> warnings) {}

  Grid(
      Experiment experiment,
      ExperimentRun.Options options,
      TrialJournal journal,
      Progress progress) {
    this.experiment = experiment;
    this.options = options;
    this.journal = journal;
    this.progress = progress;
  }

  /** Runs all tasks; their results come in the same order. */
  void run(List<PlannedTask> tasks, Consumer<TaskOutcome> results) {
    // Parallel loops of the core run in the pool of their caller, so these are all threads.
    ForkJoinPool pool = new ForkJoinPool(options.threads());
    ExecutorService trainer = Executors.newSingleThreadExecutor();
    try {
      List<CompletableFuture<TaskOutcome>> outcomes = new ArrayList<>();
      Semaphore free = new Semaphore(MEMORY, true);
      for (PlannedTask task : tasks) {
        int needed = memory(task);
        outcomes.add(
            CompletableFuture.supplyAsync(() -> prepare(task, free, needed), trainer)
                .thenApplyAsync(failure -> run(task, failure), pool)
                .whenComplete((outcome, failure) -> free.release(needed)));
      }
      outcomes.forEach(outcome -> results.accept(await(outcome)));
    } finally {
      trainer.shutdownNow();
      pool.shutdownNow();
    }
  }

  /** Mebibytes that a task needs until it is done; a very large one waits until all are free. */
  private static int memory(PlannedTask task) {
    return (int) Math.min(MEMORY, task.memory() / MEBIBYTE);
  }

  private Optional<Trial.Failed> prepare(PlannedTask task, Semaphore free, int needed) {
    try {
      free.acquire(needed);
    } catch (InterruptedException stopped) {
      throw new CancellationException("Stopped before " + task.name());
    }
    return attempt(() -> task.prepare(progress));
  }

  private static TaskOutcome await(CompletableFuture<TaskOutcome> outcome) {
    try {
      return outcome.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException("A task ended without a result", failure.getCause());
    }
  }

  private TaskOutcome run(PlannedTask task, Optional<Trial.Failed> unprepared) {
    List<TaskOutcome> outcomes = new ArrayList<>();
    Optional<Trial.Failed> failure = unprepared.or(() -> attempt(() -> outcomes.add(run(task))));
    return failure.map(failed -> failed(task, failed)).orElseGet(() -> outcomes.get(0));
  }

  private TaskOutcome run(PlannedTask task) {
    progress.running("reading " + task.name());
    TaskInput input = TaskInput.of(TaskFiles.load(task.path()));
    if (!options.poorSourceAllowed()) {
      input.requireBetterThanChance(task.name());
    }
    LoadedTask loaded = input.loaded();
    Optional<Path> file =
        options
            .labels()
            .map(folder -> folder.resolve(task.name() + ".csv"))
            .filter(Files::isRegularFile);
    Experiment.Outcome outcome =
        experiment.run(
            new Experiment.Subject(
                loaded.task().renamed(task.name()),
                loaded.targetLabels(),
                file.map(new LabelsCsv(loaded.task(), loaded.classNames())::read),
                task.seed(),
                task.firstRun()),
            new Store(task, TrainedFiles.key(loaded.digests()), file.map(Digest::of).orElse("")),
            method -> progress.running(task.name() + ", " + method),
            () -> progress.advance(1));
    return new TaskOutcome(outcome, input.warnings());
  }

  private TaskOutcome failed(PlannedTask task, Trial.Failed failure) {
    List<Trial> trials = new ArrayList<>();
    TaskName name = TaskName.of(task.name());
    for (int repeat = 0; repeat < experiment.repeats(); repeat++) {
      long seed = experiment.seed(task.seed(), repeat);
      for (String method : experiment.methods()) {
        trials.add(new Trial(name, method, task.firstRun() + repeat, seed, 0, failure));
        progress.advance(1);
      }
    }
    return new TaskOutcome(new Experiment.Outcome(trials, Optional.empty(), 0), List.of());
  }

  /** Does work; returns its failure, which must not stop other tasks, unless output fails. */
  private Optional<Trial.Failed> attempt(Runnable work) {
    try {
      work.run();
      return Optional.empty();
    } catch (OutputException unwritable) {
      throw unwritable;
    } catch (InputException | UncheckedIOException bad) {
      return Optional.of(new Trial.Failed(Cause.UNREADABLE, bad.getMessage()));
    } catch (CalibrationException impossible) {
      return Optional.of(new Trial.Failed(Cause.NOT_CALIBRATABLE, impossible.getMessage()));
    } catch (OutOfMemoryError tooLarge) {
      return Optional.of(
          new Trial.Failed(Cause.OUT_OF_MEMORY, options.describeFailure().apply(tooLarge)));
    } catch (CancellationException interrupted) {
      throw interrupted;
    } catch (RuntimeException | StackOverflowError | LinkageError unexpected) {
      return Optional.of(
          new Trial.Failed(Cause.UNEXPECTED, options.describeFailure().apply(unexpected)));
    }
  }

  /** The journal's trials of a task; keys contain everything that a result depends on. */
  private final class Store implements TrialStore {
    private final PlannedTask task;
    private final String digest;
    private final String labelsDigest;

    Store(PlannedTask task, String digest, String labelsDigest) {
      this.task = task;
      this.digest = digest;
      this.labelsDigest = labelsDigest;
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
      MethodSettings settings = experiment.settings();
      String balance = settings.balance().name().toLowerCase(Locale.ROOT);
      return TrainedFiles.key(
          task.name(),
          method.equals(Methods.LABELLED) ? digest + labelsDigest : digest,
          method,
          task.firstRun() + repeat,
          repeat,
          experiment.seed(task.seed(), repeat),
          task.seed(),
          "bins " + settings.bins() + ", balance " + balance,
          Provenance.currentVersion());
    }

    /** The portrait shows the search of one of the methods, so it depends on all names. */
    private String portraitKey() {
      return key(String.join(",", experiment.methods()), 0);
    }
  }
}
