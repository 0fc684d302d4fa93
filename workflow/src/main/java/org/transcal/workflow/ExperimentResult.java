package org.transcal.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;

/** The results of an experiment. */
public final class ExperimentResult {
  private static final int MOST_WARNINGS = 10;

  private final List<String> methods;
  private final List<Trial> trials = new ArrayList<>();
  private final List<TaskPortrait> portraits = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long omitted;
  private long remembered;

  ExperimentResult(List<String> methods) {
    this.methods = methods;
  }

  void add(Grid.TaskOutcome run) {
    remembered += run.outcome().remembered();
    run.outcome().portrait().ifPresent(portraits::add);
    trials.addAll(run.outcome().trials());
    for (String warning : run.warnings()) {
      if (warnings.size() < MOST_WARNINGS) {
        warnings.add(run.outcome().trials().get(0).task().full() + ": " + warning);
      } else {
        omitted++;
      }
    }
  }

  /** Warnings of tasks, then the number of failures and the first reason. */
  public List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    if (omitted > 0) {
      all.add(omitted + " more warnings of this kind");
    }
    first(trial -> !lacksInput(trial))
        .ifPresent(trial -> all.add(failed() + " runs failed; the first: " + reason(trial)));
    return all;
  }

  /** The number of runs that lacked an optional input, and the first reason. */
  public Optional<String> note() {
    return first(ExperimentResult::lacksInput)
        .map(t -> notRun() + " not run for lack of an optional input; the first: " + reason(t));
  }

  /** The first run without a result that meets a condition. */
  private Optional<Trial> first(Predicate<Trial> condition) {
    return trials.stream()
        .filter(trial -> trial.failed().isPresent())
        .filter(condition)
        .findFirst();
  }

  private static boolean lacksInput(Trial trial) {
    return trial.failed().filter(f -> f.cause() == Cause.MISSING_INPUT).isPresent();
  }

  private static String reason(Trial trial) {
    String message = trial.failed().orElseThrow().message();
    // Messages about files name them; messages of methods do not name the task.
    return message.contains(trial.task().full()) ? message : trial.task().full() + ": " + message;
  }

  /** All runs. */
  public Trials trials() {
    return new Trials(trials, methods);
  }

  /** What reports show of each task. */
  public List<TaskPortrait> portraits() {
    return portraits;
  }

  /** Number of runs. */
  public long ran() {
    return trials.stream().filter(trial -> trial.fitted().isPresent()).count();
  }

  /** Number of runs that lacked an optional input. */
  public long notRun() {
    return trials.stream().filter(ExperimentResult::lacksInput).count();
  }

  /** Number of runs that failed. */
  public long failed() {
    return trials.size() - ran() - notRun();
  }

  /** Number of runs taken from an earlier experiment. */
  public long remembered() {
    return remembered;
  }

  /** Why the first run failed, if none succeeded. */
  public Optional<Cause> failure() {
    return first(trial -> ran() == 0).map(trial -> trial.failed().orElseThrow().cause());
  }
}
