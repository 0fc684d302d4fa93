package org.transcal.report;

import java.util.Optional;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Picture;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The report of {@code transcal fit}: methods on one task. */
public final class FitReport extends HtmlReport<FitReport> {
  private final MethodComparison comparison;
  private final Optional<String> subject;
  private final Optional<KnownTruth> truth;

  private FitReport(
      MethodComparison comparison,
      Optional<String> subject,
      Optional<KnownTruth> truth,
      Origin origin) {
    super(origin);
    this.comparison = comparison;
    this.subject = subject;
    this.truth = truth;
  }

  /** A report on compared methods; its subject is the first that ran. */
  public static FitReport of(MethodComparison comparison) {
    return new FitReport(comparison, Optional.empty(), Optional.empty(), Origin.NOT_STATED);
  }

  @Override
  FitReport with(Origin changed) {
    return new FitReport(comparison, subject, truth, changed);
  }

  /** The same report with another method, if it ran, as the subject of headline and diagrams. */
  public FitReport about(String method) {
    return new FitReport(comparison, Optional.of(method), truth, origin());
  }

  /** Also shows the truth, for tasks where it is known in closed form. */
  public FitReport withTruth(KnownTruth known) {
    return new FitReport(comparison, subject, Optional.of(known), origin());
  }

  @Override
  public String toHtml() {
    FitFindings findings = FitFindings.of(comparison, subject, truth);
    TemperatureExplorer explorer = new TemperatureExplorer(findings);
    Page page =
        Page.titled("Calibration of " + comparison.task().name())
            .add(FitVerdict.of(findings).toElement(), Trust.section(findings, origin().warnings()));
    new MethodTable(findings).section().ifPresent(page::add);
    comparison.labelled().ifPresent(labelled -> page.add(LabelSection.of(labelled)));
    page.add(new ReliabilitySection(findings, explorer).section());
    new TemperatureSection(findings, explorer).section().ifPresent(page::add);
    new WeightSection(findings).section().ifPresent(page::add);
    page.add(
        reproduction("How to make and read this report", Glossary.facts(findings))
            .add(Glossary.of(page.content())));
    explorer.data().ifPresent(data -> page.data("sweep", data));
    return page.write();
  }

  /**
   * Only the reliability diagrams before and after calibration, as an SVG file.
   *
   * @throws IllegalStateException if no method gives probabilities for labelled rows
   */
  public String toSvg() {
    FitFindings findings = FitFindings.of(comparison, subject, truth);
    Binned before = findings.before();
    if (findings.after().isEmpty()) {
      throw new IllegalStateException(
          "No method gives probabilities for labelled rows, so there is no picture after"
              + " calibration");
    }
    Binned after = findings.after().get();
    String method = findings.primary().map(MethodResult::method).orElse("");
    ReliabilityCharts charts = new ReliabilityCharts(findings);
    return Picture.sideBySide(
        new Picture.Panel("Before calibration", note(before), charts.before()),
        new Picture.Panel("After " + method, note(after), charts.after(after)),
        charts.legend(),
        Text.of(
            "Reliability diagrams before and after calibration. Before: %s. After: %s.",
            note(before), note(after)));
  }

  private static String note(Binned binned) {
    return Text.of(
        "%s confident, %s right, calibration error %s",
        Numerals.percent(binned.confidence()),
        Numerals.percent(binned.accuracy()),
        Numerals.percent(binned.ece(), 1));
  }
}
