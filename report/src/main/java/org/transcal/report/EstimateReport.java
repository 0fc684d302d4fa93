package org.transcal.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.transcal.accuracy.Monitoring;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.report.chart.Figure;
import org.transcal.report.chart.MonitoringChart;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.number.Numerals;

/** The report of {@code transcal estimate}: what can be said with few target labels or none. */
public final class EstimateReport extends HtmlReport<EstimateReport> {
  private static final Map<String, String> MEANING =
      Map.of(
          "ac", "mean target confidence",
          "doc", "source accuracy plus the change in mean confidence",
          "atc", "share of rows above a confidence threshold learned on the source",
          "iw", "importance-weighted source accuracy",
          "dr", "doubly robust",
          "neighbours", "share of nearby source labels that agree with the prediction",
          "dis2", "agreement with the most critical classifier (pessimistic)",
          "bbse", "label shift estimated from predicted classes",
          "mlls", "label shift estimated by maximum likelihood");

  private final TargetEstimate estimate;
  private final Optional<LabelledEstimate> labelled;
  private final Optional<Monitoring> monitoring;

  private EstimateReport(
      TargetEstimate estimate,
      Optional<LabelledEstimate> labelled,
      Optional<Monitoring> monitoring,
      Origin origin) {
    super(origin);
    this.estimate = estimate;
    this.labelled = labelled;
    this.monitoring = monitoring;
  }

  /** A report on an estimate. */
  public static EstimateReport of(TargetEstimate estimate) {
    return new EstimateReport(estimate, Optional.empty(), Optional.empty(), Origin.NOT_STATED);
  }

  /** A report on an estimate with labels, and on what they bought. */
  public static EstimateReport of(LabelledEstimate labelled) {
    return new EstimateReport(
        labelled.after(), Optional.of(labelled), Optional.empty(), Origin.NOT_STATED);
  }

  @Override
  EstimateReport with(Origin changed) {
    return new EstimateReport(estimate, labelled, monitoring, changed);
  }

  /** Also shows chunks over time. */
  public EstimateReport withMonitoring(Monitoring chunks) {
    return new EstimateReport(estimate, labelled, Optional.of(chunks), origin());
  }

  @Override
  public String toHtml() {
    String name = estimate.task().name();
    String what =
        labelled.isPresent()
            ? "Target accuracy with a few target labels"
            : "Target accuracy without target labels";
    Page page = page("Estimate of " + name, what, name);
    page.add(verdictSection());
    labelled.ifPresent(some -> page.add(LabelSection.of(some)));
    page.add(numberSection(), estimatorSection());
    monitoring.ifPresent(chunks -> page.add(monitoringSection(chunks)));
    return page.add(reproduction("How to make this report")).write();
  }

  private Element verdictSection() {
    String heading = "Verdict: " + estimate.verdict().word();
    String labels =
        estimate.labelsNeeded() == 0
            ? "No target labels are needed: they would not narrow the interval."
            : estimate.labelsNeeded()
                + " random target labels would give the accuracy to within 3 points.";
    return Blocks.section("verdict", heading)
        .in(estimate.verdict() == Verdict.TRUSTWORTHY ? "trust" : "trust concerned")
        .add(Blocks.bullets(estimate.reasons()))
        .add(labelled.isPresent() ? List.of() : List.of(Element.of("p", labels)));
  }

  private Element numberSection() {
    Table table =
        Table.captioned("Estimates with 90 % intervals")
            .columns("quantity", "value", "90 % interval");
    DoubleFunction<String> share = value -> Numerals.percent(value, 1);
    DoubleFunction<String> plain = value -> Numerals.decimals(value, 2);
    row(table, "target accuracy", estimate.accuracy(), share);
    row(table, "ECE of the uncalibrated model", estimate.ece(), share);
    row(table, "temperature", estimate.temperature(), plain);
    estimate.lambda().ifPresent(lambda -> row(table, "TransCal's λ", lambda, plain));
    return Blocks.section("estimates", "Estimated performance on the target")
        .add(table.toElement());
  }

  private static void row(
      Table table, String name, Estimate estimate, DoubleFunction<String> write) {
    Interval range = estimate.interval();
    table.row(
        name,
        write.apply(estimate.value()),
        write.apply(range.low()) + " – " + write.apply(range.high()));
  }

  private Element estimatorSection() {
    Table table =
        Table.captioned("Single estimates of target accuracy")
            .columns("estimate", "accuracy", "what it uses");
    estimate
        .estimators()
        .forEach(
            (k, value) -> table.row(k, Numerals.percent(value, 1), MEANING.getOrDefault(k, "")));
    return Blocks.section("evidence", "The estimates one by one").add(table.toElement());
  }

  private static Element monitoringSection(Monitoring chunks) {
    MonitoringChart chart = new MonitoringChart("monitoring-chart", chunks);
    String note = "all rows: " + Numerals.percent(chunks.reference(), 1);
    String reading =
        "Whiskers are 90 % intervals; dashed lines are alert thresholds; round marks are outside"
            + " them.";
    return Blocks.section("monitoring", "Over chunks of target rows")
        .add(Figure.of("Estimated accuracy", note, chart, reading));
  }
}
