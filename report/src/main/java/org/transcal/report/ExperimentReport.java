package org.transcal.report;

import java.util.List;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trials;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;
import org.transcal.report.table.ExperimentTables;

/** The report of {@code transcal experiment}: many tasks and methods, in one HTML file. */
public final class ExperimentReport {
  private final Trials trials;
  private final List<TaskPortrait> portraits;
  private final Origin origin;

  private ExperimentReport(Trials trials, List<TaskPortrait> portraits, Origin origin) {
    this.trials = trials;
    this.portraits = List.copyOf(portraits);
    this.origin = origin;
  }

  /** A report on trials, with what is known of their tasks. */
  public static ExperimentReport of(Trials trials, List<TaskPortrait> portraits) {
    return new ExperimentReport(trials, portraits, Origin.UNSAID);
  }

  /** Also says which version of the program made it. */
  public ExperimentReport withVersion(String version) {
    return new ExperimentReport(trials, portraits, origin.withVersion(version));
  }

  /** Also shows the command line that makes it again. */
  public ExperimentReport withCommand(String command) {
    return new ExperimentReport(trials, portraits, origin.withCommand(command));
  }

  /** Also shows what the reader of the results should know. */
  public ExperimentReport withWarnings(List<String> warnings) {
    return new ExperimentReport(trials, portraits, origin.withWarnings(warnings));
  }

  /** The whole file; the same trials give the same text. */
  public String toHtml() {
    Page page = Page.titled("Experiment");
    page.add(Element.of("header").add(Element.of("h1", "Experiment")));
    ExperimentTables.of(trials, portraits)
        .sections()
        .forEach(section -> page.add(HtmlTables.section(section)));
    return page.write();
  }
}
