package org.transcal.cli.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedCalibration;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.FindingsText;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Fit;

/** A fit as plain text. */
final class FitText {
  private final Fit.Result fit;

  FitText(Fit.Result fit) {
    this.fit = fit;
  }

  /** The task, a table with one line per method, and the findings. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(heading());
    lines.add("");
    lines.addAll(table());
    lines.add("");
    lines.addAll(FindingsText.answer(fit.findings()));
    lines.addAll(FindingsText.next(fit.findings()));
    return lines;
  }

  private String heading() {
    TransferTask task = fit.comparison().task();
    return Message.of(
        "%s: %s classes, %s source validation rows, %s target rows%s",
        task.name(),
        task.classes(),
        Figures.count(task.sourceValidation().logits().rows()),
        Figures.count(task.target().logits().rows()),
        fit.comparison().targetLabels().map(FitText::known).orElse(", no target labels"));
  }

  private static String known(Labels labels) {
    return labels.known() == labels.rows()
        ? ""
        : Message.of(" (%s with labels)", Figures.count(labels.known()));
  }

  /** The table alone. */
  List<String> table() {
    List<String> header = new ArrayList<>(List.of("method", "T", "lambda", "est.acc %"));
    if (fit.comparison().targetLabels().isPresent()) {
      header.addAll(List.of("accuracy %", "ECE %", "NLL", "Brier"));
    }
    TextTable table = new TextTable(header);
    for (MethodResult result : fit.comparison().results()) {
      result
          .withoutResult()
          .ifPresentOrElse(
              why -> table.remark(result.method(), why), () -> table.row(cells(result)));
    }
    return table.lines();
  }

  private static List<String> cells(MethodResult result) {
    Optional<FittedCalibration> calibration = result.calibration();
    OptionalDouble temperature =
        calibration.map(FittedCalibration::temperature).orElse(OptionalDouble.empty());
    OptionalDouble lambda =
        calibration.map(FittedCalibration::lambda).orElse(OptionalDouble.empty());
    List<String> cells = new ArrayList<>(List.of(result.method()));
    cells.add(
        temperature.isPresent() ? Figures.temperature(temperature.getAsDouble()) : Figures.NONE);
    cells.add(Figures.decimals(lambda, 3));
    cells.add(Figures.percent(result.fitted().orElseThrow().estimatedTargetAccuracy(), 1));
    if (result.scores().isPresent()) {
      TargetScores scores = result.scores().get();
      cells.add(Figures.percent(scores.accuracy(), 1));
      cells.add(Figures.percent(scores.ece(), 2));
      cells.add(Figures.decimals(scores.nll(), 4));
      cells.add(Figures.decimals(scores.brier(), 4));
    }
    return cells;
  }
}
