package org.transcal.workflow.json;

import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.Verdict;
import org.transcal.workflow.Findings;

/** Findings as a field of a result. */
record FindingsDocument(
    String headline,
    Optional<String> verdict,
    List<String> why,
    List<Findings.Step> next,
    List<String> warnings) {
  static FindingsDocument of(Findings findings) {
    return new FindingsDocument(
        findings.headline(),
        findings.verdict().map(Verdict::word),
        findings.why(),
        findings.next(),
        findings.warnings());
  }
}
