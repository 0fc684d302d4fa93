package org.transcal.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.Methods;
import org.transcal.comparison.Score;
import org.transcal.experiment.RankSummary;
import org.transcal.experiment.ScoreTable;
import org.transcal.experiment.Spread;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trials;
import org.transcal.report.table.ExperimentTables;

/** What the sections of an experiment's report share, asked of the core once. */
final class ExperimentFindings {
  private final Trials trials;
  private final List<TaskPortrait> portraits;
  private final Optional<RankSummary> ranks;
  private final String subject;

  ExperimentFindings(Trials trials, List<TaskPortrait> portraits) {
    this.trials = trials;
    this.portraits = List.copyOf(portraits);
    this.ranks = RankSummary.of(trials, Score.ECE);
    List<String> ran = trials.methodsThatRan();
    this.subject =
        ran.contains(Methods.DEFAULT)
            ? Methods.DEFAULT
            : ran.stream()
                .filter(m -> !m.equals(Methods.UNCALIBRATED) && !Trials.isYardstick(m))
                .findFirst()
                .orElse(ran.isEmpty() ? Methods.UNCALIBRATED : ran.get(0));
  }

  Trials trials() {
    return trials;
  }

  List<TaskPortrait> portraits() {
    return portraits;
  }

  Optional<RankSummary> ranks() {
    return ranks;
  }

  /** The method that pictures show. */
  String subject() {
    return subject;
  }

  /** Whether the subject can be compared with no calibration. */
  boolean hasBefore() {
    return trials.methodsThatRan().contains(Methods.UNCALIBRATED)
        && !subject.equals(Methods.UNCALIBRATED);
  }

  /** The mean of a score over all tasks, as the tables have it; empty where it never ran. */
  Optional<Spread> mean(String method, Score score) {
    return ExperimentTables.mean(trials, method, score);
  }

  /** The mean of a score over some tasks; empty where the method ran on none of them. */
  Optional<Spread> mean(String method, Score score, List<TaskName> tasks) {
    ScoreTable table =
        ScoreTable.of(
            "", score, trials, List.of(method), List.of(new ScoreTable.Column("", tasks)));
    return table.row(method).get(0).spread();
  }

  /** The error of the yardstick on a task; NaN where it did not run. */
  double best(TaskName task) {
    return trials.meanScore(task, Methods.ORACLE, Score.ECE).orElse(Double.NaN);
  }

  OptionalDouble error(TaskName task, String method) {
    return trials.meanScore(task, method, Score.ECE);
  }
}
