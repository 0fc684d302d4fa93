package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;
import java.util.List;
import org.transcal.adapt.tensor.Constants;

/**
 * Batch normalization during training; trained weights have it folded into the linear layer.
 *
 * <p>The first half of the rows are from the source, the second from the target, and each domain
 * has statistics of its own. With TransNorm, channel j is scaled by {@code 1 + α_j}, where {@code
 * α_j} is proportional to {@code 1/(1 + d_j)} with mean 1, and {@code d_j} is the distance between
 * {@code μ/σ} of the two domains; no gradient flows through α.
 */
final class BatchNormalization {
  private static final double EPSILON = 1e-5;
  private static final double MOMENTUM = 0.1;

  private final boolean transfers;
  private final NDArray scale;
  private final NDArray shift;
  private final Statistics source;
  private final Statistics target;

  /** Running mean and variance of a domain. */
  private static final class Statistics {
    private final double[] mean;
    private final double[] variance;
    private boolean empty = true;

    Statistics(int width) {
      mean = new double[width];
      variance = new double[width];
    }

    void update(NDArray batchMean, NDArray batchVariance, long rows) {
      float[] means = batchMean.toFloatArray();
      float[] variances = batchVariance.toFloatArray();
      double share = empty ? 1 : MOMENTUM;
      for (int j = 0; j < mean.length; j++) {
        double unbiased = variances[j] * rows / (rows - 1.0);
        mean[j] += share * (means[j] - mean[j]);
        variance[j] += share * (unbiased - variance[j]);
      }
      empty = false;
    }
  }

  BatchNormalization(NDManager manager, int width, boolean transfers) {
    this.transfers = transfers;
    float[] ones = new float[width];
    Arrays.fill(ones, 1);
    this.scale = Constants.vector(manager, ones);
    this.shift = Constants.vector(manager, new float[width]);
    scale.setRequiresGradient(true);
    shift.setRequiresGradient(true);
    this.source = new Statistics(width);
    this.target = new Statistics(width);
  }

  List<NDArray> parameters() {
    return List.of(scale, shift);
  }

  /**
   * Normalized training rows, source rows first, as many as target rows; channels of images over
   * all pixels.
   */
  NDArray apply(NDArray rows) {
    Shape channelwise =
        rows.getShape().dimension() == 4 ? new Shape(1, -1, 1, 1) : new Shape(1, -1);
    long half = rows.getShape().get(0) / 2;
    NDList parts = rows.split(new long[] {half}, 0);
    NDArray normalized =
        standardized(parts.get(0), source).concat(standardized(parts.get(1), target), 0);
    NDArray outputs = normalized.mul(scale.reshape(channelwise)).add(shift.reshape(channelwise));
    if (!transfers) {
      return outputs;
    }
    double[] alpha = transferability();
    float[] factors = new float[alpha.length];
    for (int j = 0; j < factors.length; j++) {
      factors[j] = (float) (1 + alpha[j]);
    }
    return outputs.mul(Constants.vector(rows.getManager(), factors).reshape(channelwise));
  }

  private static NDArray standardized(NDArray rows, Statistics running) {
    NDArray mean = channelMeans(rows);
    NDArray centred = rows.sub(mean);
    NDArray variance = channelMeans(centred.square());
    running.update(mean, variance, rows.size() / mean.size());
    return centred.div(Constants.plus(variance, EPSILON).sqrt());
  }

  /** Means of columns, or of the channels of images: the engine takes one axis at a time. */
  private static NDArray channelMeans(NDArray rows) {
    NDArray means = rows;
    for (int axis = rows.getShape().dimension() - 1; axis > 1; axis--) {
      means = means.mean(new int[] {axis}, true);
    }
    return means.mean(new int[] {0}, true);
  }

  /** α of every channel, by running statistics; 0 without TransNorm. */
  double[] transferability() {
    double[] alpha = new double[source.mean.length];
    if (!transfers) {
      return alpha;
    }
    double sum = 0;
    for (int j = 0; j < alpha.length; j++) {
      double distance =
          Math.abs(
              source.mean[j] / Math.sqrt(source.variance[j] + EPSILON)
                  - target.mean[j] / Math.sqrt(target.variance[j] + EPSILON));
      alpha[j] = 1 / (1 + distance);
      sum += alpha[j];
    }
    for (int j = 0; j < alpha.length; j++) {
      alpha[j] *= alpha.length / sum;
    }
    return alpha;
  }

  LayerWeights foldedForSource(LayerWeights layer) {
    return folded(layer, source);
  }

  LayerWeights foldedForTarget(LayerWeights layer) {
    return folded(layer, target);
  }

  /** The layer followed by normalization with running statistics, as one layer. */
  private LayerWeights folded(LayerWeights layer, Statistics running) {
    float[] gamma = scale.toFloatArray();
    float[] beta = shift.toFloatArray();
    double[] alpha = transferability();
    int outputs = layer.outputs();
    float[] weight = new float[layer.weight().length];
    float[] bias = new float[outputs];
    double[] factor = new double[outputs];
    for (int j = 0; j < outputs; j++) {
      double strength = 1 + alpha[j];
      factor[j] = gamma[j] * strength / Math.sqrt(running.variance[j] + EPSILON);
      bias[j] = (float) ((layer.bias()[j] - running.mean[j]) * factor[j] + beta[j] * strength);
    }
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) (layer.weight()[i] * factor[i % outputs]);
    }
    return new LayerWeights(layer.inputs(), outputs, weight, bias);
  }
}
