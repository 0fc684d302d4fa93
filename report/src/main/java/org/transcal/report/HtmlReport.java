package org.transcal.report;

import java.util.List;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;

/**
 * A report in one HTML file that needs nothing else; the same input gives the same text.
 *
 * @param <R> the type of the report itself
 */
public abstract class HtmlReport<R extends HtmlReport<R>> {
  /** The report's origin; empty parts are not shown. */
  record Origin(String version, String command, List<String> warnings) {
    static final Origin NOT_STATED = new Origin("", "", List.of());

    Origin {
      warnings = List.copyOf(warnings);
    }
  }

  private final Origin origin;

  HtmlReport(Origin origin) {
    this.origin = origin;
  }

  /** A copy of the report with another origin. */
  abstract R with(Origin changed);

  final Origin origin() {
    return origin;
  }

  /** Also shows the version of the program. */
  public R withVersion(String newVersion) {
    return with(new Origin(newVersion, origin.command(), origin.warnings()));
  }

  /** Also shows the command line that reproduces the report. */
  public R withCommand(String newCommand) {
    return with(new Origin(origin.version(), newCommand, origin.warnings()));
  }

  /** Also shows warnings about the input. */
  public R withWarnings(List<String> newWarnings) {
    return with(new Origin(origin.version(), origin.command(), newWarnings));
  }

  /** The whole file. */
  public abstract String toHtml();

  /** A page that starts with a heading, the line above it and the warnings. */
  final Page page(String title, String kind, String heading) {
    Page page = Page.titled(title);
    page.add(Blocks.header(kind, "", heading, ""));
    addWarnings(page, "About the input");
    return page;
  }

  final void addWarnings(Page page, String heading) {
    if (!origin.warnings().isEmpty()) {
      page.add(
          Blocks.section("warnings", heading)
              .in("trust concerned")
              .add(Blocks.bullets(origin.warnings())));
    }
  }

  /** The section on how to reproduce the report: the command, facts and the version. */
  final Element reproduction(String heading, Element... facts) {
    Element section = Blocks.section("reproduction", heading);
    if (!origin.command().isEmpty()) {
      section.add(
          Element.of("pre")
              .with("tabindex", "0")
              .add(Element.of("code", Blocks.shortened(origin.command()))));
    }
    Element list = Element.of("dl").in("facts").add(facts);
    if (!origin.version().isEmpty()) {
      list.add(Blocks.entry("Version", origin.version()));
    }
    return facts.length == 0 && origin.version().isEmpty() ? section : section.add(list);
  }
}
