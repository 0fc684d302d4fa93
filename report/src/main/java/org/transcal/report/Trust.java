package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import org.transcal.Termination;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.matrix.Frequencies;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;
import org.transcal.shift.ShiftDiagnosis;

/** The section that says in words whether to rely on a fit. */
final class Trust {
  private static final double LARGEST_MISS = 0.05;

  private Trust() {}

  static Element section(FitFindings findings, List<String> warnings) {
    List<String> concerns = concerns(findings);
    boolean checked = findings.weights().isPresent();
    boolean calm = concerns.isEmpty() && warnings.isEmpty() && checked;
    String answer;
    if (!concerns.isEmpty()) {
      answer =
          (concerns.size() == 1 ? "One warning sign" : concerns.size() + " warning signs")
              + ": treat the numbers with care.";
    } else if (!checked) {
      answer = "The shift was not checked.";
    } else {
      answer = warnings.isEmpty() ? "No warning sign was found." : "See the notes about the input.";
    }
    Element section =
        Blocks.section("trust", "Can this be trusted? " + answer)
            .in(calm ? "trust calm" : "trust concerned");
    if (!concerns.isEmpty()) {
      section.add(Blocks.bullets(concerns));
    } else if (checked) {
      section.paragraph(
          "Source and target overlap, the weight is not concentrated on a few rows, and the search"
              + " converged. Only labelled target rows could tell more.");
    }
    if (!checked) {
      section.paragraph(
          "There are no importance weights, so the distance between target and source is"
              + " unknown.");
    }
    if (!warnings.isEmpty()) {
      section.add(Element.of("h3", "About the input"), Blocks.bullets(warnings));
    }
    return section;
  }

  /** Every reason not to rely on the subject of the report. */
  private static List<String> concerns(FitFindings findings) {
    List<String> concerns = new ArrayList<>();
    findings.after().ifPresent(after -> addOutcome(concerns, findings, after));
    findings.primaryCalibration().ifPresent(fit -> addTermination(concerns, fit));
    Frequencies frequencies = findings.task().sourceValidation().frequencies();
    findings
        .weights()
        .map(weights -> ShiftDiagnosis.of(weights, frequencies).concerns())
        .ifPresent(concerns::addAll);
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
    if (findings.rows() == FitFindings.Rows.TARGET && after.ece() > before) {
      concerns.add(
          Text.of(
              "Calibration made things worse: measured on the target labels, the expected"
                  + " calibration error rose from %s to %s.",
              Numerals.percent(before, 1), Numerals.percent(after.ece(), 1)));
    }
  }

  private static void addTermination(List<String> concerns, FittedCalibration fit) {
    Termination termination = fit.termination();
    if (termination == Termination.AT_BOUND && fit.landscape().isPresent()) {
      concerns.add(
          "The equation has no solution: no exponent λ and temperature within the bounds make mean"
              + " confidence equal the estimated accuracy. The point shown comes closest, on"
              + " the edge of the allowed range.");
    } else if (termination == Termination.AT_BOUND) {
      concerns.add(
          "The search hit the limit of the allowed temperatures, so this is not a solution.");
    } else if (termination == Termination.EVALUATION_LIMIT) {
      concerns.add("The search ran out of evaluations before it reached its tolerance.");
    } else if (termination == Termination.STALLED) {
      concerns.add("The search stopped making progress before it reached its tolerance.");
    }
  }
}
