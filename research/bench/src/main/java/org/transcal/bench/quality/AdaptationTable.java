package org.transcal.bench.quality;

import java.util.ArrayList;
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

  static void add(Page page, Trials trials) {
    List<String> columns = new ArrayList<>(List.of("adaptation", "transfers", "accuracy"));
    COMPARED.forEach(method -> columns.add("`" + method + "`"));
    page.section("Adaptation methods and calibration on the visual words")
        .add(
            "The paper's dilemma (Figures 1 and D.1), and more adaptation methods, which the paper"
                + " tests on VisDA. Models trained here from `data/office_caltech10_surf.npz`: mean"
                + " target accuracy and ECE (%%) over the transfers, with %d %s each; in brackets,"
                + " transfers on which `transcal` is better.%n%n",
            trials.repeats(), trials.repeats() == 1 ? "model" : "models")
        .head(1, columns);
    trials
        .scoredTasksBy(TaskName::model)
        .forEach(
            (model, tasks) -> {
              String accuracy = mean(trials, Methods.UNCALIBRATED, tasks, Score.ACCURACY);
              List<Object> cells = new ArrayList<>(List.of(model, tasks.size(), accuracy));
              for (String method : COMPARED) {
                boolean isOther = !method.equals("transcal") && !method.equals(Methods.ORACLE);
                cells.add(
                    mean(trials, method, tasks, Score.ECE)
                        + (isOther ? " (" + wins(trials, tasks, method) + ")" : ""));
              }
              page.row(cells);
            });
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
    return Page.percent(ResultsPage.mean(trials, method, tasks, score).orElseThrow().mean());
  }
}
