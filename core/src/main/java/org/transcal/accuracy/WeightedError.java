package org.transcal.accuracy;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.ImportanceWeights;

/**
 * Importance-weighted mean of a loss over source validation rows, for any exponent λ on the
 * weights, with control variates: an estimate of its mean over the target.
 *
 * <p>λ = 0 is the limit λ → 0⁺: the weight variate {@code w^λ − 1} is used as {@code (w^λ − 1)/λ},
 * which tends to {@code ln w}. Its factor does not matter to a least-squares coefficient, so no λ
 * divides by zero. Nor does its origin: covariances measure {@code w} from the largest weight; from
 * 1, the digits in which tiny weights differ would be lost, and squares of huge ones would
 * overflow.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}, {@code lambda_objective}. Symbols: {@code w^λ} weights,
 * {@code r} correctness, {@code c̄} source confidence.
 */
public final class WeightedError {
  /** Below this λ, (w^λ − 1)/λ would lose digits to the division: expm1 keeps them. */
  private static final double SMALL = 1.0 / 16;

  /** Rows that differ by less than this differ by rounding: the quantity is constant. */
  private static final double EQUAL = 1e-12;

  /** Logs of weights relative to the largest that counts. */
  private final double[] logs;

  private final double largest;
  private final Frequencies frequencies;
  private final ControlVariates variates;
  private final Variate correctness;

