package org.transcal.cli.fit;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedCalibration;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.metric.Interval;
import org.transcal.prediction.Labels;
import org.transcal.shift.SourceCheck;
import org.transcal.task.TransferTask;

/** A comparison of methods as plain text. */
final class ComparisonText {
  private final MethodComparison comparison;

  ComparisonText(MethodComparison comparison) {
    this.comparison = comparison;
  }

  /** The task, and a table with one line per method. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(heading());
    lines.add("");
    lines.addAll(table());
    lines.add("");
    for (MethodResult result : comparison.results()) {
      comparison
          .estimate(result)
          .ifPresent(
              estimate -> {
                lines.add(text(result.method(), estimate));
                comparison.concerns(result).forEach(concern -> lines.add("  - " + concern));
                lines.add("");
              });
    }
    return lines;
  }

  private static String text(String method, TargetEstimate estimate) {
    Interval range = estimate.accuracy().interval();
    return Message.of(
        "%s: about %s %% right (%s to %s %%), %s",
        method,
        Figures.percent(estimate.accuracy().value(), 0),
        Figures.percent(range.low(), 0),
        Figures.percent(range.high(), 0),
        estimate.verdict().word());
  }

  private String heading() {
    TransferTask task = comparison.task();
    return Message.of(
        "%s: %s classes, %s source validation rows, %s target rows%s",
        task.name(),
        task.classes(),
        Figures.count(task.sourceValidation().logits().rows()),
        Figures.count(task.target().logits().rows()),
        comparison.targetLabels().map(ComparisonText::known).orElse(", no target labels"));
  }

  private static String known(Labels labels) {
    return labels.known() == labels.rows()
        ? ""
        : Message.of(" (%s with labels)", Figures.count(labels.known()));
  }

  /** The table alone. */
  List<String> table() {
    List<String> header = new ArrayList<>(List.of("method", "T", "lambda", "est.acc %"));
    if (comparison.targetLabels().isPresent()) {
      header.addAll(List.of("accuracy %", "ECE %", "NLL", "Brier"));
    }
    TextTable table = new TextTable(header);
    for (MethodResult result : comparison.results()) {
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

  /** Concerns that {@link #lines()} does not show, each with the methods it applies to. */
  List<String> warnings() {
    return warnings(result -> comparison.estimate(result).isEmpty());
  }

  /** All concerns, for readers who do not see {@link #lines()}. */
  List<String> allWarnings() {
    return warnings(result -> true);
  }

  private List<String> warnings(Predicate<MethodResult> wanted) {
    // The accuracy on the source was a warning when the task was read.
    Set<String> known = SourceCheck.of(comparison.task()).concern().stream().collect(toSet());
    Map<String, List<String>> methods = new LinkedHashMap<>();
    for (MethodResult result : comparison.results().stream().filter(wanted).toList()) {
      comparison.concerns(result).stream()
          .filter(concern -> !known.contains(concern))
          .forEach(
              concern ->
                  methods.computeIfAbsent(concern, key -> new ArrayList<>()).add(result.method()));
    }
    Stream<String> unused =
        comparison.task().weights().isPresent() && comparison.weights().isEmpty()
            ? Stream.of("No method fitted here uses the given weights; --method transcal does.")
            : Stream.empty();
    return Stream.concat(
            unused,
            methods.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey()))
        .toList();
  }
}
