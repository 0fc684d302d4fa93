package org.transcal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.accuracy.Judgement;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.calibration.FittedMethod;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The section that says in words whether to rely on a fit. */
final class Trust {
  private static final double LARGEST_MISS = 0.05;

  private Trust() {}

  static Element section(FitFindings findings, List<String> warnings) {
    List<String> concerns = concerns(findings);
    List<String> input = warnings.stream().filter(w -> !concerns.contains(w)).toList();
    Optional<Judgement> judgement = findings.estimate().map(TargetEstimate::judgement);
    boolean checked = judgement.isPresent() || findings.weights().isPresent();
    boolean trusted = judgement.filter(j -> j.verdict() != Verdict.TRUSTWORTHY).isEmpty();
    boolean calm = concerns.isEmpty() && input.isEmpty() && checked && trusted;
    String answer = judgement.map(j -> "The estimate is " + j.verdict().word() + ".").orElse("");
    if (!concerns.isEmpty()) {
      answer += concerns.size() == 1 ? " One warning" : " " + concerns.size() + " warnings";
      answer += judgement.isPresent() ? "." : ": treat the numbers with care.";
    } else if (judgement.isEmpty()) {
      answer = checked ? "No warning sign was found." : "The shift was not checked.";
    }
    Element section =
        Blocks.section("trust", "Can this be trusted? " + answer.strip())
            .in(calm ? "trust calm" : "trust concerned");
    if (judgement.isPresent()) {
      section.add(reasons(concerns, judgement.get()));
    } else if (!concerns.isEmpty()) {
      section.add(Blocks.bullets(concerns));
    } else {
      section.paragraph(
          checked
              ? "Source and target overlap, the weight is not concentrated on a few rows, and the"
                  + " search converged. Only labelled target rows could tell more."
              : "There are no importance weights, so the distance between target and source is"
                  + " unknown.");
    }
    if (!input.isEmpty()) {
      section.add(Element.of("h3", "About the input"), Blocks.bullets(input));
    }
    return section;
  }

  /** Reasons against and for, side by side, and how reliable such verdicts have been. */
  static Element reasons(List<String> against, Judgement judgement) {
    Element lists = Element.of("div").in("pair");
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("Against", against);
    all.put("For", judgement.reasonsFor());
    all.values().removeIf(List::isEmpty);
    all.forEach(
        (heading, list) ->
            lists.add(Element.of("div").add(Element.of("h3", heading), Blocks.bullets(list))));
    return Element.of("div").add(lists).paragraph(judgement.trackRecord());
  }

  /** Every reason not to rely on the subject of the report. */
  static List<String> concerns(FitFindings findings) {
    List<String> concerns = new ArrayList<>();
    findings.after().ifPresent(after -> addOutcome(concerns, findings, after));
    findings.primary().ifPresent(p -> concerns.addAll(findings.comparison().concerns(p)));
    return concerns;
  }

  private static void addOutcome(List<String> concerns, FitFindings findings, Binned after) {
    double estimate =
        findings.primaryMethod().map(FittedMethod::estimatedTargetAccuracy).orElse(Double.NaN);
    if (Math.abs(estimate - findings.targetAccuracy().orElse(Double.NaN)) > LARGEST_MISS) {
      concerns.add(
          Text.of(
              "The estimate is off: it says that %s of the predictions are right, but measured on the"
                  + " target labels it is %s.",
              Numerals.percent(estimate), Numerals.percent(after.accuracy())));
    }
    double before = findings.before().ece();
    if (findings.onTarget() && after.ece() > before) {
      concerns.add(
          Text.of(
              "Calibration made things worse: measured on the target labels, the expected"
                  + " calibration error rose from %s to %s.",
              Numerals.percent(before, 1), Numerals.percent(after.ece(), 1)));
    }
  }
}
