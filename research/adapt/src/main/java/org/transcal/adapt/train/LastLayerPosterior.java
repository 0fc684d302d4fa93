package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.transcal.adapt.data.Sampler;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * A normal distribution of the classifier's weights, independent of each other, fitted by
 * stochastic variational inference: cross-entropy of source rows plus 1/n of the divergence from
 * the prior N(0, 1/τ), under which logits of source rows have standard deviation 3.
 *
 * <p>Paper: Blundell et al. 2015, on the last layer as in Ovadia et al. 2019; logits are sampled
 * instead of weights (local reparameterisation, Kingma et al. 2015). Deviation: precisions take
 * natural-gradient steps (Khan and Lin 2017), which end at the same optimum from any start; the
 * prior follows the scale of features, which are not trained with it.
 *
 * <p>Symbols: at the optimum 1/σ² = τ + Σ x² E[p(1 − p)] for each weight.
 *
 * @param means of weights and biases
 * @param deviations their standard deviations
 */
public record LastLayerPosterior(LayerWeights means, LayerWeights deviations) {
  private static final int STEPS = 1000;
  private static final int BATCH = 512;

  /** First step length of Adam for the means; it falls to 0 linearly. */
  private static final double RATE = 0.05;

  /** Decay of Adam's averages of gradients and of their squares. */
  private static final double FIRST_DECAY = 0.9;

  private static final double SECOND_DECAY = 0.999;
  private static final double SMALLEST_ROOT = 1e-8;

  /** Step t of the precisions has length t^-0.7: Robbins and Monro's conditions hold. */
  private static final double FORGETTING = 0.7;

  /** Prior variance of a logit. */
  private static final double PRIOR = 9;

  /**
   * Fits from a trained classifier.
   *
   * @param features of source training rows, which stay fixed
   * @param random for batches and noise
   */
  public static LastLayerPosterior fit(
      NDManager manager,
      LayerWeights start,
      Matrix features,
      Labels labels,
      SplittableRandom random) {
    try (NDManager inner = manager.newSubManager()) {
      Parameters parameters = new Parameters(inner, start, priorPrecision(features));
      Sampler rows = new Sampler(Sampler.permutation(features.rows(), random), random);
      for (int step = 1; step <= STEPS; step++) {
        try (NDManager ofStep = inner.newSubManager();
            NDScope scope = new NDScope()) {
          scope.suppressNotUsedWarning();
          int[] chosen = rows.next(Math.min(BATCH, features.rows()));
          NDArray x = batch(ofStep, features, chosen);
          NDArray y = OneHot.of(ofStep, labels.select(chosen).toArray(), labels.classes());
          float[] noise = new float[chosen.length * labels.classes()];
          for (int i = 0; i < noise.length; i++) {
            noise[i] = (float) random.nextGaussian();
          }
          NDArray z = Constants.matrix(ofStep, noise, chosen.length, labels.classes());
          parameters.step(step, x, y, z, (double) features.rows() / chosen.length);
        }
      }
      return parameters.toPosterior(start);
    }
  }

  /** τ: the mean of Σ x² over rows, with 1 for the bias, divided by the variance of a logit. */
  static double priorPrecision(Matrix features) {
    double[] row = new double[features.columns()];
    double sum = 0;
    for (int i = 0; i < features.rows(); i++) {
      features.copyRow(i, row);
      for (double x : row) {
        sum += x * x;
      }
    }
    return (sum / features.rows() + 1) / PRIOR;
  }

  /** Rows of features, each with a 1 for the bias behind it. */
  private static NDArray batch(NDManager manager, Matrix features, int[] rows) {
    int columns = features.columns() + 1;
    float[] values = new float[Math.multiplyExact(rows.length, columns)];
    for (int i = 0; i < values.length; i++) {
      int column = i % columns;
      values[i] =
          column == features.columns() ? 1 : (float) features.get(rows[i / columns], column);
    }
    return Constants.matrix(manager, values, rows.length, columns);
  }

  /** The distribution in memory of the engine; the last row of each matrix is of the biases. */
  private static final class Parameters {
    private final NDArray means;
    private final NDArray precisions;
    private final NDArray gradients;
    private final NDArray squares;
    private final double prior;

