package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.transcal.adapt.data.Sampler;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GaussianDivergence;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * A normal distribution of the classifier's weights, independent of each other, fitted by
 * stochastic variational inference: cross-entropy of source rows plus 1/n of the divergence from
 * the prior N(0, 1).
 *
 * <p>Paper: Blundell et al. 2015, on the last layer as in Ovadia et al. 2019; logits are sampled
 * instead of weights (local reparameterisation, Kingma et al. 2015).
 */
public final class LastLayerPosterior {
  private static final int STEPS = 400;
  private static final int BATCH = 64;
  private static final double RATE = 0.02;
  private static final double MOMENTUM = 0.9;

  /** Log of the initial standard deviation, 0.05. */
  private static final float START = (float) Math.log(0.05);

  /** Keeps the gradient of the square root finite at 0. */
  private static final double SMALLEST_VARIANCE = 1e-12;

  /** Beyond this, the fit has diverged: the prior has 0. */
  private static final double LARGEST_LOG = 10;

  private final LayerWeights means;
  private final LayerWeights logDeviations;

  LastLayerPosterior(LayerWeights means, LayerWeights logDeviations) {
    this.means = means;
    this.logDeviations = logDeviations;
  }

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
      Parameters parameters = new Parameters(inner, start);
      Sampler rows = new Sampler(Sampler.permutation(features.rows(), random), random);
      for (int step = 0; step < STEPS; step++) {
        double rate = Schedule.learningRate(RATE, (double) step / STEPS);
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
          try (GradientCollector gradients = Engine.newGradientCollector()) {
            gradients.backward(parameters.loss(x, y, z, features.rows()));
          }
          parameters.step(rate);
        }
      }
      return parameters.toPosterior(start);
    }
  }

  private static NDArray batch(NDManager manager, Matrix features, int[] rows) {
    float[] values = new float[rows.length * features.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) features.get(rows[i / features.columns()], i % features.columns());
    }
    return Constants.matrix(manager, values, rows.length, features.columns());
  }

  /** Logits with noise: means and variances are sums over features. */
  static NDArray logits(NDArray x, List<NDArray> parameters, NDArray noise) {
    NDArray mean = x.matMul(parameters.get(0)).add(parameters.get(1));
    NDArray variance =
        x.square().matMul(squared(parameters.get(2))).add(squared(parameters.get(3)));
    return mean.add(Constants.plus(variance, SMALLEST_VARIANCE).sqrt().mul(noise));
  }

  private static NDArray squared(NDArray logs) {
    return Constants.times(logs, 2).exp();
  }

  /** The distribution in memory of the engine. */
  private static final class Parameters {
    private final List<NDArray> all;
    private final List<NDArray> velocities;

    Parameters(NDManager manager, LayerWeights start) {
      float[] weightLogs = new float[start.weight().length];
      float[] biasLogs = new float[start.bias().length];
      Arrays.fill(weightLogs, START);
      Arrays.fill(biasLogs, START);
      all =
          List.of(
              Constants.matrix(manager, start.weight(), start.inputs(), start.outputs()),
              Constants.vector(manager, start.bias()),
              Constants.matrix(manager, weightLogs, start.inputs(), start.outputs()),
              Constants.vector(manager, biasLogs));
      velocities = all.stream().map(array -> manager.zeros(array.getShape())).toList();
      all.forEach(array -> array.setRequiresGradient(true));
    }

    NDArray loss(NDArray x, NDArray y, NDArray noise, int rows) {
      NDArray divergence =
          GaussianDivergence.fromStandard(all.get(0), all.get(2))
              .add(GaussianDivergence.fromStandard(all.get(1), all.get(3)));
      return CrossEntropy.mean(logits(x, all, noise), y)
          .add(Constants.times(divergence, 1.0 / rows));
    }

    void step(double rate) {
      for (int i = 0; i < all.size(); i++) {
        NDArray gradient = all.get(i).getGradient();
        NDArray velocity = velocities.get(i);
        velocity.muli(Constants.like(velocity, MOMENTUM)).addi(gradient);
        all.get(i).subi(Constants.times(velocity, rate));
        gradient.subi(gradient);
      }
    }

    LastLayerPosterior toPosterior(LayerWeights shape) {
      return new LastLayerPosterior(
          new LayerWeights(
              shape.inputs(),
              shape.outputs(),
              all.get(0).toFloatArray(),
              all.get(1).toFloatArray()),
          new LayerWeights(
              shape.inputs(),
              shape.outputs(),
              all.get(2).toFloatArray(),
              all.get(3).toFloatArray()));
    }
  }

  /** Whether the fit converged to usable weights. */
  public boolean isUsable() {
    return means.isFinite()
        && logDeviations.isFinite()
        && IntStream.range(0, logDeviations.weight().length)
            .allMatch(i -> logDeviations.weight()[i] < LARGEST_LOG);
  }

  /** Logits of rows, each with noise of its own. */
  public Matrix sampleLogits(Matrix features, SplittableRandom random) {
    return logits(features).sample(random);
  }

  /** The distribution of the logits of some rows. */
  public RowLogits logits(Matrix features) {
    int classes = means.outputs();
    double[] weightVariance = variances(logDeviations.weight());
    double[] biasVariance = variances(logDeviations.bias());
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

  /** Logits of rows as independent normal distributions. */
  public static final class RowLogits {
    private final double[] means;
    private final double[] deviations;
    private final int classes;

    private RowLogits(double[] means, double[] deviations, int classes) {
      this.means = means;
      this.deviations = deviations;
      this.classes = classes;
    }

    /** One sample of every logit. */
    public Matrix sample(SplittableRandom random) {
      float[] sampled = new float[means.length];
      for (int i = 0; i < sampled.length; i++) {
        sampled[i] = (float) (means[i] + deviations[i] * random.nextGaussian());
      }
      return Matrix.wrap(sampled, sampled.length / classes, classes);
    }
  }

  private static double[] variances(float[] logDeviations) {
    double[] variances = new double[logDeviations.length];
    Arrays.setAll(variances, i -> Math.exp(2 * logDeviations[i]));
    return variances;
  }
}
