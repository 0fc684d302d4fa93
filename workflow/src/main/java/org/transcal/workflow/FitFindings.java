package org.transcal.workflow;

import static org.transcal.workflow.Findings.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.Verdict;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.metric.CalibrationMetrics;
import org.transcal.metric.LabelledPredictions;
import org.transcal.prediction.Probabilities;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Findings.Step;

/** The findings of a fit: the words about its result. */
final class FitFindings {
  /** Largest difference at which confidence and accuracy are called equal. */
  private static final double CLOSE = 0.02;

  /** Beyond this difference, an estimate that target labels contradict is called off. */
  private static final double LARGEST_MISS = 0.05;

  private final TaskInput input;
  private final MethodComparison comparison;
  private final Optional<MethodResult> subject;
  private final Optional<TargetEstimate> estimate;
  private final Optional<TargetScores> scores;
  private final Probabilities uncalibrated;

  private FitFindings(
      TaskInput input, MethodComparison comparison, Optional<MethodResult> subject) {
    this.input = input;
    this.comparison = comparison;
    this.subject = subject;
    this.estimate = subject.flatMap(comparison::estimate);
    this.scores = subject.flatMap(MethodResult::scores);
    this.uncalibrated = comparison.task().target().logits().softmax(1);
  }

  /** The findings about a method, if one could be fitted. */
  static Findings of(TaskInput input, MethodComparison comparison, Optional<MethodResult> subject) {
    return new FitFindings(input, comparison, subject).all();
  }

  private Findings all() {
    List<String> warnings = new ArrayList<>(input.warnings());
    warnings.addAll(methodWarnings());
    if (subject.isEmpty()) {
      return Findings.of("No method could run on this task.", warnings);
    }
    return new Findings(
        headline(subject.get().fitted().orElseThrow()),
        estimate.map(TargetEstimate::verdict),
        against(subject.get()),
        estimate.map(e -> e.judgement().reasonsFor()).orElseGet(this::withoutVerdict),
        next(),
        warnings);
  }

  private String headline(FittedMethod method) {
    double claimed = task().target().frequencies().mean(uncalibrated.top().confidences());
    double right = scores.map(TargetScores::accuracy).orElseGet(method::estimatedTargetAccuracy);
    String range =
        estimate
            .map(e -> Findings.range(e.accuracy().interval()))
            .map(words -> format(" (%s%s)", scores.isPresent() ? "estimated " : "", words))
            .orElse("");
    String side = claimed > right ? "over-confident" : "under-confident";
    return format(
        "%s on the target: %.0f %% claimed, %s%.0f %% right%s.",
        Math.abs(claimed - right) < CLOSE
            ? "The model's confidence is right"
            : "The model is " + side,
        100 * claimed,
        scores.isPresent() ? "" : "about ",
        100 * right,
        range);
  }

  /** Reasons for doubt: what target labels show first. */
  private List<String> against(MethodResult result) {
    List<String> against = new ArrayList<>();
    if (scores.isPresent()) {
      double estimated = result.fitted().orElseThrow().estimatedTargetAccuracy();
      double measured = scores.get().accuracy();
      if (Math.abs(estimated - measured) > LARGEST_MISS) {
        against.add(
            format(
                "The estimate is off: it says that %.0f %% of the predictions are right, but"
                    + " measured on the target labels it is %.0f %%.",
                100 * estimated, 100 * measured));
      }
      double before = uncalibratedError().orElse(Double.NaN);
      if (scores.get().ece() > before) {
        against.add(
            format(
                "Calibration made things worse: measured on the target labels, the expected"
                    + " calibration error rose from %.1f to %.1f %%.",
                100 * before, 100 * scores.get().ece()));
      }
    }
    if (estimate.isPresent()) {
      against.addAll(comparison.concerns(result));
    } else if (weights().isEmpty()) {
      against.add(
          "No method fitted here uses importance weights, so how far the target is from the source"
              + " was not checked.");
    }
    return against;
  }

  /** What can be said for a method that does not estimate how far to trust it. */
  private List<String> withoutVerdict() {
    return weights().isPresent() && comparison.concerns(subject.orElseThrow()).isEmpty()
        ? List.of(
            "Source and target overlap, the weight is not concentrated on a few rows, and the"
                + " search converged. Only labelled target rows could tell more.")
        : List.of();
  }

  /** The weights of the subject, else those that other methods shared. */
  private Optional<ImportanceWeights> weights() {
    return subject
        .flatMap(MethodResult::calibration)
        .flatMap(FittedCalibration::weights)
        .or(comparison::weights);
  }

  private OptionalDouble uncalibratedError() {
    return comparison.targetLabels().stream()
        .flatMap(
            labels ->
                labels.countKnown(task().target().frequencies()).stream()
                    .map(LabelledPredictions.of(uncalibrated, labels)::countedBy))
        .mapToDouble(CalibrationMetrics.expectedCalibrationError(comparison.bins())::measure)
        .findFirst();
  }

  private List<Step> next() {
    List<Step> steps = new ArrayList<>();
    if (estimate.isEmpty()) {
      steps.add(
          Step.of("See how far the result can be trusted.", "transcal estimate %s", input.name()));
      return steps;
    }
    boolean useless = estimate.get().verdict() == Verdict.UNTRUSTWORTHY;
    if (useless) {
      steps.add(
          Step.of("Do not rely on these probabilities before some target rows are labelled."));
    }
    steps.addAll(Findings.evidence(input, estimate.get()));
    if (!useless) {
      steps.add(
          Step.of(
              "Calibrate new rows with the model.",
              "transcal apply model.json LOGITS --out PROBABILITIES"));
    }
    return steps;
  }

  /** Concerns about methods without a verdict, each with the methods it applies to. */
  private List<String> methodWarnings() {
    List<String> warnings = new ArrayList<>();
    if (task().weights().isPresent() && comparison.weights().isEmpty()) {
      warnings.add("No method fitted here uses the given weights; --method transcal does.");
    }
    Map<String, List<String>> methods = new LinkedHashMap<>();
    for (MethodResult result : comparison.results()) {
      if (subject.filter(result::equals).isEmpty() || estimate.isEmpty()) {
        for (String concern : comparison.concerns(result)) {
          methods.computeIfAbsent(concern, key -> new ArrayList<>()).add(result.method());
        }
      }
    }
    input.sourceConcern().ifPresent(methods::remove);
    methods.forEach((concern, names) -> warnings.add(String.join(", ", names) + ": " + concern));
    return warnings;
  }

  private TransferTask task() {
    return comparison.task();
  }
}
