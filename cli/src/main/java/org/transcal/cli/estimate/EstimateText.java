package org.transcal.cli.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.TextTable;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.metric.Estimate;
import org.transcal.shift.ShiftEvidence;

/** An estimate as plain text. */
final class EstimateText {
  private EstimateText() {}

  static List<String> lines(TargetEstimate free, Optional<LabelledEstimate> labelled) {
    TargetEstimate estimate = labelled.map(LabelledEstimate::after).orElse(free);
    List<String> lines = new ArrayList<>();
    lines.add(estimate.task().name() + ": " + estimate.verdict().word());
    for (String reason : estimate.reasons()) {
      lines.add("  - " + reason);
    }
    ShiftEvidence shift = ShiftEvidence.of(estimate.prepared());
    lines.add("");
    lines.add("kind of shift: " + shift.kind().words());
    lines.add("  - " + shift.sentence());
    lines.add("");
    TextTable table = new TextTable(List.of("estimate", "value", "90 % interval"));
    row(table, "target accuracy %", estimate.accuracy(), 100, 1);
    if (labelled.isPresent()) {
      row(table, "  without labels %", free.accuracy(), 100, 1);
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
    lines.add(labelled.map(EstimateText::more).orElseGet(() -> needed(free)));
    lines.add("");
    return lines;
  }

  private static String needed(TargetEstimate estimate) {
    return estimate.labelsNeeded() == 0
        ? "no target labels needed"
        : Figures.count(estimate.labelsNeeded())
            + " random target labels would give the accuracy to within 3 points";
  }

  private static String more(LabelledEstimate labelled) {
    String used = Figures.count(labelled.labels().used()) + " labels used; ";
    long more = labelled.labels().recommendedMore();
    return used
        + (more == 0 ? "no more are needed for" : Figures.count(more) + " more would give")
        + " the accuracy to within 5 points";
  }

  private static void row(
      TextTable table, String name, Estimate estimate, double scale, int digits) {
    String value = Figures.decimals(scale * estimate.value(), digits);
    table.row(List.of(name, value, range(estimate, scale, digits)));
  }

  private static String range(Estimate estimate, double scale, int digits) {
    return Figures.decimals(scale * estimate.interval().low(), digits)
        + " to "
        + Figures.decimals(scale * estimate.interval().high(), digits);
  }
}
