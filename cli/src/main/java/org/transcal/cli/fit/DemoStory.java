package org.transcal.cli.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.transcal.calibration.FittedCalibration;
import org.transcal.cli.terminal.Figures;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.report.KnownTruth;

/** What the demo found beside what is really so. */
final class DemoStory {
  /** The method that the story is about: the one whose paper the example illustrates. */
  static final String METHOD = "transcal";

  private static final int CURVE_POINTS = 101;
  private static final int LINE_WIDTH = 50;
  private static final double LARGEST_CONFIDENCE = 0.999;

  private final MethodComparison comparison;
  private final FittedCalibration calibrated;

  DemoStory(MethodComparison comparison) {
    this.comparison = comparison;
    this.calibrated = (FittedCalibration) result(comparison, METHOD).fitted().orElseThrow();
  }

  /** The truth, before and after calibration, for the report. */
  KnownTruth truth() {
    Curve before = new Curve(1);
    Curve after = new Curve(temperature());
    return new KnownTruth(
            KnownShift.trueTargetAccuracy(),
            before.confidence,
            before.accuracy,
            "The example is drawn from known normal distributions, so accuracy and calibration"
                + " error on the target are integrals, not estimates.")
        .withCalibratedCurve(after.confidence, after.accuracy);
  }

  /** The story in a few sentences, then the table of methods. */
  List<String> lines() {
    double claimed = result(comparison, "vanilla").fitted().orElseThrow().estimatedTargetAccuracy();
    double onSource = temperature(result(comparison, "temperature"));
    List<String> lines = new ArrayList<>();
    lines.add("A classifier was trained on source data and is used on target data that shifted.");
    lines.add("The example is made up, so the truth is known; no method but oracle sees it.");
    lines.add("");
    lines.add("Share of target predictions that are right");
    lines.add(line("what the classifier's confidence claims", claimed));
    lines.add(line("what TransCal estimates without labels", calibrated.estimatedTargetAccuracy()));
    lines.add(line("the truth", KnownShift.trueTargetAccuracy()));
    lines.add("True calibration error on the target");
    lines.add(line("uncalibrated", KnownShift.trueTargetCalibrationError(1)));
    lines.add(
        line(
            "calibrated on the source alone, T = " + Figures.decimals(onSource, 2),
            KnownShift.trueTargetCalibrationError(onSource)));
    lines.add(
        line(
            "calibrated by TransCal, T = " + Figures.decimals(temperature(), 2),
            KnownShift.trueTargetCalibrationError(temperature())));
    lines.add("");
    lines.addAll(new ComparisonText(comparison).table());
    lines.add("");
    return lines;
  }

  private static String line(String what, double share) {
    String percent = Figures.percent(share, 1) + " %";
    int gap = LINE_WIDTH - what.length() - percent.length();
    return "  " + what + " ".repeat(Math.max(1, gap)) + percent;
  }

  private double temperature() {
    return calibrated.temperature().orElseThrow();
  }

  private static double temperature(MethodResult result) {
    return ((FittedCalibration) result.fitted().orElseThrow()).temperature().orElseThrow();
  }

  private static MethodResult result(MethodComparison comparison, String method) {
    return comparison.results().stream()
        .filter(result -> result.method().equals(method))
        .findFirst()
        .orElseThrow();
  }

  /** True target accuracy against confidence at a temperature. */
  private static final class Curve {
    private final double[] confidence = new double[CURVE_POINTS];
    private final double[] accuracy = new double[CURVE_POINTS];

    Curve(double temperature) {
      double first = KnownShift.smallestConfidence(temperature);
      double step = (LARGEST_CONFIDENCE - first) / (CURVE_POINTS - 1);
      Arrays.setAll(confidence, i -> first + i * step);
      Arrays.setAll(accuracy, i -> KnownShift.trueTargetAccuracyAt(confidence[i], temperature));
    }
  }
}
