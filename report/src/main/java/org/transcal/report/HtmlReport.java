package org.transcal.report;

import java.util.List;
import org.transcal.io.json.Provenance;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Page;

/** A report in one HTML file that needs nothing else; the same input gives the same text. */
public abstract class HtmlReport {
  HtmlReport() {}

  /** The whole file. */
  public final String toHtml() {
    return toHtml("");
  }

  /** The whole file, with the command that reproduces it. */
  public abstract String toHtml(String command);

  static void addWarnings(Page page, String heading, List<String> warnings) {
    if (!warnings.isEmpty()) {
      page.add(
          Blocks.section("warnings", heading).in("trust concerned").add(Blocks.bullets(warnings)));
    }
  }

  /** The section on how to reproduce the report: the command, facts and the version. */
  static Element reproduction(String heading, String command, Element... facts) {
    Element section = Blocks.section("reproduction", heading);
    if (!command.isEmpty()) {
      section.add(
          Element.of("pre")
              .with("tabindex", "0")
              .add(Element.of("code", Blocks.shortened(command))));
    }
    return section.add(
        Element.of("dl")
            .in("facts")
            .add(facts)
            .add(Blocks.entry("Version", Provenance.currentVersion())));
  }
}
