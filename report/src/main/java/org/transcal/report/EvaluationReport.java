package org.transcal.report;

import java.util.List;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;

/** The report of {@code transcal evaluate}: how good labelled predictions are. */
public final class EvaluationReport {
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
    return Page.titled(title).add(Element.of("h1", title)).write();
  }
}
