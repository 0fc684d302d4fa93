package org.transcal.report;

import java.util.Arrays;
import java.util.Optional;

/**
 * What is really so, for made-up tasks where that is known in closed form: how many target
 * predictions are right, and how accuracy depends on confidence.
 */
public final class KnownTruth {
  /** Accuracy as a function of confidence, as points of a line. */
  public static final class Curve {
    private final double[] confidence;
    private final double[] accuracy;

    private Curve(double[] confidence, double[] accuracy) {
      if (confidence.length != accuracy.length) {
        throw new IllegalArgumentException(
            "Truth has "
                + confidence.length
                + " confidences but "
                + accuracy.length
                + " accuracies; it needs one accuracy a confidence");
      }
      for (int i = 0; i < confidence.length; i++) {
        requireShare("Confidence at point " + i + " of the truth", confidence[i]);
        requireShare("Accuracy at point " + i + " of the truth", accuracy[i]);
      }
      this.confidence = confidence.clone();
      this.accuracy = accuracy.clone();
    }

    /** Number of points. */
    public int points() {
      return confidence.length;
    }

    /** The confidence of a point. */
    public double confidence(int point) {
      return confidence[point];
    }

    /** The accuracy of a point. */
    public double accuracy(int point) {
      return accuracy[point];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Curve curve
          && Arrays.equals(confidence, curve.confidence)
          && Arrays.equals(accuracy, curve.accuracy);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(confidence) + Arrays.hashCode(accuracy);
    }
  }

  private final double targetAccuracy;
  private final Curve before;
  private final Optional<Curve> after;
  private final String explanation;

  private KnownTruth(
      double targetAccuracy, Curve before, Optional<Curve> after, String explanation) {
    this.targetAccuracy = requireShare("True target accuracy", targetAccuracy);
    this.before = before;
    this.after = after;
    this.explanation = explanation;
  }

  /**
   * The truth about the uncalibrated model; arrays are copied and may be empty.
   *
   * @param targetAccuracy share of target predictions that are right
   * @param confidence confidences before calibration, increasing, in [0, 1]
   * @param accuracy how often a prediction of that confidence is right, in [0, 1]
   * @param explanation one sentence on where the truth comes from
   */
  public KnownTruth(
      double targetAccuracy, double[] confidence, double[] accuracy, String explanation) {
    this(targetAccuracy, new Curve(confidence, accuracy), Optional.empty(), explanation);
  }

  /** The same truth with accuracy as a function of confidence after calibration. */
  public KnownTruth withCalibratedCurve(double[] confidence, double[] accuracy) {
    return new KnownTruth(
        targetAccuracy, before, Optional.of(new Curve(confidence, accuracy)), explanation);
  }

  /** Share of target predictions that are right. */
  public double targetAccuracy() {
    return targetAccuracy;
  }

  /** Accuracy against confidence before calibration. */
  public Curve before() {
    return before;
  }

  /** Accuracy against confidence after calibration, where known. */
  public Optional<Curve> after() {
    return after;
  }

  /** One sentence on where the truth comes from. */
  public String explanation() {
    return explanation;
  }

  private static double requireShare(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " is " + value + "; it must be in [0, 1]");
    }
    return value;
  }
}
