package org.transcal.cli.stream;

import java.util.ArrayList;
import java.util.List;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.metric.Interval;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.EvaluationReport;

/** An evaluation as plain text and report. */
final class EvaluationText {
  private static final int BAR = 40;

  private final String what;
  private final MetricEvaluation evaluation;

  EvaluationText(String what, MetricEvaluation evaluation) {
    this.what = what;
    this.evaluation = evaluation;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    String unit = evaluation.rows() == 1 ? "row" : "rows";
    lines.add(
        Message.of(
            "%s: %s %s, %s classes",
            what, Figures.count(evaluation.rows()), unit, evaluation.classes()));
    lines.add("");
    lines.addAll(metrics());
    lines.add("");
    lines.addAll(diagram());
    lines.add("");
    return lines;
  }

  private List<String> metrics() {
    String interval = Figures.percent(evaluation.level(), 0) + " % interval";
    TextTable table = new TextTable(List.of("metric", "value", interval));
    for (MetricEvaluation.Score score : evaluation.scores()) {
      Interval range = score.estimate().interval();
      table.row(
          List.of(
              score.metric().title(),
              Figures.decimals(score.estimate().value(), 4),
              Figures.decimals(range.low(), 4) + " to " + Figures.decimals(range.high(), 4)));
    }
    return table.lines();
  }

  /** One line per non-empty bin. */
  private List<String> diagram() {
    TextTable table = new TextTable(List.of("confidence", "rows", "mean", "accuracy", legend()));
    for (ReliabilityDiagram.Bin bin : evaluation.reliability().bins()) {
      if (bin.count() > 0) {
        table.row(
            List.of(
                Figures.decimals(bin.low(), 2) + " - " + Figures.decimals(bin.high(), 2),
                Figures.count(Math.round(bin.count())),
                Figures.decimals(bin.confidence(), 3),
                Figures.decimals(bin.accuracy(), 3),
                bar(bin)));
      }
    }
    return table.lines();
  }

  private static String legend() {
    String text = "accuracy #, confidence |";
    return text + " ".repeat(BAR - text.length());
  }

  private static String bar(ReliabilityDiagram.Bin bin) {
    int filled = (int) Math.round(bin.accuracy() * BAR);
    StringBuilder bar = new StringBuilder("#".repeat(filled)).append(".".repeat(BAR - filled));
    bar.setCharAt((int) Math.min(BAR - 1, Math.floor(bin.confidence() * BAR)), '|');
    return bar.toString();
  }

  EvaluationReport report() {
    return EvaluationReport.of("Evaluation of " + what, evaluation);
  }
}
