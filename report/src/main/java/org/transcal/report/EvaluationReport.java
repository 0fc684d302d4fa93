package org.transcal.report;

import org.transcal.metric.Interval;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The report of {@code transcal evaluate}: how good labelled predictions are. */
public final class EvaluationReport extends HtmlReport<EvaluationReport> {
  /** More bins than this are too thin to draw. */
  private static final int MOST_BINS = 200;

  private final String title;
  private final MetricEvaluation evaluation;
  private final ReliabilityDiagram diagram;

  private EvaluationReport(String title, MetricEvaluation evaluation, Origin origin) {
    super(origin);
    this.title = title;
    this.evaluation = evaluation;
    this.diagram = evaluation.reliability();
  }

  /**
   * A report on labelled predictions.
   *
   * @param title what was evaluated, such as a file name
   */
  public static EvaluationReport of(String title, MetricEvaluation evaluation) {
    return new EvaluationReport(title, evaluation, Origin.NOT_STATED);
  }

  @Override
  EvaluationReport with(Origin changed) {
    return new EvaluationReport(title, evaluation, changed);
  }

  @Override
  public String toHtml() {
    Page page = page(title, "Evaluation of labelled predictions", title);
    page.add(Blocks.sideBySide(metricSection(), reliabilitySection()));
    page.add(reproduction("How to make and read this report").add(Glossary.of(page.content())));
    return page.write();
  }

  private Element metricSection() {
    String interval = Numerals.percent(evaluation.level()) + " interval";
    Table table =
        Table.captioned("Metrics with their intervals").columns("metric", "value", interval);
    for (MetricEvaluation.Score score : evaluation.scores()) {
      Interval range = score.estimate().interval();
      table.row(
          score.metric().title(),
          Numerals.decimals(score.estimate().value(), 4),
          Numerals.decimals(range.low(), 4) + " – " + Numerals.decimals(range.high(), 4));
    }
    return Blocks.section("metrics", "Metrics").add(table.toElement());
  }

  private Element reliabilitySection() {
    Element section = Blocks.section("reliability", "Does confidence match accuracy?");
    int bins = diagram.bins().size();
    if (bins > MOST_BINS) {
      return section.paragraph(
          bins + " bins are too many to draw; at most " + MOST_BINS + " are drawn.");
    }
    ReliabilityChart chart = ReliabilityChart.of("reliability-chart", "Reliability", diagram);
    String note =
        Text.of(
            "ECE %s · %s rows · %s bins",
            Numerals.percent(diagram.expectedCalibrationError(), 1),
            Numerals.count(diagram.total()),
            bins);
    return section.add(
        Figure.of("Reliability", note, chart, Legend.OF_RELIABILITY, ReliabilitySection.READING));
  }
}
