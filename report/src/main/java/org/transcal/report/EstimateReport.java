package org.transcal.report;

import java.util.Optional;
import org.transcal.accuracy.AccuracyEstimator;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.metric.Interval;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.shift.SourceCheck;
import org.transcal.workflow.Estimate;

/** The report of {@code transcal estimate}: estimates with few target labels or none. */
public final class EstimateReport extends HtmlReport {
  private final Estimate.Result result;
  private final TargetEstimate estimate;

  private EstimateReport(Estimate.Result result) {
    this.result = result;
    this.estimate = result.best();
  }

  /** A report on an estimate, and on what labels improved if there are any. */
  public static EstimateReport of(Estimate.Result result) {
    return new EstimateReport(result);
  }

  @Override
  public String toHtml(String command) {
    Page page = Page.titled("Estimate of " + estimate.task().name());
    page.add(header(), Trust.section(result.findings(), Optional.of(estimate.judgement())));
    result.labelled().ifPresent(some -> page.add(LabelSection.of(some)));
    page.add(
        Blocks.section("evidence", "Where this number comes from")
            .add(Blocks.sideBySide(TemperatureSection.evidence(estimate), estimators())));
    page.add(
        reproduction("How to make and read this report", command).add(Glossary.of(page.content())));
    return page.write();
  }

  private Element header() {
    Interval errors = estimate.ece().interval();
    Interval temperatures = estimate.temperature().interval();
    return Blocks.header(
        result.labelled().isPresent()
            ? "Target accuracy with a few target labels"
            : "Target accuracy without target labels",
        estimate.task().name(),
        result.findings().headline(),
        Text.of(
            "%s; the range is a 90 %% interval.",
            result
                .labelled()
                .map(some -> "Measured on " + some.labels().used() + " labelled target rows")
                .orElse("Estimated without labels")),
        FitVerdict.verdict(estimate),
        Blocks.tile(
            "Source accuracy",
            Numerals.percent(SourceCheck.of(estimate.task()).accuracy(), 1),
            "measured on validation rows"),
        Blocks.tile(
            "Calibration error",
            Numerals.percent(estimate.ece().value(), 1),
            Numerals.range(errors.low(), errors.high(), 1) + " (90 %)"),
        Blocks.tile(
            "Temperature",
            Numerals.short3(estimate.temperature().value()),
            Numerals.short3(temperatures.low()) + " to " + Numerals.short3(temperatures.high())));
  }

  private Element estimators() {
    Table table =
        Table.captioned("Single estimates of target accuracy")
            .columns("estimate", "accuracy", "what it uses")
            .wordsLast();
    for (AccuracyEstimator estimator : AccuracyEstimator.values()) {
      Optional.ofNullable(estimate.estimators().get(estimator.key()))
          .map(value -> Numerals.percent(value, 1))
          .ifPresent(value -> table.row(estimator.title(), value, estimator.summary()));
    }
    return table.toElement();
  }
}
