package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import org.transcal.adapt.tensor.Constants;

/** A linear layer in memory of the engine, ready to train. */
public final class Layer {
  private final int inputs;
  private final int outputs;
  private final NDArray weight;
  private final NDArray bias;

  private Layer(int inputs, int outputs, NDArray weight, NDArray bias) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.weight = weight;
    this.bias = bias;
  }

  /** A layer with given weights, whose arrays belong to the manager. */
  public static Layer of(NDManager manager, LayerWeights start) {
    NDArray weight = Constants.matrix(manager, start.weight(), start.inputs(), start.outputs());
    NDArray bias = Constants.vector(manager, start.bias());
    weight.setRequiresGradient(true);
    bias.setRequiresGradient(true);
    return new Layer(start.inputs(), start.outputs(), weight, bias);
  }

  /** {@code x W + b}, one row per example; {@code x} may be sparse. */
  public NDArray apply(NDArray x) {
    return x.matMul(weight).add(bias);
  }

  /** Number of inputs. */
  public int inputs() {
    return inputs;
  }

  /** Number of outputs. */
  public int outputs() {
    return outputs;
  }

  /** What an optimizer changes. */
  public List<NDArray> parameters() {
    return List.of(weight, bias);
  }

  /** The current weights. */
  public LayerWeights weights() {
    return new LayerWeights(inputs, outputs, weight.toFloatArray(), bias.toFloatArray());
  }
}
