package org.transcal.report;

import java.util.Optional;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.report.chart.Picture;
import org.transcal.report.number.Numerals;

/** Reliability before and after a method, as an SVG file for pages that show pictures. */
public final class ReliabilityPicture {
  private final MethodComparison comparison;
  private final Optional<String> subject;
  private final Optional<KnownTruth> truth;

  private ReliabilityPicture(
      MethodComparison comparison, Optional<String> subject, Optional<KnownTruth> truth) {
    this.comparison = comparison;
    this.subject = subject;
    this.truth = truth;
  }

  /** A picture of the first method that ran. */
  public static ReliabilityPicture of(MethodComparison comparison) {
    return new ReliabilityPicture(comparison, Optional.empty(), Optional.empty());
  }

  /** The same picture of another of its methods; of the first that ran where that one did not. */
  public ReliabilityPicture about(String method) {
    return new ReliabilityPicture(comparison, Optional.of(method), truth);
  }

  /** Also draws what is really so; for tasks where that is known in closed form. */
  public ReliabilityPicture withTruth(KnownTruth known) {
    return new ReliabilityPicture(comparison, subject, Optional.of(known));
  }

  /**
   * The whole file; the same input gives the same text.
   *
   * @throws IllegalStateException where no method gives probabilities for labelled rows
   */
  public String toSvg() {
    FitFindings findings = FitFindings.of(comparison, subject, truth);
    Binned before = findings.before();
    Binned after =
        findings
            .after()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No method gives probabilities for labelled rows, so there is no picture"
                            + " after calibration"));
    String method = findings.primary().map(MethodResult::method).orElse("");
    ReliabilityCharts charts = new ReliabilityCharts(findings);
    return Picture.sideBySide(
        new Picture.Panel("Before calibration", note(before), charts.before()),
        new Picture.Panel("After " + method, note(after), charts.after(after)),
        charts.legend(),
        "Reliability diagrams before and after calibration. Before: "
            + note(before)
            + ". After: "
            + note(after)
            + ".");
  }

  private static String note(Binned binned) {
    return Numerals.percent(binned.confidence())
        + " confident, "
        + Numerals.percent(binned.accuracy())
        + " right, calibration error "
        + Numerals.percent(binned.ece(), 1);
  }
}
