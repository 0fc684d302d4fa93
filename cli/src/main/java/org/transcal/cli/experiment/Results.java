package org.transcal.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.method.FailureStatus;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;

/** What an experiment found, without the data it came from. */
final class Results {
  private static final int MOST_WARNINGS = 10;

  private final List<String> methods;
  private final List<Trial> trials = new ArrayList<>();
  private final List<TaskPortrait> portraits = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long left;
  private long ran;
  private long remembered;
  private Optional<Trial> firstFailure = Optional.empty();

  Results(List<String> methods) {
    this.methods = methods;
  }

  void add(TaskOutcome outcome) {
    remembered += outcome.remembered();
    outcome.portrait().ifPresent(portraits::add);
    for (Trial trial : outcome.trials()) {
      trials.add(trial);
      if (trial.fitted().isPresent()) {
        ran++;
      } else if (firstFailure.isEmpty()) {
        firstFailure = Optional.of(trial);
      }
    }
    for (String warning : outcome.warnings()) {
      if (warnings.size() < MOST_WARNINGS) {
        warnings.add(outcome.trials().get(0).task().full() + ": " + warning);
      } else {
        left++;
      }
    }
  }

  /** Warnings of readers, then how much failed and why. */
  List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    if (left > 0) {
      all.add("there are " + left + " more warnings like these");
    }
    firstFailure.ifPresent(
        trial -> all.add(failed() + " runs failed; the first: " + reason(trial)));
    return all;
  }

  private static String reason(Trial trial) {
    String message = trial.failed().orElseThrow().message();
    // Messages about files name them; those of methods do not know the task.
    return message.contains(trial.task().full()) ? message : trial.task().full() + ": " + message;
  }

  /** Every trial, to be counted and shown. */
  Trials trials() {
    return new Trials(trials, methods);
  }

  List<TaskPortrait> portraits() {
    return portraits;
  }

  /** How many times a method ran. */
  long ran() {
    return ran;
  }

  /** How many times a method could not run. */
  long failed() {
    return trials.size() - ran;
  }

  /** How many runs an earlier experiment had done. */
  long remembered() {
    return remembered;
  }

  /** Done where anything ran, else what the first failure means. */
  ExitStatus status() {
    if (ran > 0 || firstFailure.isEmpty()) {
      return ExitStatus.DONE;
    }
    return FailureStatus.of(firstFailure.get().failed().orElseThrow().cause());
  }
}
