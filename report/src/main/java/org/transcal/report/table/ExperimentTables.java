package org.transcal.report.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.transcal.accuracy.ControlVariates;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.report.summary.Ablations;
import org.transcal.report.summary.RankSummary;
import org.transcal.report.summary.ScoreTable;
import org.transcal.report.summary.ScoreTable.Column;
import org.transcal.report.summary.Spread;
import org.transcal.report.table.ResultTable.Cell;
import org.transcal.report.table.ResultTable.Style;

/** Every table of an experiment, as in the paper. */
public final class ExperimentTables {
  /** Instead of tables, if there is nothing to score. */
  public static final String NOTHING_SCORED =
      "No task has target labels, so no method can be scored. Add the array `target_labels` to the"
          + " tasks, with −1 for rows without a label (no method but `oracle` sees it). Without labels,"
          + " use `transcal fit` and `transcal estimate`.";

  private static final String MEAN_OF_SUITES = "mean over suites of means over tasks";

  private final List<TableSection> sections = new ArrayList<>();
  private final Trials trials;
  private final List<TaskPortrait> portraits;

  private ExperimentTables(Trials trials, List<TaskPortrait> portraits) {
    this.trials = trials;
    this.portraits = List.copyOf(portraits);
  }

  /** The tables; none if no task has target labels. */
  public static ExperimentTables of(Trials trials, List<TaskPortrait> portraits) {
    ExperimentTables tables = new ExperimentTables(trials, portraits);
    if (!trials.scoredTasks().isEmpty()) {
      tables.addOverview();
      tables.addRanks();
      Arrays.stream(Score.values()).forEach(tables::addScore);
      tables.addAblation();
      tables.addVariates();
    }
    return tables;
  }

  /** The sections in order. */
  public List<TableSection> sections() {
    return List.copyOf(sections);
  }

  /** The table of suites; empty if nothing is scored. */
  public Optional<ResultTable> overview() {
    return sections.isEmpty() ? Optional.empty() : Optional.of(sections.get(0).tables().get(0));
  }

  private void addOverview() {
    ScoreTable table =
        ScoreTable.of(
            "Mean target ECE (%) of each suite", Score.ECE, trials, trials.methods(), suites());
    String average = suites().size() > 1 ? "; the average is the " + MEAN_OF_SUITES : "";
    add(
        "overview",
        "Mean target ECE",
        "Each column is the mean over the tasks of a suite" + average + ". " + reading(),
        List.of(ResultTable.of(table)));
  }

  private void add(String id, String heading, String words, List<ResultTable> tables) {
    sections.add(new TableSection(id, heading, words, tables));
  }

  private List<Column> suites() {
    return columns(trials.scoredTasksBy(TaskName::suite));
  }

  /** How averages over all tasks are taken, in words. */
  public static String meaningOfMean(Trials trials) {
    return trials.scoredTasksBy(TaskName::suite).size() > 1 ? MEAN_OF_SUITES : "mean over tasks";
  }

  /**
   * A method's average over all tasks, as every table has it: the mean over suites of means over
   * tasks; empty if it ran on none of them.
   */
  public static Optional<Spread> mean(Trials trials, String method, Score score) {
    List<Column> suites = columns(trials.scoredTasksBy(TaskName::suite));
    List<ScoreTable.Cell> cells =
        ScoreTable.of("", score, trials, List.of(method), suites).row(method);
    return cells.isEmpty() ? Optional.empty() : cells.get(cells.size() - 1).spread();
  }

  private static List<Column> columns(Map<String, List<TaskName>> groups) {
    return groups.entrySet().stream()
        .map(g -> new Column(g.getKey() + " (" + g.getValue().size() + ")", g.getValue()))
        .toList();
  }

  private String reading() {
    String spread =
        trials.repeats() > 1
            ? Text.of(
                "Numbers are mean ± standard deviation over %s runs: the first on the rows as they"
                    + " are, the others on validation and target rows resampled with replacement. ",
                trials.repeats())
            : "";
    return spread
        + "The best is bold and the second underlined; `oracle`, which sees target labels, does not"
        + " compete, nor does a method that could not run on all tasks.";
  }

