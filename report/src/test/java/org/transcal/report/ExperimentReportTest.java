package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.MarkdownTables;
import org.transcal.report.table.ResultTable;
import org.transcal.report.table.TableSection;

class ExperimentReportTest {
  private static final String MEANING = "mean over suites of means over tasks";

  /** Three tasks of one suite and one of another: their means differ by how they are taken. */
  private static Trials unevenSuites() {
    List<Trial> trials = new ArrayList<>();
    for (String method : List.of("vanilla", "transcal", "transcal-no-bias")) {
      double scale = method.equals("vanilla") ? 2 : 1;
      trials.add(trial("big__A__m", method, scale * 0.02));
      trials.add(trial("big__B__m", method, scale * 0.04));
      trials.add(trial("big__C__n", method, scale * 0.06));
      trials.add(trial("small__D__m", method, scale * 0.20));
    }
    return new Trials(trials, List.of("vanilla", "transcal", "transcal-no-bias"));
  }

  private static Trial trial(String task, String method, double ece) {
    return new Trial(
        TaskName.of(task),
        method,
        0,
        0,
        0,
        new Trial.Fitted(
            OptionalDouble.of(1),
            OptionalDouble.empty(),
            0.5,
            Optional.of(new TargetScores(0.5, ece, 1, 0.5)),
            Optional.empty()));
  }

  @Test
  void givenSuitesOfUnequalSize_thenHeadlineTilesAndTablesHaveOneMeanAndSaySo() {
    String html = ExperimentReport.of(unevenSuites(), List.of()).toHtml();
    String header = html.substring(html.indexOf("<header"), html.indexOf("</header>"));

    // By hand: suites 4 % and 20 %, so 12 %; over tasks it would be 8 %. Twice that before.
    assertThat(header)
        .contains(
            "<code>transcal</code> lowers the mean target ECE from 24.0\u00a0% to 12.0\u00a0% over 4 tasks in 2"
                + " suites")
        .contains("<dt>ECE, <code>vanilla</code></dt><dd class=\"value\">24.0\u00a0%</dd>")
        .contains("<dd class=\"note\">" + MEANING + "</dd>")
        .contains("Mean ECE is the " + MEANING)
        .doesNotContain("8.0\u00a0%")
        .doesNotContain("mean over tasks</dd>");
  }

  @Test
  void givenSuitesOfUnequalSize_thenEveryAverageAcrossSuitesIsTheSame() {
    ExperimentTables tables = ExperimentTables.of(unevenSuites(), List.of());

    for (String id : List.of("overview", "ablation")) {
      ResultTable table = section(tables, id).tables().get(0);
      assertThat(table.columns().get(table.columns().size() - 1)).isEqualTo("average");
      assertThat(row(table, "transcal").get(table.columns().size() - 1).text()).isEqualTo("12.0");
      assertThat(section(tables, id).words()).contains(MEANING);
    }
    ResultTable ranks = section(tables, "ranks").tables().get(0);
    int mean = ranks.columns().indexOf("mean ECE %");
    assertThat(row(ranks, "transcal").get(mean).text()).isEqualTo("12.0");
    assertThat(row(ranks, "vanilla").get(mean).text()).isEqualTo("24.0");
    assertThat(MarkdownTables.write(tables)).contains(MEANING);
  }

  @Test
  void givenOneSuite_thenItsMeanOverTasks() {
    Trials trials =
        new Trials(
            unevenSuites().all().stream()
                .filter(trial -> trial.task().suite().equals("big"))
                .toList(),
            List.of("vanilla", "transcal"));

    String html = ExperimentReport.of(trials, List.of()).toHtml();

    assertThat(html)
        .contains("from 8.0\u00a0% to 4.0\u00a0% over 3 tasks<")
        .contains("<dd class=\"note\">mean over tasks</dd>")
        .doesNotContain(MEANING);
  }

  @Test
  void givenOneTaskWithoutTargetLabels_thenSaysWhatIsMissingAndWhatToDo() {
    Trial.Fitted unscored =
        new Trial.Fitted(
            OptionalDouble.of(1), OptionalDouble.empty(), 0.5, Optional.empty(), Optional.empty());
    Trials trials =
        new Trials(
            List.of(new Trial(TaskName.of("mine"), "transcal", 0, 0, 0, unscored)),
            List.of("transcal"));

    String html = ExperimentReport.of(trials, List.of()).toHtml();
    String header = html.substring(html.indexOf("<header"), html.indexOf("</header>"));

    assertThat(html).contains("<title>Experiment on 1 task</title>");
    assertThat(header)
        .contains("<h1>1 task ran without target labels, so no method is scored</h1>")
        .contains("Add the array <code>target_labels</code>", "<code>transcal estimate</code>")
        .doesNotContain("1 tasks", "below");
    ExperimentTables none = ExperimentTables.of(trials, List.of());
    assertThat(MarkdownTables.write(none)).contains("Add the array `target_labels`");
    assertThat(HtmlTables.write(none)).contains("Add the array <code>target_labels</code>");
  }

