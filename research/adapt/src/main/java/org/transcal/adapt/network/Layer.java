package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import org.transcal.adapt.tensor.Constants;

/** A linear layer in memory of the engine, ready to train. */
public final class Layer {
  private final NDArray weight;
  private final NDArray bias;

  private Layer(NDArray weight, NDArray bias) {
    this.weight = weight;
    this.bias = bias;
    weight.setRequiresGradient(true);
    bias.setRequiresGradient(true);
  }

  /** A layer with given weights, whose arrays belong to the manager. */
  public static Layer of(NDManager manager, LayerWeights start) {
    return new Layer(
        Constants.matrix(manager, start.weight(), start.inputs(), start.outputs()),
        Constants.vector(manager, start.bias()));
  }

  /** {@code x W + b}, one row per example; {@code x} may be sparse. */
  public NDArray apply(NDArray x) {
    return x.matMul(weight).add(bias);
  }

  public List<NDArray> parameters() {
    return List.of(weight, bias);
  }

  public LayerWeights weights() {
    int inputs = Math.toIntExact(weight.getShape().get(0));
    int outputs = Math.toIntExact(weight.getShape().get(1));
    return new LayerWeights(inputs, outputs, weight.toFloatArray(), bias.toFloatArray());
  }
}
