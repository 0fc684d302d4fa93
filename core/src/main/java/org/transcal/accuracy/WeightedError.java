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
 * divides by zero. Nor does its origin: covariances see {@code w} from the largest weight, since
 * from 1 the digits in which tiny weights differ are lost, and squares of huge ones overflow.
 *
 * <p>Paper: {@code eq:cv1}, {@code eq:cv2}, {@code lambda_objective}. Symbols: {@code w^λ} weights,
 * {@code r} correctness, {@code c̄} source confidence.
 */
public final class WeightedError {
  /** Below this λ, (w^λ − 1)/λ would lose digits to the division: expm1 keeps them. */
  private static final double SMALL = 1.0 / 16;

  /** Logs of weights from the largest that counts. */
  private final double[] logs;

  private final double largest;
  private final Variate correctness;
  private final Frequencies frequencies;
  private final ControlVariates variates;
  private final boolean correctnessVaries;

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
    this.correctness = new Variate(correctness.clone(), -sourceConfidence);
    this.frequencies = frequencies.requireRows(correctness.length, "Correctness");
    this.variates = variates;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.rows(); i++) {
      most = frequencies.get(i) > 0 ? Math.max(most, weights.log(i)) : most;
    }
    this.largest = most;
    this.logs = new double[weights.rows()];
    Arrays.setAll(logs, i -> weights.log(i) - largest);
    this.correctnessVaries = !this.correctness.isConstant(frequencies);
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
        for (int i = 0; i < logs.length; i++) {
          tempered[i] = Math.min(0, exponent * logs[i]);
        }
        Kernels.exp(tempered, tempered.length);
        for (int i = 0; i < logs.length; i++) {
          double power = logs[i] > 0 ? Math.exp(exponent * logs[i]) : tempered[i];
          tempered[i] = unit * power;
          spread[i] = (power - 1) / exponent;
        }
      }
      // (M^λ − 1)/(λM^λ): what takes (w^λ − M^λ)/(λM^λ) to (w^λ − 1)/(λM^λ).
      double offset = exponent == 0 ? largest : -Math.expm1(-exponent * largest) / exponent;
      weight = new Variate(spread, offset);
    }

    /** {@code w^λ} of a row. */
    public double weight(int row) {
      return tempered[row];
    }

    /** The estimate of the target mean of a loss. */
    public double mean(double[] loss) {
      double[] terms = weighted(loss);
      Moments moments = moments(terms);
      ControlVariates.Coefficients part = coefficients(moments);
      return moments.meanLoss()
          - part.weight() * (moments.meanWeight() + weight.offset())
          - part.correctness() * (moments.meanCorrectness() + correctness.offset());
    }

    /** The per-row terms whose mean is the estimate. */
    public double[] terms(double[] loss) {
      double[] terms = weighted(loss);
      ControlVariates.Coefficients part = coefficients(moments(terms));
      for (int i = 0; i < terms.length; i++) {
        terms[i] -= part.weight() * weight.excess(i) + part.correctness() * correctness.excess(i);
      }
      return terms;
    }

    private Moments moments(double[] terms) {
      return Moments.of(terms, weight.spread(), correctness.spread(), frequencies);
    }

    private ControlVariates.Coefficients coefficients(Moments moments) {
      return variates.coefficients(moments, !weight.isConstant(frequencies), correctnessVaries);
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
      for (int i = 0; i < terms.length; i++) {
        terms[i] = tempered[i] * loss[i];
      }
      return terms;
    }
  }
}
