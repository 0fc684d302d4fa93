package org.transcal.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.accuracy.Monitoring;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.metric.Estimate;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.MonitoringChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Numerals;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;

/** The report of {@code transcal estimate}: what can be said without target labels. */
public final class EstimateReport {
  private static final Map<String, String> MEANING =
      Map.of(
          "ac", "mean target confidence",
          "doc", "source accuracy moved by the change of confidence",
          "atc", "share above a confidence learned on the source",
          "iw", "importance-weighted source accuracy",
          "dr", "doubly robust",
          "neighbours", "labels near target rows that agree",
          "dis2", "what a hostile classifier leaves undisputed (pessimistic)",
          "bbse", "label shift, from predicted classes",
          "mlls", "label shift, by maximum likelihood");

  private final TargetEstimate estimate;
  private final Optional<Monitoring> monitoring;
  private final Origin origin;

  private EstimateReport(TargetEstimate estimate, Optional<Monitoring> monitoring, Origin origin) {
    this.estimate = estimate;
    this.monitoring = monitoring;
    this.origin = origin;
  }

  /** A report on an estimate. */
  public static EstimateReport of(TargetEstimate estimate) {
    return new EstimateReport(estimate, Optional.empty(), Origin.UNSAID);
  }

  /** Also shows chunks over time. */
  public EstimateReport withMonitoring(Monitoring chunks) {
    return new EstimateReport(estimate, Optional.of(chunks), origin);
  }

  /** Also says which version of the program made it. */
  public EstimateReport withVersion(String version) {
    return new EstimateReport(estimate, monitoring, origin.withVersion(version));
  }

  /** Also shows the command line that makes it again. */
  public EstimateReport withCommand(String command) {
    return new EstimateReport(estimate, monitoring, origin.withCommand(command));
  }

  /** Also shows what the reader of the input should know. */
  public EstimateReport withWarnings(List<String> warnings) {
    return new EstimateReport(estimate, monitoring, origin.withWarnings(warnings));
  }

  /** The whole file; the same input gives the same text. */
  public String toHtml() {
    String name = estimate.task().name();
    Page page = Page.titled("Estimate of " + name);
    page.add(
        Element.of("header")
            .add(
                Element.of("p", "Target accuracy without target labels").in("task"),
                Element.of("h1", Blocks.shortened(name))));
    if (!origin.warnings().isEmpty()) {
      page.add(
          Blocks.section("warnings", "About the input")
              .in("trust concerned")
              .add(Blocks.bullets(origin.warnings())));
    }
    page.add(verdictSection(), numberSection(), estimatorSection());
    monitoring.ifPresent(chunks -> page.add(monitoringSection(chunks)));
    return page.add(reproductionSection()).write();
  }

  private Element verdictSection() {
    String heading = "Verdict: " + estimate.verdict().word();
    String labels =
        estimate.labelsNeeded() == 0
            ? "No target labels are needed: the interval is as narrow as labels would make it."
            : estimate.labelsNeeded()
                + " random target labels would give the accuracy to within 3 points.";
    return Blocks.section("verdict", heading)
        .in(estimate.verdict() == Verdict.TRUSTWORTHY ? "trust" : "trust concerned")
        .add(Blocks.bullets(estimate.reasons()), Blocks.paragraph(labels));
  }

  private Element numberSection() {
    Table table =
        Table.captioned("Estimates with 90 % intervals")
            .columns("quantity", "value", "90 % interval");
    share(table, "target accuracy", estimate.accuracy());
    share(table, "ECE of the model's own confidence", estimate.ece());
    plain(table, "temperature", estimate.temperature());
    estimate.lambda().ifPresent(lambda -> plain(table, "TransCal's λ", lambda));
    return Blocks.section("estimates", "What the target is worth").add(table.toElement());
  }

  private static void share(Table table, String name, Estimate value) {
    table.row(
        name,
        Numerals.percent(value.value(), 1),
        Numerals.percent(value.interval().low(), 1)
            + " – "
            + Numerals.percent(value.interval().high(), 1));
  }

  private static void plain(Table table, String name, Estimate value) {
    table.row(
        name,
        Numerals.decimals(value.value(), 2),
        Numerals.decimals(value.interval().low(), 2)
            + " – "
            + Numerals.decimals(value.interval().high(), 2));
  }

  private Element estimatorSection() {
    Table table =
        Table.captioned("Single estimates of target accuracy")
            .columns("estimate", "accuracy", "what it looks at");
    estimate
        .estimators()
        .forEach(
            (key, value) ->
                table.row(key, Numerals.percent(value, 1), MEANING.getOrDefault(key, "")));
    return Blocks.section("evidence", "The evidence, one by one").add(table.toElement());
  }

  private static Element monitoringSection(Monitoring chunks) {
    MonitoringChart chart = MonitoringChart.of("monitoring-chart", chunks);
    return Blocks.section("monitoring", "Over chunks of target rows")
        .add(
            Figure.of(
                "Estimated accuracy",
                "all rows: " + Numerals.percent(chunks.reference(), 1),
                chart.draw(),
                "Whiskers are 90 % bands; dashed lines are alert thresholds; round marks lie"
                    + " beyond them.",
                chart.table()));
  }

  private Element reproductionSection() {
    Element section = Blocks.section("reproduction", "How to make this report");
    section.add(ReproductionSection.command(origin));
    if (!origin.version().isEmpty()) {
      section.add(Element.of("dl").in("facts").add(Blocks.entry("Version", origin.version())));
    }
    return section;
  }
}
