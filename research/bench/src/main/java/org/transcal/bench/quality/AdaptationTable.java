package org.transcal.bench.quality;

import java.util.List;
import org.transcal.calibration.Methods;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trials;

/** Accuracy of adapted models, and their calibration error before and after calibration. */
final class AdaptationTable {
  private static final List<String> COMPARED =
      List.of("vanilla", "temperature", "cpcs", "transcal", "recommended", "oracle");

  private AdaptationTable() {}

  static String of(Trials trials) {
    StringBuilder text =
        new StringBuilder("\n## Adaptation methods and calibration on the visual words\n\n");
    text.append("The paper's dilemma (Figures 1 and D.1), and more adaptation methods, which the");
    text.append(
        " paper tests on VisDA. Models trained here from `data/office_caltech10_surf.npz`:");
    text.append(" mean target accuracy and ECE (%) over the transfers, with ");
    text.append(trials.repeats()).append(trials.repeats() == 1 ? " model" : " models");
    text.append(" each; in brackets, transfers on which `transcal` is better.\n\n| adaptation |");
    text.append(" transfers | accuracy | `").append(String.join("` | `", COMPARED));
    text.append("` |\n|---|---:|---:|").append("---:|".repeat(COMPARED.size())).append('\n');
    trials
        .scoredTasksBy(TaskName::model)
        .forEach(
            (model, tasks) -> {
              text.append("| ").append(model).append(" | ").append(tasks.size()).append(" | ");
              text.append(mean(trials, Methods.UNCALIBRATED, tasks, Score.ACCURACY)).append(" |");
              for (String method : COMPARED) {
                text.append(' ').append(mean(trials, method, tasks, Score.ECE));
                if (!method.equals("transcal") && !method.equals(Methods.ORACLE)) {
                  text.append(" (").append(wins(trials, tasks, method)).append(')');
                }
                text.append(" |");
              }
              text.append('\n');
            });
    return text.toString();
  }

  private static long wins(Trials trials, List<TaskName> tasks, String method) {
    return tasks.stream()
        .filter(task -> ece(trials, task, "transcal") < ece(trials, task, method))
        .count();
  }

  private static double ece(Trials trials, TaskName task, String method) {
    return trials.meanScore(task, method, Score.ECE).orElse(Double.NaN);
  }

  private static String mean(Trials trials, String method, List<TaskName> tasks, Score score) {
    return ResultsPage.percent(ResultsPage.mean(trials, method, tasks, score).orElseThrow().mean());
  }
}
