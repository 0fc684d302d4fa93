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
 * divides by zero.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}, {@code lambda_objective}. Symbols: {@code w^λ} weights,
 * {@code r} correctness, {@code c̄} source confidence.
 */
public final class WeightedError {
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
    this.correctness = Variate.ofCorrectness(correctness, sourceConfidence);
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
      tempered = weights.temperedBy(exponent);
      weight = Variate.ofWeight(weights, exponent, frequencies);
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
