package org.transcal.report.summary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;

/** Trials made by hand. */
final class Trialed {
  private final List<Trial> trials = new ArrayList<>();

  /** Adds repeats with the given errors. */
  Trialed with(String task, String method, double... ece) {
    for (int repeat = 0; repeat < ece.length; repeat++) {
      Trial.Fitted fitted =
          new Trial.Fitted(
              OptionalDouble.of(1),
              OptionalDouble.empty(),
              0.5,
              Optional.of(new TargetScores(0.5, ece[repeat], 1, 0.5)),
              Optional.empty());
      trials.add(new Trial(TaskName.of(task), method, repeat, repeat, 0.1, fitted));
    }
    return this;
  }

  /** Adds a failure. */
  Trialed failed(String task, String method) {
    trials.add(
        new Trial(
            TaskName.of(task),
            method,
            0,
            0,
            0,
            new Trial.Failed(MethodResult.Cause.MISSING_INPUT, "no features")));
    return this;
  }

  Trials of(String... methods) {
    return new Trials(trials, Arrays.asList(methods));
  }
}
