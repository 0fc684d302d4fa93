package org.transcal.accuracy;

/**
 * Which quantities of known expectation are subtracted to make a weighted mean less noisy.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}, {@code eq:control_variate_parallel}.
 */
public enum ControlVariates {
  /** None. */
  NONE,
  /** The weight, whose expectation is 1. */
  WEIGHT,
  /** The correctness, whose expectation is the calibrated source confidence. */
  CORRECTNESS,
  /** Both at once: coefficients of a least-squares fit on both. */
  PARALLEL,
  /** The weight first, then the correctness on what is left. */
  SERIAL;

  /** How much of each variate is subtracted. */
  record Coefficients(double weight, double correctness) {}

  /**
   * The coefficients that a least-squares fit gives each variate; 0 for one that is constant.
   *
   * <p>So the sample variance of the terms never grows by subtraction, and that of {@link #SERIAL}
   * never exceeds that of {@link #WEIGHT}: each step is a least-squares residual.
   *
   * @param weightVaries whether the weight is not constant
   * @param correctnessVaries whether the correctness is not constant
   */
  Coefficients coefficients(Moments moments, boolean weightVaries, boolean correctnessVaries) {
    double weightAlone = weightVaries ? moments.lossWeight() / moments.weightVariance() : 0;
    return switch (this) {
      case NONE -> new Coefficients(0, 0);
      case WEIGHT -> new Coefficients(weightAlone, 0);
      case CORRECTNESS -> afterWeight(0, moments, correctnessVaries);
      case SERIAL -> afterWeight(weightAlone, moments, correctnessVaries);
      case PARALLEL ->
          weightVaries && correctnessVaries
              ? parallel(moments, weightAlone)
              : afterWeight(weightAlone, moments, correctnessVaries);
    };
  }

  /** The coefficient of the correctness once so much of the weight is subtracted. */
  private static Coefficients afterWeight(
      double weight, Moments moments, boolean correctnessVaries) {
    double left = moments.lossCorrectness() - weight * moments.weightCorrectness();
    return new Coefficients(weight, correctnessVaries ? left / moments.correctnessVariance() : 0);
  }

  private static Coefficients parallel(Moments moments, double weightAlone) {
    double variances = moments.weightVariance() * moments.correctnessVariance();
    double shared = moments.weightCorrectness();
    double determinant = variances - shared * shared;
    if (!(determinant > 1e-12 * variances)) {
      // The variates say the same thing: one of them is enough.
      return new Coefficients(weightAlone, 0);
    }
    double weight =
        moments.lossWeight() * moments.correctnessVariance() - moments.lossCorrectness() * shared;
    double correctness =
        moments.lossCorrectness() * moments.weightVariance() - moments.lossWeight() * shared;
    return new Coefficients(weight / determinant, correctness / determinant);
  }
}
