package org.transcal.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import org.transcal.workflow.Findings;

/** Findings as plain text. */
public final class FindingsText {
  private FindingsText() {}

  /** Headline and verdict, reasons against (-) and for (+). */
  public static List<String> answer(Findings findings) {
    List<String> lines = new ArrayList<>(List.of(findings.headline()));
    findings.verdict().ifPresent(v -> lines.add("verdict: " + v.word()));
    findings.against().forEach(reason -> lines.add("  - " + reason));
    findings.inFavour().forEach(reason -> lines.add("  + " + reason));
    lines.add("");
    return lines;
  }

  /** What to do next, if there is anything. */
  public static List<String> next(Findings findings) {
    List<String> lines = new ArrayList<>();
    for (Findings.Step step : findings.next()) {
      lines.add("  - " + step.text());
      if (!step.command().isEmpty()) {
        lines.add("      " + step.command());
      }
    }
    if (!lines.isEmpty()) {
      lines.add(0, "next:");
      lines.add("");
    }
    return lines;
  }
}
