package org.transcal.cli.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.FindingsText;
import org.transcal.cli.terminal.TextTable;
import org.transcal.shift.ShiftEvidence;
import org.transcal.workflow.Estimate;

/** An estimate as plain text. */
final class EstimateText {
  private EstimateText() {}

  static List<String> lines(Estimate.Result result) {
    TargetEstimate estimate = result.best();
    List<String> lines = new ArrayList<>(List.of(estimate.task().name()));
    lines.addAll(FindingsText.answer(result.findings()));
    ShiftEvidence shift = ShiftEvidence.of(estimate.prepared());
    lines.add("kind of shift: " + shift.kind().words());
    lines.add("  - " + shift.sentence());
    lines.add("");
    TextTable table = new TextTable(List.of("estimate", "value", "90 % interval"));
    row(table, "target accuracy %", estimate.accuracy(), 100, 1);
    if (result.labelled().isPresent()) {
      row(table, "  without labels %", result.withoutLabels().accuracy(), 100, 1);
    }
    row(table, "ECE before calibration %", estimate.ece(), 100, 1);
    row(table, "temperature", estimate.temperature(), 1, 2);
    estimate.lambda().ifPresent(lambda -> row(table, "TransCal's lambda", lambda, 1, 2));
    for (AccuracyEstimator single : AccuracyEstimator.values()) {
      Optional.ofNullable(estimate.estimators().get(single.key()))
          .map(value -> List.of("  " + single.title() + " %", Figures.percent(value, 1), ""))
          .ifPresent(table::row);
    }
    lines.addAll(table.lines());
    lines.add("");
    lines.addAll(FindingsText.next(result.findings()));
    return lines;
  }

  private static void row(
      TextTable table,
      String name,
      org.transcal.metric.Estimate estimate,
      double scale,
      int digits) {
    String value = Figures.decimals(scale * estimate.value(), digits);
    table.row(List.of(name, value, range(estimate, scale, digits)));
  }

  private static String range(org.transcal.metric.Estimate estimate, double scale, int digits) {
    return Figures.decimals(scale * estimate.interval().low(), digits)
        + " to "
        + Figures.decimals(scale * estimate.interval().high(), digits);
  }
}
