package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.calibration.FittedMethod;
import org.transcal.metric.Interval;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * The head of a fit report: the result in words and in a few large numbers.
 *
 * @param before mean confidence on the target at temperature 1
 * @param after mean confidence on the target after calibration; NaN if no method ran
 */
record FitVerdict(FitFindings findings, double before, double after) {
  /** Largest difference at which confidence and accuracy are called equal. */
  private static final double CLOSE = 0.02;

  static FitVerdict of(FitFindings findings) {
    return new FitVerdict(
        findings,
        findings.confidence(findings.task().target().logits().softmax(1)),
        findings
            .primaryMethod()
            .map(method -> findings.confidence(method.targetProbabilities()))
            .orElse(Double.NaN));
  }

  Element toElement() {
    return Blocks.header(
        "Calibration under domain shift",
        findings.task().name(),
        headline(),
        sentence(),
        tiles().toArray(Element[]::new));
  }

  private String headline() {
    if (findings.primaryMethod().isEmpty()) {
      return "No method could run on this task";
    }
    double right = best(findings.primaryMethod().get());
    String shares =
        Text.of(
            ": %s claimed, %s%s right%s",
            Numerals.percent(before),
            isKnown() ? "" : "about ",
            Numerals.percent(right),
            findings
                .estimate()
                .map(e -> Text.of(" (%s%s)", isKnown() ? "estimated " : "", range(e, 0)))
                .orElse(""));
    if (Math.abs(before - right) < CLOSE) {
      return "The model's confidence fits the target" + shares;
    }
    String side = before > right ? "over" : "under";
    return "The model is " + side + "-confident on the target" + shares;
  }

  private static String range(TargetEstimate estimate, int decimals) {
    Interval interval = estimate.accuracy().interval();
    return Numerals.range(interval.low(), interval.high(), decimals);
  }

  private String sentence() {
    if (findings.primaryMethod().isEmpty()) {
      return Text.of(
          "The list below says why. Mean confidence on the target is %s.",
          Numerals.percent(before));
    }
    FittedMethod method = findings.primaryMethod().get();
    StringBuilder words =
        new StringBuilder(
            Text.of(
                "Mean confidence on the target was %s; after calibration it is %s, and `%s` estimates"
                    + " that %s of the predictions are right.",
                Numerals.percent(before),
                Numerals.percent(after),
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

  private List<Element> tiles() {
    List<Element> tiles = new ArrayList<>();
    tiles.add(tile("Confidence before", before, "at T = 1"));
    Optional<FittedMethod> method = findings.primaryMethod();
    if (method.isPresent()) {
      Optional<TargetEstimate> estimate = findings.estimate();
      tiles.add(tile("Confidence after", after, parameters(method.get())));
      tiles.add(
          tile(
              "Estimated accuracy",
              method.get().estimatedTargetAccuracy(),
              estimate.map(e -> range(e, 1) + " (90 %)").orElse("without target labels")));
      estimate.ifPresent(e -> tiles.add(verdict(e, Trust.concerns(findings).size())));
    }
    findings
        .truth()
        .ifPresent(t -> tiles.add(tile("True accuracy", t.targetAccuracy(), "in closed form")));
    findings
        .targetAccuracy()
        .ifPresent(a -> tiles.add(tile("Measured accuracy", a, "from target labels")));
    if (findings.onTarget() && findings.after().isPresent()) {
      String was = "ECE; it was " + Numerals.percent(findings.before().ece(), 1);
      tiles.add(tile("Calibration error", findings.after().get().ece(), was));
    }
    return tiles;
  }

  private static Element tile(String name, double share, String note) {
    return Blocks.tile(name, Numerals.percent(share, 1), note);
  }

  /** The tile with the verdict on an estimate. */
  static Element verdict(TargetEstimate estimate, int warnings) {
    String word = estimate.verdict().word();
    return Blocks.tile(
            "Verdict",
            word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1),
            warnings == 0 ? "no warnings" : warnings == 1 ? "1 warning" : warnings + " warnings")
        .in("word");
  }

  private String parameters(FittedMethod method) {
    OptionalDouble temperature =
        findings.primary().map(FitFindings::temperature).orElse(OptionalDouble.empty());
    String name = "`" + method.method() + "`";
    return temperature.isPresent()
        ? name + ", T = " + Numerals.short3(temperature.getAsDouble())
        : name;
  }

  private boolean isKnown() {
    return findings.truth().isPresent() || findings.targetAccuracy().isPresent();
  }

  /** The best known share of correct predictions: true, else measured, else estimated. */
  private double best(FittedMethod method) {
    if (findings.truth().isPresent()) {
      return findings.truth().get().targetAccuracy();
    }
    return findings.targetAccuracy().orElseGet(method::estimatedTargetAccuracy);
  }
}
