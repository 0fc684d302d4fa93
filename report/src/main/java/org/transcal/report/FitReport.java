package org.transcal.report;

import java.util.Optional;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Picture;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.workflow.Fit;

/** The report of {@code transcal fit}: methods on one task. */
public final class FitReport extends HtmlReport {
  private final Fit.Result fit;
  private final Optional<KnownTruth> truth;

  private FitReport(Fit.Result fit, Optional<KnownTruth> truth) {
    this.fit = fit;
    this.truth = truth;
  }

  /** A report on a fit. */
  public static FitReport of(Fit.Result fit) {
    return new FitReport(fit, Optional.empty());
  }

  /** Also shows the truth, for tasks where it is known in closed form. */
  public FitReport withTruth(KnownTruth known) {
    return new FitReport(fit, Optional.of(known));
  }

  @Override
  public String toHtml(String command) {
    FitNumbers numbers = FitNumbers.of(fit, truth);
    TemperatureExplorer explorer = new TemperatureExplorer(numbers);
    Page page =
        Page.titled("Calibration of " + numbers.task().name())
            .add(
                FitVerdict.of(numbers).toElement(),
                Trust.section(fit.findings(), numbers.estimate().map(TargetEstimate::judgement)));
    new MethodTable(numbers).section().ifPresent(page::add);
    fit.comparison().labelled().ifPresent(labelled -> page.add(LabelSection.of(labelled)));
    page.add(new ReliabilitySection(numbers, explorer).section());
    new TemperatureSection(numbers, explorer).section().ifPresent(page::add);
    new WeightSection(numbers).section().ifPresent(page::add);
    page.add(
        reproduction("How to make and read this report", command, Glossary.facts(numbers))
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
    FitNumbers numbers = FitNumbers.of(fit, truth);
    Binned before = numbers.before();
    if (numbers.after().isEmpty()) {
      throw new IllegalStateException(
          "No method gives probabilities for labelled rows, so there is no picture after"
              + " calibration");
    }
    Binned after = numbers.after().get();
    String method = numbers.primary().map(MethodResult::method).orElse("");
    ReliabilityCharts charts = new ReliabilityCharts(numbers);
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
