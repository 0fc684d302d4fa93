package org.transcal.cli.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.TextTable;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;

/** Mean target ECE of each method over the tasks of each suite. */
final class SuiteTable {
  private static final String SEPARATOR = "__";
  private static final int PARTS = 3;

  /** The suite of a task whose name does not tell. */
  private static final String UNNAMED = "tasks";

  private final List<String> methods;
  private final Map<String, Suite> suites = new TreeMap<>();

  SuiteTable(List<String> methods) {
    this.methods = methods;
  }

  void add(MethodComparison comparison) {
    if (comparison.targetLabels().isPresent()) {
      Suite suite = suites.computeIfAbsent(suiteOf(comparison.task().name()), s -> new Suite());
      suite.runs++;
      for (MethodResult result : comparison.results()) {
        result.scores().ifPresent(scores -> suite.add(result.method(), scores.ece()));
      }
    }
  }

  /** The suite of {@code suite__task__model}. */
  static String suiteOf(String task) {
    String[] parts = task.split(SEPARATOR, -1);
    return parts.length == PARTS && !parts[0].isEmpty() ? parts[0] : UNNAMED;
  }

  /** Whether there is no labelled task, so that nothing can be shown. */
  boolean isEmpty() {
    return suites.isEmpty();
  }

  /** For a terminal. */
  List<String> lines() {
    List<String> header = new ArrayList<>(List.of("mean ECE %"));
    header.addAll(suites.keySet());
    TextTable table = new TextTable(header);
    methods.forEach(method -> table.row(cells(method)));
    return table.lines();
  }

  String toMarkdown() {
    StringBuilder text = new StringBuilder("# Mean target ECE (%)\n\n");
    if (isEmpty()) {
      return text.append("No task has target labels.\n").toString();
    }
    text.append("Equal-width bins; mean over the tasks (and repeats) of each suite. Where a method")
        .append(" could not run on all of them, the number of those it ran on is given.\n\n");
    text.append("| method |");
    suites.forEach(
        (name, suite) ->
            text.append(' ').append(escaped(name)).append(" (").append(suite.runs).append(") |"));
    text.append("\n|---|").append("---:|".repeat(suites.size())).append('\n');
    for (String method : methods) {
      text.append("| ").append(String.join(" | ", cells(method))).append(" |\n");
    }
    return text.toString();
  }

  private List<String> cells(String method) {
    List<String> cells = new ArrayList<>(List.of(method));
    suites.values().forEach(suite -> cells.add(suite.cell(method)));
    return cells;
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("|", "\\|");
  }

  /** Sums over the runs of a suite. */
  private static final class Suite {
    private final Map<String, double[]> sums = new HashMap<>();
    private int runs;

    void add(String method, double ece) {
      double[] sum = sums.computeIfAbsent(method, m -> new double[2]);
      sum[0] += ece;
      sum[1]++;
    }

    String cell(String method) {
      double[] sum = sums.get(method);
      if (sum == null) {
        return Figures.NONE;
      }
      String mean = Figures.percent(sum[0] / sum[1], 2);
      return sum[1] == runs ? mean : mean + " (" + (int) sum[1] + ")";
    }
  }
}