    Parameters(NDManager manager, LayerWeights start, double prior) {
      this.prior = prior;
      int values = start.weight().length;
      float[] all = Arrays.copyOf(start.weight(), values + start.outputs());
      System.arraycopy(start.bias(), 0, all, values, start.outputs());
      means = Constants.matrix(manager, all, start.inputs() + 1, start.outputs());
      precisions = Constants.times(manager.ones(means.getShape()), prior);
      gradients = manager.zeros(means.getShape());
      squares = manager.zeros(means.getShape());
    }

    /** One step of n · cross-entropy + divergence, whose gradients are written down here. */
    void step(int t, NDArray x, NDArray y, NDArray noise, double perRow) {
      NDArray variance = x.square().matMul(Constants.like(precisions, 1).div(precisions));
      NDArray p = x.matMul(means).add(variance.sqrt().mul(noise)).softmax(1);
      NDArray gradient =
          Constants.times(x.transpose().matMul(p.sub(y)), perRow)
              .add(Constants.times(means, prior));
      NDArray curvature = Constants.times(x.square().transpose().matMul(p.sub(p.square())), perRow);
      average(precisions, Constants.plus(curvature, prior), 1 - Math.pow(t, -FORGETTING));
      average(gradients, gradient, FIRST_DECAY);
      average(squares, gradient.square(), SECOND_DECAY);
      NDArray roots = Constants.times(squares, 1 / (1 - Math.pow(SECOND_DECAY, t))).sqrt();
      double rate = RATE * (1 - (double) (t - 1) / STEPS) / (1 - Math.pow(FIRST_DECAY, t));
      means.subi(Constants.times(gradients, rate).div(Constants.plus(roots, SMALLEST_ROOT)));
    }

    private static void average(NDArray average, NDArray next, double share) {
      average.muli(Constants.like(average, share)).addi(Constants.times(next, 1 - share));
    }

    LastLayerPosterior toPosterior(LayerWeights shape) {
      float[] roots = precisions.toFloatArray();
      for (int i = 0; i < roots.length; i++) {
        roots[i] = (float) Math.sqrt(1 / roots[i]);
      }
      return new LastLayerPosterior(layer(shape, means.toFloatArray()), layer(shape, roots));
    }

    private static LayerWeights layer(LayerWeights shape, float[] values) {
      int weights = shape.weight().length;
      return new LayerWeights(
          shape.inputs(),
          shape.outputs(),
          Arrays.copyOf(values, weights),
          Arrays.copyOfRange(values, weights, values.length));
    }
  }

  /** Whether the fit converged to usable weights. */
  public boolean isUsable() {
    return means.isFinite() && deviations.isFinite();
  }

  /** The distribution of the logits of some rows. */
  public RowLogits logits(Matrix features) {
    int classes = means.outputs();
    double[] weightVariance = squared(deviations.weight());
    double[] biasVariance = squared(deviations.bias());
    double[] mean = new double[Math.multiplyExact(features.rows(), classes)];
    double[] deviation = new double[mean.length];
    double[] variance = new double[classes];
    for (int i = 0, at = 0; i < features.rows(); i++, at += classes) {
      System.arraycopy(biasVariance, 0, variance, 0, classes);
      for (int k = 0; k < classes; k++) {
        mean[at + k] = means.bias()[k];
      }
      for (int j = 0; j < features.columns(); j++) {
        double x = features.get(i, j);
        for (int k = 0; k < classes; k++) {
          mean[at + k] += x * means.weight()[j * classes + k];
          variance[k] += x * x * weightVariance[j * classes + k];
        }
      }
      for (int k = 0; k < classes; k++) {
        deviation[at + k] = Math.sqrt(variance[k]);
      }
    }
    return new RowLogits(mean, deviation, classes);
  }

  /** Logits of rows as independent normal distributions, row after row. */
  public record RowLogits(double[] means, double[] deviations, int classes) {
    /** One sample of every logit. */
    public Matrix sample(SplittableRandom random) {
      float[] sampled = new float[means.length];
      for (int i = 0; i < sampled.length; i++) {
        sampled[i] = (float) (means[i] + deviations[i] * random.nextGaussian());
      }
      return Matrix.wrap(sampled, sampled.length / classes, classes);
    }
  }

  private static double[] squared(float[] deviations) {
    double[] variances = new double[deviations.length];
    Arrays.setAll(variances, i -> (double) deviations[i] * deviations[i]);
    return variances;
  }
}
