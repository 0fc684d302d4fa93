package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.Optional;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.tensor.Constants;

/**
 * Stepwise adaptive feature norm with low entropy: features of both domains grow step by step, and
 * target predictions are made certain.
 *
 * <p>Weights, step and dropout are those of the authors' program for small data sets.
 */
final class Afn implements AdaptationLoss {
  private static final double NORM_WEIGHT = 0.05;
  private static final double NORM_STEP = 1;
  private static final double ENTROPY_WEIGHT = 0.1;

  /** Keeps the gradient of the square root finite at 0. */
  private static final double SMALLEST_SQUARE = 1e-12;

  @Override
  public Optional<NDArray> transfer(ForwardPass pass) {
    NDArray growth =
        growth(pass.sourceFeatures(), NORM_STEP).add(growth(pass.targetFeatures(), NORM_STEP));
    NDArray entropy = CrossEntropy.entropy(pass.targetLogits()).mean();
    return Optional.of(
        Constants.times(growth, NORM_WEIGHT).add(Constants.times(entropy, ENTROPY_WEIGHT)));
  }

  /** Scaled so that dropout keeps the expected squared norm, not the expected value. */
  @Override
  public NDArray afterDropout(NDArray features, double rate) {
    return Constants.times(features, Math.sqrt(1 - rate));
  }

  /** {@code mean (‖f‖ − (‖f̄‖ + step))²} with f̄ held fixed: norms should grow by a step. */
  static NDArray growth(NDArray features, double step) {
    NDArray norm =
        Constants.plus(features.square().sum(new int[] {1}, true), SMALLEST_SQUARE).sqrt();
    NDArray wanted = Constants.plus(norm.stopGradient(), step);
    return norm.sub(wanted).square().mean();
  }
}