  @Test
  void givenMethodNames_thenTheyAreSetAsCode() {
    String html = ExperimentReport.of(unevenSuites(), List.of()).toHtml();

    assertThat(html)
        .contains("<h1><code>transcal</code> lowers")
        .contains("By mean rank <code>")
        .contains("<th scope=\"row\"><code>transcal-no-bias</code></th>")
        .contains("<code>transcal-no-bias</code> keeps λ")
        .contains("<code>oracle</code>, which sees target labels");
    assertThat(MarkdownTables.write(ExperimentTables.of(unevenSuites(), List.of())))
        .contains("`oracle`, which sees target labels");
  }

  @Test
  void givenModelsOfAnyKind_thenTheyAreNotCalledAdaptation() {
    String html = ExperimentReport.of(unevenSuites(), List.of()).toHtml();

    assertThat(html)
        .contains("Are more accurate models less calibrated?")
        .contains("<th scope=\"col\">model</th>")
        .doesNotContainIgnoringCase("adaptation")
        .as("the oracle did not run, so no mark of it is explained")
        .doesNotContain("The vertical mark");
  }

  @Test
  void givenAMethodWithoutItsOptionalInput_thenItWasNotRunAndDidNotFail() {
    Trials trials = Experiments.trials(4, 1, List.of("vanilla", "transcal", "ensemble"));

    String html = ExperimentReport.of(trials, List.of()).toHtml();

    assertThat(html)
        .contains("<dd class=\"note\">0 failed, 4 lack an input</dd>")
        .contains("<li><code>ensemble</code> on 4 of 4 tasks, not run: needs ensemble_probs</li>")
        .doesNotContain("<th scope=\"row\"><code>ensemble</code></th>");
  }

  @Test
  void givenARunThatFailed_thenItIsCountedAsFailed() {
    Trial broken =
        new Trial(
            TaskName.of("small__D__m"),
            "temperature",
            0,
            0,
            0,
            new Trial.Failed(MethodResult.Cause.NOT_CALIBRATABLE, "one class only"));
    List<Trial> all = new ArrayList<>(unevenSuites().all());
    all.add(broken);

    String html =
        ExperimentReport.of(new Trials(all, List.of("vanilla", "temperature")), List.of()).toHtml();

    assertThat(html).contains("<dd class=\"note\">1 failed</dd>").doesNotContain("not run:");
  }

  @Test
  void givenTransCalWasNotRun_thenNoLandscapeOfIt() {
    List<TaskPortrait> portraits = Experiments.portraits(4);

    String with =
        ExperimentReport.of(Experiments.trials(4, 1, List.of("vanilla", "transcal")), portraits)
            .toHtml();
    String without =
        ExperimentReport.of(Experiments.trials(4, 1, List.of("vanilla", "temperature")), portraits)
            .toHtml();

    assertThat(with)
        .contains("id=\"browser-landscape\"")
        .contains("<h3>Objective of <code>transcal</code> over T and λ</h3>");
    assertThat(without)
        .contains("id=\"browser-weights\"")
        .doesNotContain("id=\"browser-landscape\"", "id=\"browser-tempered\"")
        .doesNotContain("<dt>Exponent λ</dt>");
  }

  @Test
  void givenTransCalRanOnALaterTaskOnly_thenItsLandscapeWaits() {
    List<Trial> all =
        Experiments.trials(4, 1, List.of("vanilla", "transcal")).all().stream()
            .filter(t -> t.method().equals("vanilla") || t.task().equals(Experiments.name(3)))
            .toList();

    String html =
        ExperimentReport.of(
                new Trials(all, List.of("vanilla", "transcal")), Experiments.portraits(4))
            .toHtml();

    assertThat(html)
        .contains("<figure hidden=\"\"><figcaption><h3>Objective of")
        .contains("\"land\":{\"method\":\"transcal\"");
    assertThat(html.split("\"land\":", -1)).hasSize(2);
  }

  @Test
  void givenScoresOfManyTasks_thenTheirTablesAreFoldedTogether() {
    String html =
        ExperimentReport.of(Experiments.trials(6, 1, List.of("vanilla", "transcal")), List.of())
            .toHtml();
    String tables = html.substring(html.indexOf("id=\"tables\""));

    assertThat(tables)
        .contains("<summary>Target ECE of every task</summary>")
        .contains("<summary>Target Brier score of every task</summary>");
    assertThat(tables.split("<details", -1)).hasSize(1 + 4);
  }

  private static TableSection section(ExperimentTables tables, String id) {
    return tables.sections().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<ResultTable.Cell> row(ResultTable table, String name) {
    return table.rows().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow()
        .cells();
  }
}
