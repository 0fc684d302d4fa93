package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.transcal.calibration.Methods;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.report.chart.BeforeAfterChart;
import org.transcal.report.chart.DilemmaChart;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.Legend;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.summary.Spread;

/** The figures of whole suites: accuracy against error, and bars before and after. */
record SuiteFigures(ExperimentFindings findings) {
  private static final int MOST_PAIRS = 30;
  private static final int MOST_CHARTS = 40;

  private Map<String, List<TaskName>> suites() {
    return findings.trials().scoredTasksBy(TaskName::suite);
  }

  /** Accuracy against error over models; empty if no suite has two of them. */
  Optional<Element> dilemma() {
    List<Element> figures = new ArrayList<>();
    for (Map.Entry<String, List<TaskName>> suite : suites().entrySet()) {
      List<DilemmaChart.Model> models = models(suite.getValue());
      if (findings.hasBefore() && models.size() > 1 && figures.size() < MOST_CHARTS) {
        String title = "Accuracy and calibration error, " + suite.getKey();
        DilemmaChart chart = new DilemmaChart("dilemma-" + figures.size(), title, models);
        figures.add(Figure.of(suite.getKey(), "", chart, ""));
      }
    }
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    String reading =
        Text.of(
            "Each pair of points is one model, averaged over the tasks of a suite. Points further"
                + " right are more accurate, points further up are less calibrated; the line shows"
                + " what `%s` changes, which does not change accuracy if it is a temperature.",
            findings.subject());
    return Optional.of(
        Blocks.section("dilemma", "Are more accurate models less calibrated?")
            .add(Blocks.explained(words(reading, List.of(Legend.HOLLOW, Legend.FULL)), figures)));
  }

  private static Element words(String reading, List<Legend> legend) {
    return Element.of("div").paragraph(reading).add(Legend.list(legend));
  }

  private List<DilemmaChart.Model> models(List<TaskName> tasks) {
    Map<String, List<TaskName>> byModel =
        tasks.stream()
            .collect(Collectors.groupingBy(TaskName::model, TreeMap::new, Collectors.toList()));
    List<DilemmaChart.Model> models = new ArrayList<>();
    byModel.forEach(
        (model, ofModel) -> {
          Optional<Spread> accuracy = findings.mean(Methods.UNCALIBRATED, Score.ACCURACY, ofModel);
          Optional<Spread> before = findings.mean(Methods.UNCALIBRATED, Score.ECE, ofModel);
          Optional<Spread> after = findings.mean(findings.subject(), Score.ECE, ofModel);
          if (!model.isEmpty() && accuracy.isPresent() && before.isPresent() && after.isPresent()) {
            models.add(
                new DilemmaChart.Model(
                    model, accuracy.get().mean(), before.get().mean(), after.get().mean()));
          }
        });
    return models;
  }

  /** Bars before and after for each task; empty if uncalibrated results are missing. */
  Optional<Element> bars() {
    List<Element> figures = new ArrayList<>();
    int left = 0;
    for (Map.Entry<String, List<TaskName>> suite : suites().entrySet()) {
      List<BeforeAfterChart.Pair> pairs = pairs(suite.getValue());
      double largest =
          pairs.stream().mapToDouble(p -> Math.max(p.before(), p.after())).max().orElse(0);
      // Charts of about the same length, none longer than a page.
      int charts = Math.max(1, (pairs.size() + MOST_PAIRS - 1) / MOST_PAIRS);
      int size = Math.max(1, (pairs.size() + charts - 1) / charts);
      for (int from = 0; from < pairs.size(); from += size) {
        int to = Math.min(pairs.size(), from + size);
        if (figures.size() == MOST_CHARTS) {
          left += to - from;
          continue;
        }
        String range = pairs.size() > MOST_PAIRS ? ", " + (from + 1) + "–" + to : "";
        String name = suite.getKey() + range;
        String title = "Target ECE before and after " + findings.subject() + ", " + name;
        String id = "bars-" + figures.size();
        BeforeAfterChart chart = new BeforeAfterChart(id, title, pairs.subList(from, to), largest);
        figures.add(Figure.of(name, "", chart, ""));
      }
    }
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    List<Legend> legend = new ArrayList<>(List.of(Legend.BEFORE, Legend.AFTER));
    String reading =
        Text.of(
            "Each pair of bars is a task: its calibration error before calibration, and after `%s`;"
                + " shorter is better.",
            findings.subject());
    if (findings.trials().methodsThatRan().contains(Methods.ORACLE)) {
      legend.add(Legend.BEST);
      reading += " The vertical mark is the error of `oracle`, the lowest of any temperature.";
    }
    Element section =
        Blocks.section("before-after", "Every task before and after")
            .in("lazy")
            .add(Blocks.explained(words(reading, legend), figures));
    return Optional.of(
        left == 0 ? section : section.paragraph(left + " more tasks are in the tables only."));
  }

  private List<BeforeAfterChart.Pair> pairs(List<TaskName> tasks) {
    List<BeforeAfterChart.Pair> pairs = new ArrayList<>();
    for (TaskName task : findings.hasBefore() ? tasks : List.<TaskName>of()) {
      OptionalDouble before = findings.error(task, Methods.UNCALIBRATED);
      OptionalDouble after = findings.error(task, findings.subject());
      if (before.isPresent() && after.isPresent()) {
        pairs.add(
            new BeforeAfterChart.Pair(
                task.model().isEmpty() ? task.task() : task.task() + " " + task.model(),
                before.getAsDouble(),
                after.getAsDouble(),
                findings.best(task)));
      }
    }
    return pairs;
  }
}
