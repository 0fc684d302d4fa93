package org.transcal.report;

import java.util.List;
import java.util.Optional;
import org.transcal.comparison.MethodComparison;
import org.transcal.report.markup.Page;

/** The report of {@code transcal fit}: methods on one task, in one HTML file. */
public final class FitReport {
  private final MethodComparison comparison;
  private final Optional<String> subject;
  private final Optional<KnownTruth> truth;
  private final Origin origin;

  private FitReport(
      MethodComparison comparison,
      Optional<String> subject,
      Optional<KnownTruth> truth,
      Origin origin) {
    this.comparison = comparison;
    this.subject = subject;
    this.truth = truth;
    this.origin = origin;
  }

  /** A report on methods that ran on a task; it is about the first of them that ran. */
  public static FitReport of(MethodComparison comparison) {
    return new FitReport(comparison, Optional.empty(), Optional.empty(), Origin.UNSAID);
  }

  /**
   * The same report about another of its methods: the headline, the diagrams and the landscape are
   * then its. Where that method did not run, the report stays about the first that did.
   */
  public FitReport about(String method) {
    return new FitReport(comparison, Optional.of(method), truth, origin);
  }

  /** Also shows what is really so; for tasks where that is known in closed form. */
  public FitReport withTruth(KnownTruth truth) {
    return new FitReport(comparison, subject, Optional.of(truth), origin);
  }

  /** Also says which version of the program made it. */
  public FitReport withVersion(String version) {
    return new FitReport(comparison, subject, truth, origin.withVersion(version));
  }

  /** Also shows the command line that makes it again. */
  public FitReport withCommand(String command) {
    return new FitReport(comparison, subject, truth, origin.withCommand(command));
  }

  /** Also shows what the reader of the input should know. */
  public FitReport withWarnings(List<String> warnings) {
    return new FitReport(comparison, subject, truth, origin.withWarnings(warnings));
  }

  /** The whole file; the same input gives the same text. */
  public String toHtml() {
    FitFindings findings = FitFindings.of(comparison, subject, truth);
    TemperatureExplorer explorer = new TemperatureExplorer(findings);
    Page page =
        Page.titled("Calibration of " + comparison.task().name())
            .add(
                new Verdict(findings).toElement(),
                Trust.section(findings, origin.warnings()),
                new MethodTable(findings).section(),
                new ReliabilitySection(findings, explorer).section(),
                new WeightSection(findings).section(),
                new LandscapeSection(findings).section(),
                new ReproductionSection(findings, origin).section());
    explorer.data().ifPresent(data -> page.data("sweep", data));
    return page.write();
  }
}