  private void addRanks() {
    Optional<RankSummary> ranked = RankSummary.of(trials, Score.ECE);
    if (ranked.isEmpty()) {
      return;
    }
    RankSummary summary = ranked.get();
    ResultTable table =
        ResultTable.of(
            "Ranks by target ECE over " + summary.tasks() + " tasks",
            "method",
            List.of("mean rank", "best on", "mean ECE %", "p against the leader"));
    for (RankSummary.Row row : summary.rows()) {
      boolean leads = row == summary.rows().get(0);
      table.row(
          row.method(),
          List.of(
              Cell.of(row.meanRank(), Style.RANK),
              Cell.of(row.wins(), Style.COUNT),
              Cell.of(mean(trials, row.method(), Score.ECE).map(Spread::mean), Style.PERCENT),
              Cell.of(leads ? Double.NaN : row.pValue(), Style.PROBABILITY)));
    }
    String words =
        Text.of(
            "On each task methods are ranked by their ECE (1 is best). Mean ECE is the %s."
                + " Friedman's test of no difference at all: χ² = %s, p %s. The last column tests"
                + " each method against the leader (Wilcoxon's signed-rank test, two-sided, Holm's"
                + " correction): below 0.05 the difference is significant. Tasks that share data are"
                + " not independent, so read it as a guide.",
            meaningOfMean(trials),
            Numerals.decimals(summary.friedmanStatistic(), 1),
            probability(summary.friedmanPValue()));
    add("ranks", "Which methods are better across tasks", words, List.of(table));
  }

  private static String probability(double p) {
    return p < 0.001 ? "< 0.001" : "= " + Numerals.decimals(p, 3);
  }

  private void addScore(Score score) {
    List<ResultTable> tables = new ArrayList<>();
    String unit = score.isShare() ? " (%)" : "";
    trials
        .scoredTasksBy(TaskName::group)
        .forEach(
            (group, tasks) -> {
              String title = "Target " + score.title() + unit + ", " + group;
              List<Column> columns =
                  tasks.stream().map(task -> new Column(task.task(), List.of(task))).toList();
              tables.add(
                  ResultTable.of(
                      ScoreTable.of(title, score, trials, trials.methodsThatRan(), columns)));
            });
    add(
        score.name().toLowerCase(Locale.ROOT),
        "Target " + score.title() + " of every task",
        "The average is the mean over the tasks of its table. " + reading(),
        tables);
  }

  private void addAblation() {
    List<String> parts = Ablations.parts(trials);
    if (parts.size() < 2) {
      return;
    }
    ResultTable table =
        ResultTable.of("Target ECE (%) without a part of the method", "method", groupNames());
    parts.forEach(method -> table.row(method, groupErrors(parts, method)));
    add(
        "ablation",
        "Effect of each part",
        "`transcal-no-variance` leaves the control variates out, `transcal-no-bias` keeps λ = 1;"
            + " the last row is the whole method. "
            + averages()
            + reading(),
        List.of(table));
  }

  private List<String> groupNames() {
    return errors(List.of(), groups()).columns().stream().map(Column::name).toList();
  }

  private ScoreTable errors(List<String> methods, List<Column> columns) {
    return ScoreTable.of("", Score.ECE, trials, methods, columns);
  }

  /** The errors of one of several methods by group, then the average that every table has. */
  private List<Cell> groupErrors(List<String> methods, String method) {
    List<Cell> cells = new ArrayList<>(ResultTable.cells(errors(methods, groups()), method));
    List<Cell> suites = ResultTable.cells(errors(methods, suites()), method);
    if (cells.size() > 1) {
      cells.set(cells.size() - 1, suites.get(suites.size() - 1));
    }
    return cells;
  }

  private String averages() {
    return groups().size() > 1 ? "The average is the " + meaningOfMean(trials) + ". " : "";
  }

  private List<Column> groups() {
    return columns(trials.scoredTasksBy(TaskName::group));
  }

  private void addVariates() {
    Map<ControlVariates, String> variates = Ablations.variates(trials);
    if (variates.size() < 2) {
      return;
    }
    List<String> methods = List.copyOf(variates.values());
    List<String> columns = new ArrayList<>(groupNames());
    columns.add("variance of terms %");
    columns.add("deviation of estimate %");
    ResultTable table =
        ResultTable.of(
            "Target ECE (%) and variances under each control variate", "method", columns);
    variates.forEach(
        (kind, method) -> {
          List<Cell> cells = groupErrors(methods, method);
          Ablations.Variances found = Ablations.variances(trials, portraits, kind, method);
          cells.add(Cell.of(found.terms(), Style.PERCENT));
          cells.add(Cell.of(found.estimate(), Style.PERCENT));
          table.row(method, cells);
        });
    String words =
        Text.of(
            "Variance of terms: sample variance of the estimate's per-row terms at the chosen λ, as"
                + " a share of that without control variates, mean over tasks. Deviation of"
                + " estimate: standard deviation of the estimated target accuracy over runs, mean"
                + " over tasks. %s%s",
            averages(), reading());
    add("control-variates", "What the control variates do to the variance", words, List.of(table));
  }
}
