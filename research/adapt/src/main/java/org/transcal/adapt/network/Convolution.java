package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.pooling.Pool;
import java.util.List;
import org.transcal.adapt.tensor.Constants;

/** A convolution of 3 × 3 pixels in memory of the engine, ready to train. */
final class Convolution {
  /** Pixels under a kernel. */
  static final int KERNEL = 9;

  private static final int SIDE = 3;
  private static final Shape ONE = new Shape(1, 1);
  private static final Shape TWO = new Shape(2, 2);
  private static final Shape NONE = new Shape(0, 0);

  private final NDArray weight;
  private final NDArray bias;

  private Convolution(NDArray weight, NDArray bias) {
    this.weight = weight;
    this.bias = bias;
    weight.setRequiresGradient(true);
    bias.setRequiresGradient(true);
  }

  /**
   * A convolution, whose arrays belong to the manager.
   *
   * @param start a layer from the pixels under a kernel, channel after channel, to channels
   */
  static Convolution of(NDManager manager, LayerWeights start) {
    int channels = start.inputs() / KERNEL;
    NDArray matrix =
        Constants.matrix(manager, start.weightByOutput(), start.outputs(), start.inputs());
    return new Convolution(
        matrix.reshape(new Shape(start.outputs(), channels, SIDE, SIDE)),
        Constants.vector(manager, start.bias()));
  }

  /** Images of the same size. */
  NDArray apply(NDArray images) {
    return Conv2d.conv2d(images, weight, bias, ONE, ONE, ONE).singletonOrThrow();
  }

  /** Images of half the size: the largest of each 2 × 2 values. */
  static NDArray pool(NDArray images) {
    return Pool.maxPool2d(images, TWO, TWO, NONE, false);
  }

  List<NDArray> parameters() {
    return List.of(weight, bias);
  }

  LayerWeights weights() {
    int outputs = Math.toIntExact(weight.getShape().get(0));
    int inputs = Math.toIntExact(weight.getShape().get(1)) * KERNEL;
    return LayerWeights.byOutput(inputs, outputs, weight.toFloatArray(), bias.toFloatArray());
  }
}
