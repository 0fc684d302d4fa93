package org.transcal.risk;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.ImportanceWeights;

/**
 * Importance-weighted mean of a loss over source validation rows, for any exponent λ on the
 * weights, with control variates: an estimate of its mean over the target.
 *
 * <p>λ = 0 is the limit λ → 0⁺: the weight variate {@code w^λ − 1} is used as {@code (w^λ − 1)/λ},
 * which tends to {@code ln w}. Its factor does not matter to a least-squares coefficient, so no λ
 * divides by zero. Nor does its origin: covariances see {@code w} from the largest weight, since
 * from 1 the digits in which tiny weights differ are lost, and squares of huge ones overflow.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}, {@code lambda_objective}. Symbols: {@code w^λ} weights,
 * {@code r} correctness, {@code c̄} source confidence.
 */
public final class WeightedError {
  /** Exponents nearer to 0 than this are raised by expm1, which keeps the digits of e^x − 1. */
  private static final double NEAR = 0.5;

  private final ImportanceWeights weights;
  private final Variate correctness;
  private final Frequencies frequencies;
  private final ControlVariates variates;

  /**
   * An estimator.
   *
   * @param correctness 1 where a source validation row is predicted right, else 0
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
    this.weights = weights;
    this.correctness = new Variate(correctness.clone(), -sourceConfidence);
    this.frequencies = frequencies.requireRows(correctness.length, "Correctness");
    this.variates = variates;
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

  /** The estimator at one λ: weights and variate are computed once. */
  public final class AtExponent {
    private final double[] tempered;
    private final Variate weight;

    private AtExponent(double exponent) {
      if (!(exponent >= 0 && exponent <= 1)) {
        throw new IllegalArgumentException("Exponent λ is " + exponent + "; it must be in [0, 1]");
      }
      double largest = largestLog();
      double unit = Math.exp(exponent * largest);
      tempered = new double[weights.rows()];
      double[] spread = new double[weights.rows()];
      for (int i = 0; i < tempered.length; i++) {
        double log = weights.log(i) - largest;
        double power = exponent * log;
        // One exponential gives both (w/M)^λ and (w/M)^λ − 1 to full precision.
        boolean near = Math.abs(power) < NEAR;
        double grown = near ? Math.expm1(power) : Math.exp(power);
        tempered[i] = unit * (near ? 1 + grown : grown);
        spread[i] = exponent == 0 ? log : (near ? grown : grown - 1) / exponent;
      }
      // (M^λ − 1)/(λM^λ): what takes (w^λ − M^λ)/(λM^λ) to (w^λ − 1)/(λM^λ).
      double offset = exponent == 0 ? largest : -Math.expm1(-exponent * largest) / exponent;
      weight = new Variate(spread, offset);
    }

    /** ln M, the largest log weight that counts. */
    private double largestLog() {
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < weights.rows(); i++) {
        largest = frequencies.get(i) > 0 ? Math.max(largest, weights.log(i)) : largest;
      }
      return largest;
    }

    /** {@code w^λ} of a row. */
    public double weight(int row) {
      return tempered[row];
    }

    /** The estimate of the target mean of a loss. */
    public double mean(double[] loss) {
      return frequencies.mean(terms(loss));
    }

    /** The per-row terms whose mean is the estimate. */
    public double[] terms(double[] loss) {
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
      return variates.reduce(terms, weight, correctness, frequencies);
    }
  }
}
