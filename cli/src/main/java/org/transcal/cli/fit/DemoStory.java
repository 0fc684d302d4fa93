package org.transcal.cli.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.Figures;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.report.KnownTruth;

/** What the demo found beside what is really so. */
final class DemoStory {
  private static final int CURVE_POINTS = 101;
  private static final double LARGEST_CONFIDENCE = 0.999;

  private final MethodComparison comparison;
  private final FittedCalibration calibrated;

  DemoStory(MethodComparison comparison) {
    this.comparison = comparison;
    this.calibrated =
        (FittedCalibration) result(comparison, Methods.DEFAULT).fitted().orElseThrow();
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
    List<String> lines = new ArrayList<>();
    lines.add("A classifier was trained on source data and is used on target data that shifted.");
    lines.add("The example is made up, so the truth is known; no method but oracle sees it.");
    lines.add("");
    lines.add("Share of target predictions that are right");
    lines.add("  what the classifier's confidence claims  " + percent(claimed));
    lines.add(
        "  what TransCal estimates without labels   "
            + percent(calibrated.estimatedTargetAccuracy()));
    lines.add(
        "  the truth                                " + percent(KnownShift.trueTargetAccuracy()));
    lines.add("True calibration error on the target");
    lines.add(
        "  uncalibrated                             "
            + percent(KnownShift.trueTargetCalibrationError(1)));
    lines.add(
        "  calibrated on the source only            "
            + percent(
                KnownShift.trueTargetCalibrationError(
                    temperature(result(comparison, "temperature")))));
    lines.add(
        "  calibrated by TransCal (T = "
            + Figures.decimals(temperature(), 2)
            + ")        "
            + percent(KnownShift.trueTargetCalibrationError(temperature())));
    lines.add("");
    lines.addAll(new ComparisonText(comparison).table());
    lines.add("");
    return lines;
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

  private static String percent(double share) {
    return Figures.percent(share, 1) + " %";
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
