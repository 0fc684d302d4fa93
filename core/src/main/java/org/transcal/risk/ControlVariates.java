package org.transcal.risk;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;

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

  /**
   * The terms after subtraction, whose mean is the estimate.
   *
   * <p>Their sample variance never exceeds that of {@code terms}, and that of {@link #SERIAL} never
   * exceeds that of {@link #WEIGHT}: each step is a least-squares residual.
   *
   * @param terms one a row
   */
  double[] reduce(double[] terms, Variate weight, Variate correctness, Frequencies frequencies) {
    return switch (this) {
      case NONE -> terms.clone();
      case WEIGHT -> residual(terms, weight, frequencies);
      case CORRECTNESS -> residual(terms, correctness, frequencies);
      case SERIAL -> residual(residual(terms, weight, frequencies), correctness, frequencies);
      case PARALLEL -> parallel(terms, weight, correctness, frequencies);
    };
  }

  /**
   * terms − Cov(terms, variate)/Var(variate) · variate; unchanged where the variate is constant.
   */
  private static double[] residual(double[] terms, Variate variate, Frequencies frequencies) {
    if (variate.isConstant(frequencies)) {
      return terms.clone();
    }
    double coefficient =
        frequencies.covariance(terms, variate.spread()) / frequencies.variance(variate.spread());
    double[] reduced = new double[terms.length];
    Arrays.setAll(reduced, i -> terms[i] - coefficient * variate.excess(i));
    return reduced;
  }

  private static double[] parallel(
      double[] terms, Variate weight, Variate correctness, Frequencies frequencies) {
    if (weight.isConstant(frequencies)) {
      return residual(terms, correctness, frequencies);
    }
    if (correctness.isConstant(frequencies)) {
      return residual(terms, weight, frequencies);
    }
    double weightVariance = frequencies.variance(weight.spread());
    double correctnessVariance = frequencies.variance(correctness.spread());
    double shared = frequencies.covariance(weight.spread(), correctness.spread());
    double determinant = weightVariance * correctnessVariance - shared * shared;
    if (!(determinant > 1e-12 * weightVariance * correctnessVariance)) {
      // The variates say the same thing: one of them is enough.
      return residual(terms, weight, frequencies);
    }
    double withWeight = frequencies.covariance(terms, weight.spread());
    double withCorrectness = frequencies.covariance(terms, correctness.spread());
    double first = (withWeight * correctnessVariance - withCorrectness * shared) / determinant;
    double second = (withCorrectness * weightVariance - withWeight * shared) / determinant;
    double[] reduced = new double[terms.length];
    Arrays.setAll(
        reduced, i -> terms[i] - first * weight.excess(i) - second * correctness.excess(i));
    return reduced;
  }
}
