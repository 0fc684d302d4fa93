package org.transcal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.chart.ReliabilityChart.Words;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.workflow.Evaluate;

/** The report of {@code transcal evaluate}: how good labelled predictions are. */
public final class EvaluationReport extends HtmlReport {
  /** More bins than this are too narrow to draw. */
  private static final int MOST_BINS = 200;

  /** The metrics of more files do not fit beside each other: each file is a row. */
  private static final int MOST_COLUMNS = 3;

  private static final String COMPARED =
      "Smooth reliability curves; a calibrated one follows the dashed diagonal. Nothing is drawn"
          + " where fewer than 20 rows are near.";

  private final String title;
  private final Evaluate.Result result;
  private final List<EvaluatedRows> files;

  private EvaluationReport(String title, Evaluate.Result result) {
    this.title = title;
    this.result = result;
    this.files = result.rows();
  }

  /**
   * A report on labelled predictions.
   *
   * @param title what was evaluated, such as a file name
   */
  public static EvaluationReport of(String title, Evaluate.Result result) {
    return new EvaluationReport(title, result);
  }

  @Override
  public String toHtml(String command) {
    Page page = Page.titled(title);
    page.add(Blocks.header(title, "", result.findings().headline(), ""));
    addWarnings(page, "About the input", result.findings().warnings());
    Map<String, MetricEvaluation> overall = named(EvaluatedRows::overall);
    Element metrics = metrics("metrics", "Metrics", overall);
    Words words = Words.OF_PREDICTIONS;
    addBeside(page, metrics, reliability("", words, overall));
    files.get(0).positive().ifPresent(first -> addPositive(page, first.label()));
    files.stream()
        .filter(file -> !file.overall().byClass().isEmpty())
        .forEach(
            file ->
                page.add(
                    ClassTable.section(
                        file,
                        files.indexOf(file),
                        files.size() > 1 ? "By class: " + result.shortName(file) : "By class")));
    page.add(
        reproduction("How to make and read this report", command).add(Glossary.of(page.content())));
    return page.write();
  }

  /** Places charts beside the table of one file; that of several files is too wide. */
  private void addBeside(Page page, Element metrics, Element charts) {
    if (files.size() == 1) {
      page.add(Blocks.sideBySide(metrics, charts));
    } else {
      page.add(metrics, charts);
    }
  }

  private void addPositive(Page page, int label) {
    boolean named = !files.get(0).classNames().isEmpty();
    String name = (named ? "" : "class ") + files.get(0).className(label);
    Map<String, MetricEvaluation> positive =
        named(file -> file.positive().orElseThrow().evaluation());
    Element metrics = metrics("positive-metrics", "The positive class: " + name, positive);
    for (Map.Entry<String, MetricEvaluation> entry : positive.entrySet()) {
      ReliabilityDiagram diagram = entry.getValue().reliability();
      metrics.paragraph(
          Text.of(
              "%s%s of the rows are of %s; its mean probability is %s.",
              files.size() > 1 ? entry.getKey() + ": " : "",
              Numerals.percent(diagram.accuracy(), 2),
              name,
              Numerals.percent(diagram.meanConfidence(), 2)));
    }
    addBeside(page, metrics, reliability("positive-", Words.ofClass(name), positive));
  }

  /** The evaluations by name, in order. */
  private Map<String, MetricEvaluation> named(Function<EvaluatedRows, MetricEvaluation> part) {
    Map<String, MetricEvaluation> named = new LinkedHashMap<>();
    files.forEach(file -> named.put(result.shortName(file), part.apply(file)));
    return named;
  }