  /**
   * An estimator.
   *
   * @param correctness 1 if a source validation row is predicted right, else 0
   * @param sourceConfidence mean source confidence after source temperature scaling: what the mean
   *     correctness should be
   */
  public WeightedError(
      ImportanceWeights weights,
      double[] correctness,
      double sourceConfidence,
      Frequencies frequencies,
      ControlVariates variates) {
    if (weights.rows() != correctness.length) {
      throw new IllegalArgumentException(
          weights.rows() + " weights but " + correctness.length + " source validation rows");
    }
    this.frequencies = frequencies.requireRows(correctness.length, "Correctness");
    this.variates = variates;
    this.correctness = new Variate(correctness.clone(), -sourceConfidence);
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.rows(); i++) {
      most = frequencies.get(i) > 0 ? Math.max(most, weights.log(i)) : most;
    }
    this.largest = most;
    this.logs = new double[weights.rows()];
    Arrays.setAll(logs, i -> weights.log(i) - largest);
  }

  /** The estimate of the target mean of a loss given at each source validation row. */
  public double mean(double[] loss, double exponent) {
    return at(exponent).mean(loss);
  }

  /** The per-row terms whose mean is the estimate. */
  public double[] terms(double[] loss, double exponent) {
    return at(exponent).terms(loss);
  }

  /** The estimator at one λ, for many losses. */
  public AtExponent at(double exponent) {
    return new AtExponent(exponent);
  }

  /** A quantity of known expectation, up to a factor, which no least-squares fit notices. */
  private final class Variate {
    private final double[] spread;
    private final double offset;
    private final double mean;
    private final double[] centred;

    /** The sample variance; 0 if all rows that count are equal, up to rounding. */
    private final double variance;

    /**
     * A variate.
     *
     * @param spread the quantity from an origin that keeps the digits in which rows differ
     * @param offset added to {@code spread}, it gives the quantity minus its expectation
     */
    Variate(double[] spread, double offset) {
      this.spread = spread;
      this.offset = offset;
      this.mean = frequencies.mean(spread);
      this.centred = new double[spread.length];
      double divisor = frequencies.total() > 1 ? frequencies.total() - 1 : Double.NaN;
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < spread.length; i++) {
        if (frequencies.get(i) > 0) {
          centred[i] = frequencies.get(i) * (spread[i] - mean) / divisor;
          low = Math.min(low, spread[i]);
          high = Math.max(high, spread[i]);
        }
      }
      this.variance = high - low > EQUAL ? covariance(spread, mean) : 0;
    }

    /** The sample covariance with values of the given mean. */
    double covariance(double[] values, double valuesMean) {
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        sum += frequencies.get(i) > 0 ? centred[i] * (values[i] - valuesMean) : 0;
      }
      return sum;
    }

    /** The coefficient of this variate alone; 0 if it is constant. */
    double coefficient(double covariance) {
      return variance == 0 ? 0 : covariance / variance;
    }
  }

  /** How much of each variate is subtracted. */
  private record Coefficients(double weight, double correctness) {}

  /** The estimator at one λ: weights and variate are computed once. */
  public final class AtExponent {
    private final double[] tempered;
    private final Variate weight;

    /** Covariance of the two variates. */
    private final double shared;

    private AtExponent(double exponent) {
      if (!(exponent >= 0 && exponent <= 1)) {
        throw new IllegalArgumentException("Exponent λ is " + exponent + "; it must be in [0, 1]");
      }
      double unit = Math.exp(exponent * largest);
      tempered = new double[logs.length];
      double[] spread = new double[logs.length];
      // Rows that do not count may lie above the largest that does, where the fast loop ends.
      if (exponent < SMALL) {
        for (int i = 0; i < logs.length; i++) {
          double grown = Math.expm1(exponent * logs[i]);
          tempered[i] = unit * (1 + grown);
          spread[i] = exponent == 0 ? logs[i] : grown / exponent;
        }
      } else {
        Arrays.setAll(tempered, i -> Math.min(0, exponent * logs[i]));
        Kernels.exp(tempered, tempered.length);
        for (int i = 0; i < logs.length; i++) {
          double power = logs[i] > 0 ? Math.exp(exponent * logs[i]) : tempered[i];
          tempered[i] = unit * power;
          spread[i] = (power - 1) / exponent;
        }
      }
      // (M^λ − 1)/(λM^λ), the offset from (w^λ − M^λ)/(λM^λ) to (w^λ − 1)/(λM^λ).
      double offset = exponent == 0 ? largest : -Math.expm1(-exponent * largest) / exponent;
      weight = new Variate(spread, offset);
      shared = weight.covariance(correctness.spread, correctness.mean);
    }

    /** {@code w^λ} of a row. */
    public double weight(int row) {
      return tempered[row];
    }

    /** The estimate of the target mean of a loss. */
    public double mean(double[] loss) {
      double[] terms = weighted(loss);
      double mean = frequencies.mean(terms);
      Coefficients part = coefficients(terms, mean);
      return mean
          - part.weight * (weight.mean + weight.offset)
          - part.correctness * (correctness.mean + correctness.offset);
    }

    /** The per-row terms whose mean is the estimate. */
    public double[] terms(double[] loss) {
      double[] terms = weighted(loss);
      Coefficients part = coefficients(terms, frequencies.mean(terms));
      for (int i = 0; i < terms.length; i++) {
        terms[i] -=
            part.weight * (weight.spread[i] + weight.offset)
                + part.correctness * (correctness.spread[i] + correctness.offset);
      }
      return terms;
    }

    /**
     * The coefficients of a least-squares fit; 0 for a variate that is constant.
     *
     * <p>So the sample variance of the terms never grows by subtraction, and that of {@link
     * ControlVariates#SERIAL} never exceeds that of {@link ControlVariates#WEIGHT}.
     */
    private Coefficients coefficients(double[] terms, double mean) {
      double lossWeight = weight.covariance(terms, mean);
      double lossCorrectness = correctness.covariance(terms, mean);
      double weightAlone = weight.coefficient(lossWeight);
      double left = lossCorrectness - weightAlone * shared;
      return switch (variates) {
        case NONE -> new Coefficients(0, 0);
        case WEIGHT -> new Coefficients(weightAlone, 0);
        case CORRECTNESS -> new Coefficients(0, correctness.coefficient(lossCorrectness));
        case SERIAL -> new Coefficients(weightAlone, correctness.coefficient(left));
        case PARALLEL -> {
          double variances = weight.variance * correctness.variance;
          double determinant = variances - shared * shared;
          if (variances == 0) {
            yield new Coefficients(weightAlone, correctness.coefficient(left));
          }
          if (!(determinant > 1e-12 * variances)) {
            // The variates say the same thing: one of them is enough.
            yield new Coefficients(weightAlone, 0);
          }
          yield new Coefficients(
              (lossWeight * correctness.variance - lossCorrectness * shared) / determinant,
              (lossCorrectness * weight.variance - lossWeight * shared) / determinant);
        }
      };
    }

    private double[] weighted(double[] loss) {
      if (loss.length != tempered.length) {
        throw new IllegalArgumentException(
            "Loss has "
                + loss.length
                + " values but there are "
                + tempered.length
                + " source validation rows");
      }
      double[] terms = new double[loss.length];
      Arrays.setAll(terms, i -> tempered[i] * loss[i]);
      return terms;
    }
  }
}
