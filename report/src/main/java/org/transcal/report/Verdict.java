package org.transcal.report;

import java.util.OptionalDouble;
import org.transcal.calibration.FittedMethod;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;

/** The head of a fit report: what was found, in words and in a few large numbers. */
record Verdict(FitFindings findings) {
  /** Closer than this, confidence and accuracy are called equal. */
  private static final double CLOSE = 0.02;

  Element toElement() {
    return Element.of("header")
        .add(
            Element.of("p")
                .in("task")
                .text("Calibration under domain shift · ")
                .add(Element.of("strong", findings.task().name())),
            Element.of("h1", headline()),
            Element.of("p", sentence()).in("lead"))
        .add(tiles());
  }

  private String headline() {
    if (findings.primaryMethod().isEmpty()) {
      return "No method could run on this task";
    }
    double claimed = findings.confidenceBefore();
    double right = best(findings.primaryMethod().get());
    String shares =
        ": "
            + Numerals.percent(claimed)
            + " claimed, "
            + (isKnown() ? "" : "about ")
            + Numerals.percent(right)
            + " right";
    if (Math.abs(claimed - right) < CLOSE) {
      return "The model's confidence fits the target" + shares;
    }
    return "The model is "
        + (claimed > right ? "over" : "under")
        + "-confident on the target"
        + shares;
  }

  private String sentence() {
    if (findings.primaryMethod().isEmpty()) {
      return "The table below says why. The model's confidence on the target is "
          + Numerals.percent(findings.confidenceBefore())
          + " on average.";
    }
    FittedMethod method = findings.primaryMethod().get();
    StringBuilder words = new StringBuilder();
    words
        .append("The model's confidence on the target was ")
        .append(Numerals.percent(findings.confidenceBefore()))
        .append(" on average; after calibration it is ")
        .append(Numerals.percent(findings.confidenceAfter().orElse(Double.NaN)))
        .append(", and the method ")
        .append(method.method())
        .append(" estimates that ")
        .append(Numerals.percent(method.estimatedTargetAccuracy()))
        .append(" of its predictions are right.");
    findings
        .truth()
        .ifPresent(
            truth ->
                words
                    .append(" For this made-up task the truth is known: ")
                    .append(Numerals.percent(truth.targetAccuracy()))
                    .append(" are right. ")
                    .append(truth.explanation()));
    findings
        .targetAccuracy()
        .ifPresent(
            accuracy ->
                words
                    .append(" The target labels say that ")
                    .append(Numerals.percent(accuracy))
                    .append(" are."));
    return words.toString();
  }

  private Element tiles() {
    Element tiles = Element.of("dl").in("tiles");
    tiles.add(
        Blocks.tile(
            "Confidence before", Numerals.percent(findings.confidenceBefore(), 1), "at T = 1"));
    findings
        .primaryMethod()
        .ifPresent(
            method -> {
              tiles.add(
                  Blocks.tile(
                      "Confidence after",
                      Numerals.percent(findings.confidenceAfter().orElse(Double.NaN), 1),
                      parameters(method)));
              tiles.add(
                  Blocks.tile(
                      "Estimated accuracy",
                      Numerals.percent(method.estimatedTargetAccuracy(), 1),
                      "without target labels"));
            });
    findings
        .truth()
        .ifPresent(
            truth ->
                tiles.add(
                    Blocks.tile(
                        "True accuracy",
                        Numerals.percent(truth.targetAccuracy(), 1),
                        "in closed form")));
    findings
        .targetAccuracy()
        .ifPresent(
            accuracy ->
                tiles.add(
                    Blocks.tile(
                        "Measured accuracy", Numerals.percent(accuracy, 1), "from target labels")));
    if (findings.rows() == FitFindings.Rows.TARGET && findings.after().isPresent()) {
      tiles.add(
          Blocks.tile(
              "Calibration error",
              Numerals.percent(findings.after().get().ece(), 1),
              "ECE; it was " + Numerals.percent(findings.before().ece(), 1)));
    }
    return tiles;
  }

  private String parameters(FittedMethod method) {
    OptionalDouble temperature =
        findings.primaryCalibration().map(fit -> fit.temperature()).orElse(OptionalDouble.empty());
    return temperature.isPresent()
        ? method.method() + ", T = " + Numerals.short3(temperature.getAsDouble())
        : method.method();
  }

  private boolean isKnown() {
    return findings.truth().isPresent() || findings.targetAccuracy().isPresent();
  }

  /** The best that is known of how many predictions are right. */
  private double best(FittedMethod method) {
    if (findings.truth().isPresent()) {
      return findings.truth().get().targetAccuracy();
    }
    return findings.targetAccuracy().orElseGet(method::estimatedTargetAccuracy);
  }
}
