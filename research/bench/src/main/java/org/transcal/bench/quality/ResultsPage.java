package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import org.transcal.calibration.Methods;
import org.transcal.calibration.TransCal;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trials;
import org.transcal.report.summary.RankSummary;
import org.transcal.report.summary.RankTest;
import org.transcal.report.summary.ScoreTable;
import org.transcal.report.summary.ScoreTable.Column;
import org.transcal.report.summary.Spread;

/** Our tables next to the paper's figures, and which of its claims hold on our tasks. */
public final class ResultsPage {
  private static final String SUITE = "amazon";
  private static final List<String> COMPARED =
      List.of("vanilla", "temperature", "transcal", "oracle");
  private static final List<String> SECTIONS =
      List.of(
          "Mean target ECE",
          "Which methods are better across tasks",
          "Effect of each part",
          "What the control variates do to the variance");

  private final Page page = Page.of("The paper's tables and claims on our tasks", "results");

  private ResultsPage() {}

  /**
   * Arguments: the page, the folder of the bank's experiment, and, if models were trained, those of
   * Table 4 and of the dilemma.
   */
  public static void main(String[] arguments) throws IOException {
    ResultsPage results = new ResultsPage();
    Page page = results.page;
    Trials bank = ResultsFile.read(Path.of(arguments[1], "results.csv"));
    page.add(" ECE over 15 bins.\n");
    if (arguments.length > 2) {
      results.addTable4(
          "trained here from `data/amazon_bow.npz`",
          "trained models per task",
          ResultsFile.read(Path.of(arguments[2], "results.csv")));
    } else {
      page.add("\nNo model was trained for this page: the add-on `adapt` was missing.\n");
    }
    results.addTable4("of the bank", "runs of one model per task, on resampled rows", bank);
    results.addAccount(bank);
    if (arguments.length > 3) {
      AdaptationTable.add(page, ResultsFile.read(Path.of(arguments[3], "results.csv")));
    }
    results.addTables(bank, Files.readString(Path.of(arguments[1], "tables.md")));
    page.addSeenLabels().write(Path.of(arguments[0]));
  }

  /** The paper's Table 4 and ours, one line per method and kind of adaptation. */
  private void addTable4(String models, String runs, Trials trials) {
    List<TaskName> tasks =
        trials.scoredTasks().stream()
            .filter(task -> task.suite().equals(SUITE))
            .filter(task -> PaperFigures.TRANSFERS.contains(task.task()))
            .toList();
    if (tasks.isEmpty()) {
      return;
    }
    page.section("Table 4 of the paper and models " + models)
        .add(
            "Target ECE (%) on Multi-Domain Sentiment. The paper does not state which network or"
                + " words it used, so the models differ; only the order of rows can be compared.");
    if (trials.repeats() > 1) {
      page.add(" Means and ± (standard deviation) are over %d %s.", trials.repeats(), runs);
    }
    List<String> columns = new ArrayList<>(List.of("method", "adaptation"));
    columns.addAll(PaperFigures.TRANSFERS);
    columns.add("average");
    page.add("\n\n").head(2, columns);
    List<String> adaptations = tasks.stream().map(TaskName::model).distinct().sorted().toList();
    for (String method : COMPARED) {
      List<Object> paper = new ArrayList<>(List.of("`" + method + "`", "*paper*"));
      paper.addAll(PaperFigures.TABLE_4.get(method));
      page.row(paper);
      for (String adaptation : adaptations) {
        List<TaskName> ofModel =
            tasks.stream().filter(task -> task.model().equals(adaptation)).toList();
        List<String> cells = new ArrayList<>(List.of("`" + method + "`", adaptation));
        for (String transfer : PaperFigures.TRANSFERS) {
          List<TaskName> its = ofModel.stream().filter(t -> t.task().equals(transfer)).toList();
          cells.add(its.isEmpty() ? "–" : cell(trials, method, its));
        }
        cells.add(
            mean(trials, method, ofModel)
                .filter(Spread::isRepeated)
                .map(s -> Page.percent(s.mean()) + " ± " + Page.percent(s.deviation()))
                .orElse(cell(trials, method, ofModel)));
        page.row(cells);
      }
    }
  }

  private static String cell(Trials trials, String method, List<TaskName> tasks) {
    return mean(trials, method, tasks).map(s -> Page.percent(s.mean())).orElse("–");
  }

  private static Optional<Spread> mean(Trials trials, String method, List<TaskName> tasks) {
    return mean(trials, method, tasks, Score.ECE);
  }

  static Optional<Spread> mean(Trials trials, String method, List<TaskName> tasks, Score score) {
    return ScoreTable.of("", score, trials, List.of(method), List.of(new Column("", tasks)))
        .row(method)
        .get(0)
        .spread();
  }

