package org.transcal.report;

import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.Judgement;
import org.transcal.accuracy.Verdict;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.workflow.Findings;

/** The section that says in words whether to rely on a result, and what to do next. */
final class Trust {
  private Trust() {}

  static Element section(Findings findings, Optional<Judgement> judgement) {
    boolean calm =
        findings.against().isEmpty()
            && findings.warnings().isEmpty()
            && findings.verdict().filter(v -> v != Verdict.TRUSTWORTHY).isEmpty();
    String answer =
        findings
            .verdict()
            .map(v -> "The estimate is " + v.word() + ".")
            .orElse(calm ? "No warning sign was found." : "Treat the numbers with care.");
    Element reasons = Element.of("div").in("pair");
    add(reasons, "Against", findings.against());
    add(reasons, "For", findings.inFavour());
    Element section =
        Blocks.section("trust", "Can this be trusted? " + answer)
            .in(calm ? "trust calm" : "trust concerned")
            .add(reasons);
    judgement.ifPresent(j -> section.paragraph(j.trackRecord()));
    add(section, "Warnings", findings.warnings());
    add(section, "What to do next", findings.next().stream().map(Trust::step).toList());
    return section;
  }

  private static String step(Findings.Step step) {
    return step.command().isEmpty() ? step.text() : step.text() + " `" + step.command() + "`";
  }

  private static void add(Element parent, String heading, List<String> sentences) {
    if (!sentences.isEmpty()) {
      parent.add(Element.of("div").add(Element.of("h3", heading), Blocks.bullets(sentences)));
    }
  }
}
