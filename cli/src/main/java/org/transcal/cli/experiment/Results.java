package org.transcal.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.transcal.cli.method.MethodSelection;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.report.table.ExperimentTables;
import org.transcal.report.table.ResultTable;

/** The results of an experiment. */
final class Results {
  private static final int MOST_WARNINGS = 10;

  private final List<String> methods;
  private final List<Trial> trials = new ArrayList<>();
  private final List<TaskPortrait> portraits = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long omitted;
  private long remembered;

  Results(List<String> methods) {
    this.methods = methods;
  }

  void add(Grid.TaskOutcome run) {
    remembered += run.outcome().remembered();
    run.outcome().portrait().ifPresent(portraits::add);
    trials.addAll(run.outcome().trials());
    for (String warning : run.warnings()) {
      if (warnings.size() < MOST_WARNINGS) {
        warnings.add(run.outcome().trials().get(0).task().full() + ": " + warning);
      } else {
        omitted++;
      }
    }
  }

  /** Warnings of tasks, then the number of failures and the first reason. */
  List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    if (omitted > 0) {
      all.add(omitted + " more warnings of this kind");
    }
    first(trial -> !lacksInput(trial))
        .ifPresent(trial -> all.add(failed() + " runs failed; the first: " + reason(trial)));
    return all;
  }

  /** The number of runs that lacked an optional input, and the first reason. */
  Optional<String> note() {
    return first(Results::lacksInput)
        .map(t -> notRun() + " not run for lack of an optional input; the first: " + reason(t));
  }

  /** The first run without a result that meets a condition. */
  private Optional<Trial> first(Predicate<Trial> condition) {
    return trials.stream()
        .filter(trial -> trial.failed().isPresent())
        .filter(condition)
        .findFirst();
  }

  private static boolean lacksInput(Trial trial) {
    return trial.failed().filter(f -> f.cause() == Cause.MISSING_INPUT).isPresent();
  }

  private static String reason(Trial trial) {
    String message = trial.failed().orElseThrow().message();
    // Messages about files name them; messages of methods do not name the task.
    return message.contains(trial.task().full()) ? message : trial.task().full() + ": " + message;
  }

  Trials trials() {
    return new Trials(trials, methods);
  }

  List<TaskPortrait> portraits() {
    return portraits;
  }

  /** Number of runs. */
  long ran() {
    return trials.stream().filter(trial -> trial.fitted().isPresent()).count();
  }

  /** Number of runs that lacked an optional input. */
  private long notRun() {
    return trials.stream().filter(Results::lacksInput).count();
  }

  private long failed() {
    return trials.size() - ran() - notRun();
  }

  /** Number of runs taken from an earlier experiment. */
  long remembered() {
    return remembered;
  }

  /** Done if any method ran, else the status of the first failure. */
  ExitStatus status() {
    return first(trial -> ran() == 0)
        .map(trial -> MethodSelection.status(trial.failed().orElseThrow().cause()))
        .orElse(ExitStatus.DONE);
  }

  /** The number of runs, and the mean calibration error of each method. */
  List<String> lines(int tasks, ExperimentTables tables) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Message.of(
            "%s %s, %s runs done, %s%s failed",
            Figures.count(tasks),
            tasks == 1 ? "task" : "tasks",
            Figures.count(ran()),
            notRun() == 0 ? "" : Figures.count(notRun()) + " not run, ",
            Figures.count(failed())));
    lines.add("");
    tables.overview().ifPresent(overview -> lines.addAll(lines(overview)));
    return lines;
  }

  private static List<String> lines(ResultTable overview) {
    List<String> header = new ArrayList<>(List.of("mean ECE %"));
    header.addAll(overview.columns());
    TextTable table = new TextTable(header);
    for (ResultTable.Row row : overview.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      row.cells().forEach(cell -> cells.add(text(cell)));
      table.row(cells);
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    return lines;
  }

  private static String text(ResultTable.Cell cell) {
    String deviation = cell.deviationText().isEmpty() ? "" : " ± " + cell.deviationText();
    return Double.isNaN(cell.value()) ? Figures.NONE : cell.text() + deviation;
  }
}
