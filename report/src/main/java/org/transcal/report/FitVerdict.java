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
record FitVerdict(FitNumbers numbers, double before, double after) {
  static FitVerdict of(FitNumbers numbers) {
    return new FitVerdict(
        numbers,
        numbers.confidence(numbers.task().target().logits().softmax(1)),
        numbers
            .primaryMethod()
            .map(method -> numbers.confidence(method.targetProbabilities()))
            .orElse(Double.NaN));
  }

  Element toElement() {
    return Blocks.header(
        "Calibration under domain shift",
        numbers.task().name(),
        numbers.fit().findings().headline(),
        sentence(),
        tiles().toArray(Element[]::new));
  }

  private static String range(TargetEstimate estimate, int decimals) {
    Interval interval = estimate.accuracy().interval();
    return Numerals.range(interval.low(), interval.high(), decimals);
  }

  private String sentence() {
    if (numbers.primaryMethod().isEmpty()) {
      return Text.of(
          "The list below says why. Mean confidence on the target is %s.",
          Numerals.percent(before));
    }
    FittedMethod method = numbers.primaryMethod().get();
    StringBuilder words =
        new StringBuilder(
            Text.of(
                "Mean confidence on the target was %s; after calibration it is %s, and `%s` estimates"
                    + " that %s of the predictions are right.",
                Numerals.percent(before),
                Numerals.percent(after),
                method.method(),
                Numerals.percent(method.estimatedTargetAccuracy())));
    if (numbers.truth().isPresent()) {
      KnownTruth truth = numbers.truth().get();
      words.append(
          Text.of(
              " For this synthetic task the truth is known: %s are right. %s",
              Numerals.percent(truth.targetAccuracy()), truth.explanation()));
    }
    if (numbers.targetAccuracy().isPresent()) {
      String measured = Numerals.percent(numbers.targetAccuracy().getAsDouble());
      words.append(" Measured on the target labels: ").append(measured).append('.');
    }
    return words.toString();
  }

  private List<Element> tiles() {
    List<Element> tiles = new ArrayList<>();
    tiles.add(tile("Confidence before", before, "at T = 1"));
    Optional<FittedMethod> method = numbers.primaryMethod();
    if (method.isPresent()) {
      Optional<TargetEstimate> estimate = numbers.estimate();
      tiles.add(tile("Confidence after", after, parameters(method.get())));
      tiles.add(
          tile(
              "Estimated accuracy",
              method.get().estimatedTargetAccuracy(),
              estimate.map(e -> range(e, 1) + " (90 %)").orElse("without target labels")));
      estimate.ifPresent(e -> tiles.add(verdict(e)));
    }
    numbers
        .truth()
        .ifPresent(t -> tiles.add(tile("True accuracy", t.targetAccuracy(), "in closed form")));
    numbers
        .targetAccuracy()
        .ifPresent(a -> tiles.add(tile("Measured accuracy", a, "from target labels")));
    if (numbers.onTarget() && numbers.after().isPresent()) {
      String was = "ECE; it was " + Numerals.percent(numbers.before().ece(), 1);
      tiles.add(tile("Calibration error", numbers.after().get().ece(), was));
    }
    return tiles;
  }

  private static Element tile(String name, double share, String note) {
    return Blocks.tile(name, Numerals.percent(share, 1), note);
  }

  /** The tile with the verdict on an estimate. */
  static Element verdict(TargetEstimate estimate) {
    String word = estimate.verdict().word();
    String title = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    return Blocks.tile("Verdict", title, "reasons below").in("word");
  }

  private String parameters(FittedMethod method) {
    OptionalDouble temperature =
        numbers.primary().map(FitNumbers::temperature).orElse(OptionalDouble.empty());
    String name = "`" + method.method() + "`";
    return temperature.isPresent()
        ? name + ", T = " + Numerals.short3(temperature.getAsDouble())
        : name;
  }
}
