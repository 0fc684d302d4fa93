package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.calibration.Methods;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.report.summary.RankSummary;
import org.transcal.report.summary.Spread;
import org.transcal.report.table.ExperimentTables;

/** The head of an experiment's report: the result in words and in a few large numbers. */
record ExperimentVerdict(ExperimentFindings findings) {
  Element toElement() {
    return Blocks.header(
        "Experiment: calibration under domain shift",
        "",
        headline(),
        sentence(),
        tiles().toArray(Element[]::new));
  }

  private String headline() {
    Trials trials = findings.trials();
    List<TaskName> scored = trials.scoredTasks();
    if (scored.isEmpty()) {
      return tasks(trials.tasks().size()) + " ran without target labels, so no method is scored";
    }
    Optional<Spread> before = findings.mean(Methods.UNCALIBRATED, Score.ECE);
    Optional<Spread> after = findings.mean(findings.subject(), Score.ECE);
    int suites = trials.scoredTasksBy(TaskName::suite).size();
    String over = " over " + tasks(scored.size()) + (suites > 1 ? " in " + suites + " suites" : "");
    if (!findings.hasBefore() || before.isEmpty() || after.isEmpty()) {
      return Text.of(
          "Mean target ECE of `%s`: %s%s",
          findings.subject(), after.map(ExperimentVerdict::percent).orElse(Numerals.NONE), over);
    }
    boolean fell = after.get().mean() < before.get().mean();
    return Text.of(
        "`%s` %s the mean target ECE from %s to %s%s",
        findings.subject(),
        fell ? "lowers" : "raises",
        percent(before.get()),
        percent(after.get()),
        over);
  }

  static String tasks(int count) {
    return count + (count == 1 ? " task" : " tasks");
  }

  private static String percent(Spread spread) {
    return Numerals.percent(spread.mean(), 1);
  }

  private String sentence() {
    if (findings.trials().scoredTasks().isEmpty()) {
      return ExperimentTables.NOTHING_SCORED;
    }
    Optional<RankSummary> ranks = findings.ranks();
    if (ranks.isEmpty()) {
      return means() + "The figures and tables below show every method on every task.";
    }
    RankSummary.Row leader = ranks.get().rows().get(0);
    long worse = ranks.get().rows().stream().skip(1).filter(row -> row.pValue() < 0.05).count();
    return Text.of(
        "%sBy mean rank `%s` leads (%s of %s methods) and is best on %s of %s tasks; it is"
            + " significantly better than %s of the others. Methods that cannot run on every task"
            + " are not ranked.",
        means(),
        leader.method(),
        Numerals.decimals(leader.meanRank(), 2),
        ranks.get().rows().size(),
        leader.wins(),
        ranks.get().tasks(),
        worse);
  }

  /** How the means in the headline and the tables are computed. */
  private String means() {
    return "Mean ECE is the "
        + ExperimentTables.meaningOfMean(findings.trials())
        + ", here as in the tables. ";
  }

  private List<Element> tiles() {
    Trials trials = findings.trials();
    long ran = trials.all().stream().filter(trial -> trial.fitted().isPresent()).count();
    long notRun = trials.all().stream().filter(ExperimentFindings::lacksInput).count();
    String failed = Numerals.count(trials.all().size() - ran - notRun) + " failed";
    String lacking = notRun == 0 ? "" : ", " + Numerals.count(notRun) + " lack an input";
    String scored = trials.scoredTasks().size() + " scored";
    List<Element> tiles = new ArrayList<>();
    tiles.add(Blocks.tile("Tasks", Numerals.count(trials.tasks().size()), scored));
    tiles.add(Blocks.tile("Methods", Numerals.count(trials.methodsThatRan().size()), "that ran"));
    tiles.add(Blocks.tile("Runs", Numerals.count(ran), failed + lacking));
    if (!trials.scoredTasks().isEmpty()) {
      for (String method : List.of(Methods.UNCALIBRATED, findings.subject(), Methods.ORACLE)) {
        findings.mean(method, Score.ECE).ifPresent(mean -> tiles.add(tile(method, mean)));
      }
    }
    return tiles;
  }

  private Element tile(String method, Spread mean) {
    String note =
        mean.isRepeated()
            ? "± " + Numerals.percent(mean.deviation(), 1) + " over runs"
            : ExperimentTables.meaningOfMean(findings.trials());
    return Blocks.tile("ECE, `" + method + "`", percent(mean), note);
  }
}
