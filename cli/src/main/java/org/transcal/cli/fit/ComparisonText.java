package org.transcal.cli.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.transcal.Termination;
import org.transcal.accuracy.CombinedAccuracy;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.TextTable;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.shift.ShiftDiagnosis;
import org.transcal.task.TransferTask;

/** Compared methods in plain text. */
final class ComparisonText {
  private final MethodComparison comparison;

  ComparisonText(MethodComparison comparison) {
    this.comparison = comparison;
  }

  /** What the task is, and a table with a line a method. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(heading());
    lines.add("");
    lines.addAll(table());
    lines.add("");
    return lines;
  }

  private String heading() {
    TransferTask task = comparison.task();
    return task.name()
        + ": "
        + task.classes()
        + " classes, "
        + Figures.count(task.sourceValidation().logits().rows())
        + " source validation rows, "
        + Figures.count(task.target().logits().rows())
        + " target rows"
        + (comparison.targetLabels().isPresent() ? "" : ", no target labels");
  }

  /** The table alone. */
  List<String> table() {
    List<String> header = new ArrayList<>(List.of("method", "T", "lambda", "est.acc %"));
    if (comparison.targetLabels().isPresent()) {
      header.addAll(List.of("accuracy %", "ECE %", "NLL", "Brier"));
    }
    TextTable table = new TextTable(header);
    for (MethodResult result : comparison.results()) {
      if (result.failure().isPresent()) {
        table.remark(result.method(), "error: " + result.failure().get().message());
      } else {
        table.row(cells(result));
      }
    }
    return table.lines();
  }

  private static List<String> cells(MethodResult result) {
    FittedMethod fitted = result.fitted().orElseThrow();
    List<String> cells = new ArrayList<>(List.of(result.method()));
    if (fitted instanceof FittedCalibration calibration) {
      OptionalDouble temperature = calibration.temperature();
      cells.add(
          temperature.isPresent() ? Figures.temperature(temperature.getAsDouble()) : Figures.NONE);
      cells.add(Figures.decimals(calibration.lambda(), 3));
    } else {
      cells.addAll(List.of(Figures.NONE, Figures.NONE));
    }
    cells.add(Figures.percent(fitted.estimatedTargetAccuracy(), 1));
    if (result.scores().isPresent()) {
      TargetScores scores = result.scores().get();
      cells.add(Figures.percent(scores.accuracy(), 1));
      cells.add(Figures.percent(scores.ece(), 2));
      cells.add(Figures.decimals(scores.nll(), 4));
      cells.add(Figures.decimals(scores.brier(), 4));
    }
    return cells;
  }

  /** Reasons for doubt: about evidence and weights, if a method used them, and searches. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    String recommended = Methods.DEFAULT;
    if (comparison.task().features().isEmpty()
        && calibrations().stream().anyMatch(each -> each.method().equals(recommended))) {
      warnings.add(recommended + ": " + CombinedAccuracy.WITHOUT_FEATURES);
    }
    comparison
        .weights()
        .map(w -> ShiftDiagnosis.of(w, comparison.task().sourceValidation().frequencies()))
        .ifPresent(diagnosis -> warnings.addAll(diagnosis.concerns()));
    for (Termination termination : Termination.values()) {
      String methods =
          calibrations().stream()
              .filter(calibration -> calibration.termination() == termination)
              .map(FittedCalibration::method)
              .collect(Collectors.joining(", "));
      if (termination != Termination.CONVERGED && !methods.isEmpty()) {
        warnings.add(methods + ": " + meaning(termination));
      }
    }
    return warnings;
  }

  private List<FittedCalibration> calibrations() {
    return comparison.results().stream().flatMap(result -> result.calibration().stream()).toList();
  }

  private static String meaning(Termination termination) {
    return switch (termination) {
      case CONVERGED -> "the optimum was found";
      case AT_BOUND -> "the search hit a limit of its range, so this is not a solution";
      case EVALUATION_LIMIT -> "the search ran out of evaluations before it converged";
      case STALLED -> "the search stopped making progress before it converged";
    };
  }
}