  /** The paper's claims, each with the numbers of the bank. */
  private void addAccount(Trials trials) {
    String transcal = TransCal.released().name();
    page.section("The paper's claims on the bank")
        .head("claim | suite by suite | ranks over all tasks");
    addClaim(trials, "calibration lowers the error", Methods.UNCALIBRATED, transcal);
    addClaim(trials, "TransCal beats temperature scaling", "temperature", transcal);
    addClaim(trials, "TransCal beats CPCS", "cpcs", transcal);
    addClaim(trials, "the bias term helps", TransCal.withoutBiasReduction().name(), transcal);
    addClaim(trials, "the variance term helps", "transcal-no-variance", transcal);
    addClaim(trials, "serial beats parallel control variates", "transcal-cv-parallel", transcal);
    addClaim(trials, "vector scaling is worse than TransCal", "vector", transcal);
    addClaim(trials, "matrix scaling is worse than no calibration", "matrix", Methods.UNCALIBRATED);
    for (Score score : List.of(Score.NLL, Score.BRIER)) {
      String table = score == Score.NLL ? "Table 7" : "Table 8";
      for (String worse : List.of(Methods.UNCALIBRATED, "temperature", "cpcs")) {
        String claim =
            "TransCal has a lower " + score.title() + " than `" + worse + "` (" + table + ")";
        addClaim(trials, claim, worse, transcal, score);
      }
    }
    addClaim(
        trials,
        "MC-dropout may lower the accuracy, temperatures keep it (Table 2)",
        "mc-dropout",
        transcal,
        Score.ACCURACY);
    addSpreads(trials, transcal);
    String gaps =
        bySuite(
            trials,
            tasks ->
                cell(trials, transcal, tasks) + " against " + cell(trials, Methods.ORACLE, tasks));
    page.add(
        """

        Each cell gives the mean score of the method that should be worse, then of the better one: \
        ECE and accuracy in %%, NLL and Brier score as they are. `p` is from a signed-rank test over \
        tasks. Tasks share data and are not independent, so it is only a guide.

        Gap between TransCal and the oracle, which sees the labels: %s; the paper reports results \
        close to the oracle. Resampled rows add noise to every bin, so means over repeats are higher \
        than those of [bank.md](bank.md), which has each task once.
        """,
        gaps);
  }

  private void addClaim(Trials trials, String claim, String worse, String better) {
    addClaim(trials, claim, worse, better, Score.ECE);
  }

  private void addClaim(Trials trials, String claim, String worse, String better, Score score) {
    String suites =
        bySuite(
            trials,
            tasks -> {
              Optional<Spread> first = mean(trials, worse, tasks, score);
              Optional<Spread> second = mean(trials, better, tasks, score);
              return first.isEmpty() || second.isEmpty()
                  ? ""
                  : compared(
                      shown(first.get().mean(), score),
                      shown(second.get().mean(), score),
                      score.loss(second.get().mean()) < score.loss(first.get().mean()));
            });
    page.row(claim, suites, pair(trials, worse, better, score));
  }

  /** What is said of the tasks of each suite, if anything. */
  private static String bySuite(Trials trials, Function<List<TaskName>, String> said) {
    StringJoiner suites = new StringJoiner("; ");
    trials
        .scoredTasksBy(TaskName::suite)
        .forEach(
            (suite, tasks) ->
                Optional.of(said.apply(tasks))
                    .filter(text -> !text.isEmpty())
                    .ifPresent(text -> suites.add(suite + " " + text)));
    return suites.toString();
  }

  private static String compared(String first, String second, boolean holds) {
    return first + " → " + second + (holds ? " yes" : " **no**");
  }

  private static String shown(double value, Score score) {
    return score.isShare() ? Page.percent(value) : String.format(Locale.ROOT, "%.3f", value);
  }

  /** The claim of Table 5 on variance: how much the ECE of a suite varies over runs. */
  private void addSpreads(Trials trials, String serial) {
    for (String other :
        List.of(
            "transcal-no-variance",
            "transcal-cv-weight",
            "transcal-cv-correctness",
            "transcal-cv-parallel")) {
      String suites =
          bySuite(
              trials,
              tasks -> {
                double first = mean(trials, other, tasks).orElseThrow().deviation();
                double second = mean(trials, serial, tasks).orElseThrow().deviation();
                return compared(
                    "± " + Page.percent(first), "± " + Page.percent(second), second < first);
              });
      String claim =
          "the ECE of serial control variates varies less over runs than that of `%s` (Table 5)";
      page.add("| " + claim + " | %s | – |\n", other, suites);
    }
  }

  /** On how many tasks one is better, and the p-value. */
  private static String pair(Trials trials, String worse, String better, Score score) {
    int wins = 0;
    int tasks = 0;
    double[] differences = new double[trials.scoredTasks().size()];
    for (TaskName task : trials.scoredTasks()) {
      double first = score.loss(trials.meanScore(task, worse, score).orElse(Double.NaN));
      double second = score.loss(trials.meanScore(task, better, score).orElse(Double.NaN));
      if (!Double.isNaN(first) && !Double.isNaN(second)) {
        differences[tasks++] = second - first;
        wins += second < first ? 1 : 0;
      }
    }
    double p = RankTest.wilcoxon(Arrays.copyOf(differences, tasks)).pValue();
    String shown = p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "= %.3f", p);
    return "better on " + wins + " of " + tasks + ", p " + shown;
  }

  /** Ranks, and the tables that the experiment itself wrote. */
  private void addTables(Trials trials, String tables) {
    RankSummary.of(trials, Score.ECE)
        .ifPresent(
            ranks ->
                page.add(
                    "\nOver all %d tasks of the bank `%s` has the best mean rank.\n",
                    ranks.tasks(), ranks.rows().get(0).method()));
    List<String> sections = List.of(tables.split("\n## "));
    for (String heading : SECTIONS) {
      String section =
          sections.stream()
              .filter(each -> each.startsWith(heading + "\n"))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("tables.md has no section " + heading));
      page.add("\n## ").add(section.strip()).add("\n");
    }
  }
}
