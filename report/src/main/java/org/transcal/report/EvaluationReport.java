package org.transcal.report;

import java.util.List;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.Legend;
import org.transcal.report.chart.ReliabilityChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Numerals;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;

/** The report of {@code transcal evaluate}: how good labelled predictions are. */
public final class EvaluationReport {
  /** More bins than this are too thin to draw. */
  private static final int MOST_BINS = 200;

  private final String title;
  private final List<MeasuredMetric> metrics;
  private final ReliabilityDiagram diagram;
  private final Origin origin;

  private EvaluationReport(
      String title, List<MeasuredMetric> metrics, ReliabilityDiagram diagram, Origin origin) {
    this.title = title;
    this.metrics = List.copyOf(metrics);
    this.diagram = diagram;
    this.origin = origin;
  }

  /**
   * A report on labelled predictions.
   *
   * @param title what was evaluated, such as a file name
   * @param metrics metrics in the order to show them
   * @param diagram accuracy against confidence
   */
  public static EvaluationReport of(
      String title, List<MeasuredMetric> metrics, ReliabilityDiagram diagram) {
    return new EvaluationReport(title, metrics, diagram, Origin.UNSAID);
  }

  /** Also says which version of the program made it. */
  public EvaluationReport withVersion(String version) {
    return new EvaluationReport(title, metrics, diagram, origin.withVersion(version));
  }

  /** Also shows the command line that makes it again. */
  public EvaluationReport withCommand(String command) {
    return new EvaluationReport(title, metrics, diagram, origin.withCommand(command));
  }

  /** Also shows what the reader of the input should know. */
  public EvaluationReport withWarnings(List<String> warnings) {
    return new EvaluationReport(title, metrics, diagram, origin.withWarnings(warnings));
  }

  /** The whole file; the same input gives the same text. */
  public String toHtml() {
    Page page = Page.titled(title);
    page.add(
        Element.of("header")
            .add(
                Element.of("p", "Evaluation of labelled predictions").in("task"),
                Element.of("h1", Blocks.shortened(title))));
    if (!origin.warnings().isEmpty()) {
      page.add(
          Blocks.section("warnings", "About the input")
              .in("trust concerned")
              .add(Blocks.bullets(origin.warnings())));
    }
    page.add(metricSection(), reliabilitySection());
    return page.add(reproductionSection()).write();
  }

  private Element metricSection() {
    Table table =
        Table.captioned("Metrics with 95 % intervals").columns("metric", "value", "95 % interval");
    for (MeasuredMetric metric : metrics) {
      boolean known = !Double.isNaN(metric.low()) && !Double.isNaN(metric.high());
      table.row(
          metric.title(),
          Numerals.decimals(metric.value(), 4),
          known
              ? Numerals.decimals(metric.low(), 4) + " – " + Numerals.decimals(metric.high(), 4)
              : Numerals.NONE);
    }
    return Blocks.section("metrics", "Metrics").add(table.toElement());
  }

  private Element reliabilitySection() {
    Element section = Blocks.section("reliability", "Is confidence what it claims to be?");
    int bins = diagram.bins().size();
    if (bins > MOST_BINS) {
      return section.add(
          Blocks.paragraph(
              bins
                  + " bins are too many to draw; with "
                  + MOST_BINS
                  + " or fewer they are drawn."));
    }
    ReliabilityChart chart = ReliabilityChart.of("reliability-chart", "Reliability", diagram);
    String note =
        "ECE "
            + Numerals.percent(diagram.expectedCalibrationError(), 1)
            + " · "
            + Numerals.count(diagram.total())
            + " rows · "
            + bins
            + " bins";
    return section.add(
        Blocks.paragraph(ReliabilitySection.READING),
        Legend.list(Legend.OF_RELIABILITY),
        Figure.of("Reliability", note, chart.draw(), "", chart.table()));
  }

  private Element reproductionSection() {
    Element section = Blocks.section("reproduction", "How to make and read this report");
    section.add(ReproductionSection.command(origin));
    if (!origin.version().isEmpty()) {
      section.add(Element.of("dl").in("facts").add(Blocks.entry("Version", origin.version())));
    }
    return section.add(ReproductionSection.pointer());
  }
}
