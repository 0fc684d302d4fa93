package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.metric.ReliabilityDiagram;

/** Made-up experiments: methods that differ by a known amount, tasks that differ by chance. */
final class Experiments {
  private static final int BINS = 15;

  private Experiments() {}

  /** Tasks in two suites of two models, every method, repeated. */
  static Trials trials(int tasks, int repeats, List<String> methods) {
    List<Trial> trials = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      TaskName name = name(t);
      for (int repeat = 0; repeat < repeats; repeat++) {
        for (String method : methods) {
          trials.add(trial(name, method, repeat));
        }
      }
    }
    return new Trials(trials, methods);
  }

  static TaskName name(int task) {
    String suite = task % 3 == 0 ? "office" : "amazon";
    return TaskName.of(suite + "__T" + task + "__" + (task % 2 == 0 ? "mdd" : "cdan_e"));
  }

  private static Trial trial(TaskName task, String method, int repeat) {
    Random random = new Random((task.full() + method + repeat).hashCode());
    double size = method.equals("vanilla") ? 0.2 : method.equals("oracle") ? 0.02 : 0.08;
    double[] count = new double[BINS];
    double[] correct = new double[BINS];
    double[] confidence = new double[BINS];
    for (int b = 3; b < BINS; b++) {
      count[b] = 20 + random.nextInt(100);
      confidence[b] = count[b] * (b + 0.5) / BINS;
      correct[b] = Math.max(0, confidence[b] - count[b] * size * (0.5 + random.nextDouble()));
    }
    ReliabilityDiagram diagram = ReliabilityDiagram.ofSums(count, correct, confidence);
    Trial.Outcome outcome =
        method.equals("ensemble")
            ? new Trial.Failed(MethodResult.Cause.MISSING_INPUT, "ensemble needs ensemble_probs")
            : new Trial.Fitted(
                OptionalDouble.of(1 + random.nextDouble()),
                OptionalDouble.empty(),
                0.7,
                Optional.of(
                    new TargetScores(
                        diagram.accuracy(),
                        diagram.expectedCalibrationError(),
                        1 + random.nextDouble(),
                        0.5)),
                Optional.of(diagram));
    return new Trial(task, method, repeat, repeat, 0.1, outcome);
  }

  /** Portraits of tasks that differ only in their names. */
  static List<TaskPortrait> portraits(int tasks) {
    MethodComparison comparison = Samples.typical("any");
    TaskPortrait one = TaskPortrait.of(comparison);
    List<TaskPortrait> portraits = new ArrayList<>();
    for (int t = 0; t < tasks; t++) {
      portraits.add(
          new TaskPortrait(
              name(t), one.classes(), one.validationRows(), one.targetRows(), one.shift()));
    }
    return portraits;
  }
}
