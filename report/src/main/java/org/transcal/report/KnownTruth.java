package org.transcal.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.report.markup.Text;

/**
 * The truth about a synthetic task in closed form: the target accuracy, and accuracy as a function
 * of confidence.
 *
 * @param targetAccuracy share of target predictions that are correct
 * @param before accuracy against confidence before calibration
 * @param after accuracy against confidence after calibration, if known
 * @param explanation one sentence on where the truth comes from
 */
public record KnownTruth(
    double targetAccuracy, Curve before, Optional<Curve> after, String explanation) {
  /**
   * Accuracy as a function of confidence, as points of a line.
   *
   * @param confidence confidences, increasing, in [0, 1]
   * @param accuracy how often a prediction of that confidence is correct, in [0, 1]
   */
  public record Curve(List<Double> confidence, List<Double> accuracy) {
    /** Checks and copies the lists. */
    public Curve {
      confidence = List.copyOf(confidence);
      accuracy = List.copyOf(accuracy);
      if (confidence.size() != accuracy.size()) {
        throw new IllegalArgumentException(
            Text.of(
                "Truth has %s confidences but %s accuracies; it needs one accuracy per confidence",
                confidence.size(), accuracy.size()));
      }
      for (int i = 0; i < confidence.size(); i++) {
        requireShare("Confidence at point " + i + " of the truth", confidence.get(i));
        requireShare("Accuracy at point " + i + " of the truth", accuracy.get(i));
      }
    }

    private static Curve of(double[] confidence, double[] accuracy) {
      return new Curve(
          Arrays.stream(confidence).boxed().toList(), Arrays.stream(accuracy).boxed().toList());
    }
  }

  /** Checks the accuracy. */
  public KnownTruth {
    requireShare("True target accuracy", targetAccuracy);
  }

  /** The truth about the uncalibrated model; arrays are copied and may be empty. */
  public KnownTruth(
      double targetAccuracy, double[] confidence, double[] accuracy, String explanation) {
    this(targetAccuracy, Curve.of(confidence, accuracy), Optional.empty(), explanation);
  }

  /** The same truth with accuracy as a function of confidence after calibration. */
  public KnownTruth withCalibratedCurve(double[] confidence, double[] accuracy) {
    return new KnownTruth(
        targetAccuracy, before, Optional.of(Curve.of(confidence, accuracy)), explanation);
  }

  private static void requireShare(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " is " + value + "; it must be in [0, 1]");
    }
  }
}
