package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.convolutional.Conv2d;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.transcal.adapt.tensor.Constants;

/**
 * A linear layer, or a convolution of 3 × 3 pixels, in memory of the engine, ready to train; with
 * or without normalization of its outputs.
 */
public final class Layer {
  private static final Shape ONE = new Shape(1, 1);

  private final LayerWeights start;
  private final boolean isConvolution;
  private final NDArray weight;
  private final NDArray bias;
  private final Optional<BatchNormalization> normalization;

  private Layer(
      LayerWeights start,
      boolean isConvolution,
      NDArray weight,
      NDArray bias,
      Optional<BatchNormalization> normalization) {
    this.start = start;
    this.isConvolution = isConvolution;
    this.weight = weight;
    this.bias = bias;
    this.normalization = normalization;
    weight.setRequiresGradient(true);
    bias.setRequiresGradient(true);
  }

  /** A linear layer with given weights, whose arrays belong to the manager. */
  public static Layer of(NDManager manager, LayerWeights start) {
    return linear(manager, start, Optional.empty());
  }

  static Layer linear(
      NDManager manager, LayerWeights start, Optional<BatchNormalization> normalization) {
    return new Layer(
        start,
        false,
        Constants.matrix(manager, start.weight(), start.inputs(), start.outputs()),
        Constants.vector(manager, start.bias()),
        normalization);
  }

  /** A convolution, from the pixels under a kernel, channel after channel, to channels. */
  static Layer convolution(
      NDManager manager, LayerWeights start, Optional<BatchNormalization> normalization) {
    int channels = start.inputs() / LayerWeights.KERNEL;
    return new Layer(
        start,
        true,
        Constants.matrix(manager, start.weightByOutput(), start.outputs(), start.inputs())
            .reshape(new Shape(start.outputs(), channels, 3, 3)),
        Constants.vector(manager, start.bias()),
        normalization);
  }

  /** {@code x W + b}, one row per example, where {@code x} may be sparse; or images. */
  public NDArray apply(NDArray x) {
    NDArray outputs =
        isConvolution
            ? Conv2d.conv2d(x, weight, bias, ONE, ONE, ONE).singletonOrThrow()
            : x.matMul(weight).add(bias);
    return normalization.map(one -> one.apply(outputs)).orElse(outputs);
  }

  public List<NDArray> parameters() {
    return Stream.concat(
            Stream.of(weight, bias),
            normalization.stream().flatMap(one -> one.parameters().stream()))
        .toList();
  }

  /** The weights, for target rows if outputs are normalized. */
  public LayerWeights weights() {
    return folded(BatchNormalization::foldedForTarget);
  }

  LayerWeights sourceWeights() {
    return folded(BatchNormalization::foldedForSource);
  }

  private LayerWeights folded(BiFunction<BatchNormalization, LayerWeights, LayerWeights> fold) {
    float[] values = weight.toFloatArray();
    LayerWeights own =
        isConvolution
            ? LayerWeights.byOutput(start.inputs(), start.outputs(), values, bias.toFloatArray())
            : new LayerWeights(start.inputs(), start.outputs(), values, bias.toFloatArray());
    return normalization.map(one -> fold.apply(one, own)).orElse(own);
  }
}
