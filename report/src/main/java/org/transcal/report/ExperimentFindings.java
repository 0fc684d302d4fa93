package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Text;
import org.transcal.report.summary.RankSummary;
import org.transcal.report.summary.ScoreTable;
import org.transcal.report.summary.Spread;
import org.transcal.report.table.ExperimentTables;

/**
 * The results that the sections of an experiment's report share, computed once.
 *
 * @param ranks methods ranked by ECE, if there are enough tasks
 * @param subject the method shown in charts
 */
record ExperimentFindings(
    Trials trials, List<TaskPortrait> portraits, Optional<RankSummary> ranks, String subject) {
  static ExperimentFindings of(Trials trials, List<TaskPortrait> portraits) {
    List<String> ran = trials.methodsThatRan();
    String subject =
        ran.contains(Methods.DEFAULT)
            ? Methods.DEFAULT
            : ran.stream()
                .filter(m -> !m.equals(Methods.UNCALIBRATED) && !Trials.isYardstick(m))
                .findFirst()
                .orElse(ran.isEmpty() ? Methods.UNCALIBRATED : ran.get(0));
    return new ExperimentFindings(trials, portraits, RankSummary.of(trials, Score.ECE), subject);
  }

  /** Whether a run has no result because an optional input is absent. */
  static boolean lacksInput(Trial trial) {
    return trial.failed().filter(f -> f.cause() == MethodResult.Cause.MISSING_INPUT).isPresent();
  }

  /** One sentence per method that lacked an input on some task. */
  List<String> notRun() {
    List<String> sentences = new ArrayList<>();
    for (String method : trials.methods()) {
      List<Trial> lacking =
          trials.all().stream()
              .filter(trial -> trial.method().equals(method) && lacksInput(trial))
              .toList();
      if (!lacking.isEmpty()) {
        Trial.Failed why = lacking.get(0).failed().orElseThrow();
        sentences.add(
            Text.of(
                "`%s` on %s of %s tasks, %s",
                method,
                lacking.stream().map(Trial::task).distinct().count(),
                trials.tasks().size(),
                why.cause().words(method, why.message())));
      }
    }
    return sentences;
  }

  /** Whether the subject can be compared with uncalibrated results. */
  boolean hasBefore() {
    return trials.methodsThatRan().contains(Methods.UNCALIBRATED)
        && !subject.equals(Methods.UNCALIBRATED);
  }

  /** The mean of a score over all tasks, as in the tables; empty if the method never ran. */
  Optional<Spread> mean(String method, Score score) {
    return ExperimentTables.mean(trials, method, score);
  }

  /** The mean of a score over some tasks; empty if the method ran on none of them. */
  Optional<Spread> mean(String method, Score score, List<TaskName> tasks) {
    ScoreTable table =
        ScoreTable.of(
            "", score, trials, List.of(method), List.of(new ScoreTable.Column("", tasks)));
    return table.row(method).get(0).spread();
  }

  /** The oracle's error on a task; NaN if it did not run. */
  double best(TaskName task) {
    return trials.meanScore(task, Methods.ORACLE, Score.ECE).orElse(Double.NaN);
  }

  OptionalDouble error(TaskName task, String method) {
    return trials.meanScore(task, method, Score.ECE);
  }
}
