package org.transcal.workflow;

import static org.transcal.workflow.Findings.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.accuracy.Judgement;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.workflow.Findings.Step;

/** The findings of an estimate: the words about its result. */
final class EstimateFindings {
  private EstimateFindings() {}

  static Findings of(TaskInput input, TargetEstimate estimate) {
    Judgement judgement = estimate.judgement();
    return new Findings(
        format(
            "About %.0f %% of the target predictions are right (%s).",
            100 * estimate.accuracy().value(), Findings.range(estimate.accuracy().interval())),
        Optional.of(judgement.verdict()),
        judgement.reasonsAgainst(),
        judgement.reasonsFor(),
        next(input, estimate),
        input.warnings());
  }

  private static List<Step> next(TaskInput input, TargetEstimate estimate) {
    List<Step> steps = new ArrayList<>(Findings.evidence(input, estimate));
    steps.add(
        estimate.verdict() == Verdict.UNTRUSTWORTHY
            ? Step.of(
                "Do not quote the estimate, and calibrate only after labelling some target rows.")
            : Step.of(
                format(
                    "Calibrate: match confidence to this estimate, with a temperature of about"
                        + " %.2f.",
                    estimate.temperature().value()),
                input.labels().isPresent()
                    ? "transcal fit %s --labels rows.csv"
                    : "transcal fit %s",
                input.name()));
    return steps;
  }
}
