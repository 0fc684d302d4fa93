package org.transcal.cli.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.FindingsText;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.TextTable;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.metric.Interval;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.MetricEvaluation.ClassScore;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.EvaluationReport;
import org.transcal.workflow.Evaluate;

/** An evaluation, or several side by side, as plain text and report. */
final class EvaluationText {
  private static final int BAR = 40;
  private static final int MOST_CLASSES = 20;
  private static final int MOST_NAMED = 3;

  private final String what;
  private final Evaluate.Result result;
  private final List<EvaluatedRows> files;

  /** Text about the rows of some files; {@code what} names them together. */
  EvaluationText(String what, Evaluate.Result result) {
    this.what = what;
    this.result = result;
    this.files = result.rows();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (files.stream().noneMatch(file -> what.contains(file.name()))) {
      lines.add(what);
    }
    for (EvaluatedRows file : files) {
      MetricEvaluation overall = file.overall();
      String unit = overall.rows() == 1 ? "row" : "rows";
      String count = Figures.count(overall.rows());
      lines.add(Message.of("%s: %s %s, %s classes", file.name(), count, unit, overall.classes()));
    }
    lines.addAll(FindingsText.answer(result.findings()));
    addMetrics(lines, "metric", EvaluatedRows::overall);
    if (files.size() == 1) {
      addDiagram(lines, "confidence", "accuracy", files.get(0).overall());
      addClasses(lines, files.get(0));
    }
    files
        .get(0)
        .positive()
        .ifPresent(
            first -> {
              String name = files.get(0).className(first.label());
              addMetrics(
                  lines, "class " + name, file -> file.positive().orElseThrow().evaluation());
              if (files.size() == 1) {
                addDiagram(lines, "probability", "frequency", first.evaluation());
              }
            });
    return lines;
  }

  private void addMetrics(
      List<String> lines, String head, Function<EvaluatedRows, MetricEvaluation> part) {
    List<MetricEvaluation> all = files.stream().map(part).toList();
    MetricEvaluation first = all.get(0);
    List<String> header = new ArrayList<>(List.of(head));
    if (all.size() == 1) {
      header.addAll(List.of("value", Figures.percent(first.level(), 0) + " % interval"));
    } else {
      files.forEach(file -> header.add(file.name()));
    }
    TextTable table = new TextTable(header);
    for (int m = 0; m < first.scores().size(); m++) {
      List<String> cells = new ArrayList<>(List.of(first.scores().get(m).metric().title()));
      for (MetricEvaluation evaluation : all) {
        MetricEvaluation.Score score = evaluation.scores().get(m);
        cells.add(Figures.decimals(score.estimate().value(), 4));
        if (all.size() == 1) {
          Interval range = score.estimate().interval();
          cells.add(Figures.decimals(range.low(), 4) + " to " + Figures.decimals(range.high(), 4));
        }
      }
      table.row(cells);
    }
    lines.addAll(table.lines());
    lines.add("");
  }

  private static void addClasses(List<String> lines, EvaluatedRows file) {
    List<ClassScore> all = file.overall().byClass();
    TextTable table =
        new TextTable(List.of("class", "rows", "predicted", "precision", "recall", "F1", "ECE"));
    IntStream.range(0, all.size())
        .boxed()
        .sorted(Comparator.comparingDouble(label -> -all.get(label).rows()))
        .limit(MOST_CLASSES)
        .sorted()
        .forEach(
            label -> {
              ClassScore score = all.get(label);
              table.row(
                  List.of(
                      file.className(label),
                      Figures.count(Math.round(score.rows())),
                      Figures.count(Math.round(score.predicted())),
                      Figures.decimals(score.precision(), 3),
                      Figures.decimals(score.recall(), 3),
                      Figures.decimals(score.f1(), 3),
                      Figures.decimals(score.ece(), 4)));
            });
    lines.addAll(table.lines());
    if (all.size() > MOST_CLASSES) {
      lines.add(
          Message.of(
              "the %s of %s classes with most rows; --json has all", MOST_CLASSES, all.size()));
    }
    lines.add("");
  }

  /** One line per non-empty bin. */
  private static void addDiagram(
      List<String> lines, String confidence, String accuracy, MetricEvaluation evaluation) {
    String legend = accuracy + " #, " + confidence + " |";
    TextTable table =
        new TextTable(
            List.of(
                confidence, "rows", "mean", accuracy, legend + " ".repeat(BAR - legend.length())));
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
    lines.addAll(table.lines());
    lines.add("");
  }

  private static String bar(ReliabilityDiagram.Bin bin) {
    int filled = (int) Math.round(bin.accuracy() * BAR);
    StringBuilder bar = new StringBuilder("#".repeat(filled)).append(".".repeat(BAR - filled));
    bar.setCharAt((int) Math.min(BAR - 1, Math.floor(bin.confidence() * BAR)), '|');
    return bar.toString();
  }

  EvaluationReport report() {
    String title = files.size() > MOST_NAMED ? files.size() + " files" : what;
    return EvaluationReport.of("Evaluation of " + title, result);
  }
}
