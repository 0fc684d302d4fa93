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

/**
 * The results that the sections of an experiment's report share, computed once.
 *
 * @param ranks methods ranked by ECE, if there are enough tasks
 * @param subject the method that charts show
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

  /** Whether the subject can be compared with no calibration. */
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
