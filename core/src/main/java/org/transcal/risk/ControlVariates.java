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
   * @param weight the weight variate minus its expectation, up to a factor
   * @param correctness the correctness variate minus its expectation
   */
  double[] reduce(double[] terms, double[] weight, double[] correctness, Frequencies frequencies) {
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
  private static double[] residual(double[] terms, double[] variate, Frequencies frequencies) {
    if (isConstant(variate, frequencies)) {
      return terms.clone();
    }
    double coefficient = frequencies.covariance(terms, variate) / frequencies.variance(variate);
    double[] reduced = new double[terms.length];
    Arrays.setAll(reduced, i -> terms[i] - coefficient * variate[i]);
    return reduced;
  }

  private static double[] parallel(
      double[] terms, double[] weight, double[] correctness, Frequencies frequencies) {
    if (isConstant(weight, frequencies)) {
      return residual(terms, correctness, frequencies);
    }
    if (isConstant(correctness, frequencies)) {
      return residual(terms, weight, frequencies);
    }
    double weightVariance = frequencies.variance(weight);
    double correctnessVariance = frequencies.variance(correctness);
    double shared = frequencies.covariance(weight, correctness);
    double determinant = weightVariance * correctnessVariance - shared * shared;
    if (!(determinant > 1e-12 * weightVariance * correctnessVariance)) {
      // The variates say the same thing: one of them is enough.
      return residual(terms, weight, frequencies);
    }
    double withWeight = frequencies.covariance(terms, weight);
    double withCorrectness = frequencies.covariance(terms, correctness);
    double first = (withWeight * correctnessVariance - withCorrectness * shared) / determinant;
    double second = (withCorrectness * weightVariance - withWeight * shared) / determinant;
    double[] reduced = new double[terms.length];
    Arrays.setAll(reduced, i -> terms[i] - first * weight[i] - second * correctness[i]);
    return reduced;
  }

  private static boolean isConstant(double[] variate, Frequencies frequencies) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < variate.length; i++) {
      if (frequencies.get(i) > 0) {
        low = Math.min(low, variate[i]);
        high = Math.max(high, variate[i]);
      }
    }
    return !(low < high);
  }
}
