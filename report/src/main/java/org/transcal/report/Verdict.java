package org.transcal.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.calibration.FittedMethod;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The head of a fit report: the result in words and in a few large numbers. */
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
        Text.of(
            ": %s claimed, %s%s right",
            Numerals.percent(claimed), isKnown() ? "" : "about ", Numerals.percent(right));
    if (Math.abs(claimed - right) < CLOSE) {
      return "The model's confidence fits the target" + shares;
    }
    String side = claimed > right ? "over" : "under";
    return "The model is " + side + "-confident on the target" + shares;
  }

  private String sentence() {
    String before = Numerals.percent(findings.confidenceBefore());
    if (findings.primaryMethod().isEmpty()) {
      return Text.of("The table below says why. Mean confidence on the target is %s.", before);
    }
    FittedMethod method = findings.primaryMethod().get();
    StringBuilder words =
        new StringBuilder(
            Text.of(
                "Mean confidence on the target was %s; after calibration it is %s, and %s estimates"
                    + " that %s of the predictions are right.",
                before,
                Numerals.percent(findings.confidenceAfter()),
                method.method(),
                Numerals.percent(method.estimatedTargetAccuracy())));
    if (findings.truth().isPresent()) {
      KnownTruth truth = findings.truth().get();
      words.append(
          Text.of(
              " For this synthetic task the truth is known: %s are right. %s",
              Numerals.percent(truth.targetAccuracy()), truth.explanation()));
    }
    if (findings.targetAccuracy().isPresent()) {
      String measured = Numerals.percent(findings.targetAccuracy().getAsDouble());
      words.append(" Measured on the target labels: ").append(measured).append('.');
    }
    return words.toString();
  }

  private Element tiles() {
    Element tiles = Element.of("dl").in("tiles");
    tiles.add(tile("Confidence before", findings.confidenceBefore(), "at T = 1"));
    Optional<FittedMethod> method = findings.primaryMethod();
    if (method.isPresent()) {
      double estimate = method.get().estimatedTargetAccuracy();
      tiles.add(
          tile("Confidence after", findings.confidenceAfter(), parameters(method.get())),
          tile("Estimated accuracy", estimate, "without target labels"));
    }
    findings
        .truth()
        .ifPresent(t -> tiles.add(tile("True accuracy", t.targetAccuracy(), "in closed form")));
    findings
        .targetAccuracy()
        .ifPresent(a -> tiles.add(tile("Measured accuracy", a, "from target labels")));
    if (findings.rows() == FitFindings.Rows.TARGET && findings.after().isPresent()) {
      String before = "ECE; it was " + Numerals.percent(findings.before().ece(), 1);
      tiles.add(tile("Calibration error", findings.after().get().ece(), before));
    }
    return tiles;
  }

  private static Element tile(String name, double share, String note) {
    return Blocks.tile(name, Numerals.percent(share, 1), note);
  }

  private String parameters(FittedMethod method) {
    OptionalDouble temperature =
        findings.primary().map(FitFindings::temperature).orElse(OptionalDouble.empty());
    return temperature.isPresent()
        ? method.method() + ", T = " + Numerals.short3(temperature.getAsDouble())
        : method.method();
  }

  private boolean isKnown() {
    return findings.truth().isPresent() || findings.targetAccuracy().isPresent();
  }

  /** The best known share of right predictions: the truth, else measured, else estimated. */
  private double best(FittedMethod method) {
    if (findings.truth().isPresent()) {
      return findings.truth().get().targetAccuracy();
    }
    return findings.targetAccuracy().orElseGet(method::estimatedTargetAccuracy);
  }
}
