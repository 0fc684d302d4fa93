package org.transcal.experiment;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.transcal.calibration.CalibrationMethod.Need;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.labelling.LabelledRows;
import org.transcal.parallel.Lazy;
import org.transcal.prediction.Labels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Several methods on a task and on resamples of it.
 *
 * <p>The first run is the task itself, each further one has source validation and target rows drawn
 * with replacement. Runs are in parallel; results do not depend on the number of threads.
 *
 * @param methods names, in the order of the results
 * @param repeats number of runs
 * @param seedStride what each run adds to the seed
 * @param settings number of bins and balance; seed and target labels come with each task
 */
public record Experiment(
    List<String> methods, int repeats, long seedStride, MethodSettings settings) {
  /** Failures that another attempt may not have. */
  private static final Set<Cause> TRANSIENT = Set.of(Cause.OUT_OF_MEMORY, Cause.UNEXPECTED);

  /** Checks the numbers and copies the list. */
  public Experiment {
    methods = List.copyOf(methods);
    if (repeats < 1) {
      throw new IllegalArgumentException(
          "Number of runs is " + repeats + "; it must be at least 1");
    }
  }

  /**
   * A task to run.
   *
   * @param task the data
   * @param targetLabels true target classes, if known; only scores and the oracle see them
   * @param labelledRows target rows labelled for methods to use, if there are any
   * @param seed the seed of its first run
   * @param firstRun how many runs of a task of the same name came before
   */
  public record Subject(
      TransferTask task,
      Optional<Labels> targetLabels,
      Optional<LabelledRows> labelledRows,
      long seed,
      int firstRun) {}

  /**
   * All runs of a task.
   *
   * @param trials by run, then method
   * @param portrait what figures show of its first run, if it could be made
   * @param remembered how many trials came from the store
   */
  public record Outcome(List<Trial> trials, Optional<TaskPortrait> portrait, long remembered) {}

  /** The seed of a run. */
  public long seed(long first, int repeat) {
    return first + repeat * seedStride;
  }

  /**
   * Runs what the store does not hold yet.
   *
   * @param running called with the name of each method before it runs
   * @param finished called after each trial
   */
  public Outcome run(
      Subject subject, TrialStore store, Consumer<String> running, Runnable finished) {
    AtomicLong remembered = new AtomicLong();
    List<Run> runs =
        IntStream.range(0, repeats)
            .parallel()
            .mapToObj(
                repeat -> new Run(subject, store, repeat).complete(running, finished, remembered))
            .toList();
    return new Outcome(
        runs.stream().flatMap(run -> methods.stream().map(run.trials::get)).toList(),
        runs.get(0).portrait,
        remembered.get());
  }

  private final class Run {
    private final Subject subject;
    private final TrialStore store;
    private final int repeat;
    private final MethodSettings runSettings;
    private final Lazy<PreparedTask> prepared;
    private final Map<String, Trial> trials = new HashMap<>();
    private final Map<String, MethodResult> results = new HashMap<>();
    private Optional<TaskPortrait> portrait = Optional.empty();

    Run(Subject subject, TrialStore store, int repeat) {
      this.subject = subject;
      this.store = store;
      this.repeat = repeat;
      MethodSettings seeded = settings.withSeed(seed(subject.seed(), repeat));
      MethodSettings given = subject.labelledRows().map(seeded::withLabelledRows).orElse(seeded);
      this.runSettings = subject.targetLabels().map(given::withTargetLabels).orElse(given);
      this.prepared =
          new Lazy<>(
              () ->
                  PreparedTask.of(
                      Resample.of(subject.task(), subject.seed(), repeat),
                      runSettings.densityRatio()));
    }

    Run complete(Consumer<String> running, Runnable finished, AtomicLong remembered) {
      for (String method : methods) {
        Optional<Trial> known = store.trial(method, repeat);
        if (known.isPresent()) {
          trials.put(method, known.get());
          remembered.incrementAndGet();
        } else {
          running.accept(method);
          trials.put(method, fit(method));
        }
        finished.run();
      }
      if (repeat == 0) {
        portrait = store.portrait().or(this::paint);
      }
      return this;
    }

    private Trial fit(String method) {
      MethodResult result = result(method);
      Trial trial =
          Trial.of(prepared.get().task(), runSettings, result, subject.firstRun() + repeat);
      if (trial.failed().filter(failed -> TRANSIENT.contains(failed.cause())).isEmpty()) {
        store.keep(trial, repeat);
      }
      return trial;
    }

    private MethodResult result(String method) {
      return results.computeIfAbsent(
          method,
          name ->
              MethodComparison.run(prepared.get(), Methods.named(name, runSettings), runSettings));
    }

    /** The portrait; one that fails must not take the results with it. */
    private Optional<TaskPortrait> paint() {
      TaskPortrait made;
      try {
        boolean weighted =
            methods.stream()
                .anyMatch(name -> Methods.named(name, runSettings).needs().contains(Need.WEIGHTS));
        Optional<ImportanceWeights> weights =
            weighted && prepared.get().hasWeights()
                ? Optional.of(prepared.get().weights())
                : Optional.empty();
        made = TaskPortrait.of(prepared.get(), weights, searched());
      } catch (RuntimeException | OutOfMemoryError | StackOverflowError unpainted) {
        return Optional.empty();
      }
      store.keep(made);
      return Optional.of(made);
    }

    /** The search of the released method, else of the first method that learned λ. */
    private Optional<FittedCalibration> searched() {
      return methods.stream()
          .filter(name -> trials.get(name).fitted().stream().anyMatch(f -> f.lambda().isPresent()))
          .min(Comparator.comparing(name -> name.equals(TaskPortrait.PREFERRED) ? 0 : 1))
          .flatMap(name -> result(name).calibration());
    }
  }
}