  private static Element metrics(String id, String heading, Map<String, MetricEvaluation> all) {
    if (all.size() > MOST_COLUMNS) {
      return Blocks.section(id, heading).add(byFile(heading, all));
    }
    MetricEvaluation first = all.values().iterator().next();
    String interval = Numerals.percent(first.level()) + " interval";
    List<String> columns = new ArrayList<>(List.of("metric"));
    all.keySet()
        .forEach(name -> columns.addAll(List.of(all.size() == 1 ? "value" : name, interval)));
    Table table =
        Table.captioned(heading + " with intervals").columns(columns.toArray(String[]::new));
    for (int m = 0; m < first.scores().size(); m++) {
      List<String> cells = new ArrayList<>();
      for (MetricEvaluation evaluation : all.values()) {
        MetricEvaluation.Score score = evaluation.scores().get(m);
        cells.add(Numerals.decimals(score.estimate().value(), 4));
        cells.add(range(score.estimate().interval()));
      }
      table.row(first.scores().get(m).metric().title(), cells.toArray(String[]::new));
    }
    return Blocks.section(id, heading).add(table.toElement());
  }

  private static Element byFile(String heading, Map<String, MetricEvaluation> all) {
    MetricEvaluation first = all.values().iterator().next();
    List<String> columns = new ArrayList<>(List.of("file"));
    first.scores().forEach(score -> columns.add(score.metric().title()));
    Table table =
        Table.captioned(heading + " with " + Numerals.percent(first.level()) + " intervals")
            .columns(columns.toArray(String[]::new))
            .sortable()
            .narrow();
    all.forEach(
        (name, evaluation) ->
            table.row(
                Element.of("th", name),
                evaluation.scores().stream().map(score -> cell(score.estimate())).toList()));
    return table.toElement();
  }

  private static Element cell(Estimate estimate) {
    return Element.of("td", Numerals.decimals(estimate.value(), 4))
        .data("value", estimate.value())
        .add(Element.of("span", range(estimate.interval())).in("around"));
  }

  private static String range(Interval range) {
    return Numerals.decimals(range.low(), 4) + " – " + Numerals.decimals(range.high(), 4);
  }

  private static Element reliability(String id, Words words, Map<String, MetricEvaluation> all) {
    boolean ofClass = !words.equals(Words.OF_PREDICTIONS);
    Element section =
        Blocks.section(
            id + "reliability",
            ofClass
                ? "Does its probability match its frequency?"
                : "Does confidence match accuracy?");
    List<Element> charts = new ArrayList<>();
    all.forEach(
        (name, evaluation) -> {
          String title = all.size() == 1 ? "Reliability" : name;
          String chart = id + "reliability-chart" + (charts.isEmpty() ? "" : "-" + charts.size());
          charts.add(figure(chart, title, words, evaluation, ofClass));
        });
    if (all.size() == 1) {
      return section.add(charts);
    }
    Element compared =
        Figure.of(
            "Compared",
            all.size() > ReliabilityChart.MOST_COMPARED
                ? "The first " + ReliabilityChart.MOST_COMPARED + " of " + all.size() + " files"
                : "",
            ReliabilityChart.comparing(id + "reliability-compared", "Compared", words, all),
            COMPARED);
    return section.add(Blocks.explained(compared, charts));
  }

  private static Element figure(
      String id, String title, Words words, MetricEvaluation evaluation, boolean ofClass) {
    ReliabilityDiagram diagram = evaluation.reliability();
    int bins = diagram.bins().size();
    if (bins > MOST_BINS) {
      return Element.of("p", bins + " bins are too many to draw; at most " + MOST_BINS + " are.");
    }
    ReliabilityChart chart = ReliabilityChart.of(id, title, words, evaluation);
    String note =
        Text.of(
            "ECE %s · %s rows · %s bins · bandwidth of the smooth curve %s",
            Numerals.percent(diagram.expectedCalibrationError(), ofClass ? 2 : 1),
            Numerals.count(diagram.total()),
            bins,
            Numerals.percent(chart.bandwidth(), 1));
    String reading =
        ofClass
            ? "Each bar shows the share of rows of "
                + words.right()
                + " in one range of its predicted probability; bars that end on the dashed diagonal"
                + " are calibrated."
            : ReliabilitySection.READING;
    List<Legend> legend = ofClass ? Legend.OF_ONE_CLASS : Legend.OF_EVALUATION;
    return Figure.of(title, note, chart, legend, reading);
  }
}
