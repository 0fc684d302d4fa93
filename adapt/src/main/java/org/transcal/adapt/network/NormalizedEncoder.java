package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Linear layers with batch normalization, for batches with as many source as target rows. */
final class NormalizedEncoder implements Encoder {
  private final List<Layer> layers = new ArrayList<>();
  private final List<BatchNormalization> normalizations = new ArrayList<>();

  NormalizedEncoder(NDManager manager, List<LayerWeights> start, Normalization normalization) {
    boolean transfers = normalization == Normalization.TRANSNORM;
    for (LayerWeights layer : start) {
      layers.add(Layer.of(manager, layer));
      normalizations.add(new BatchNormalization(manager, layer.outputs(), transfers));
    }
  }

  @Override
  public NDArray features(NDArray inputs, Dropout dropout) {
    NDArray x = inputs;
    for (int i = 0; i < layers.size(); i++) {
      NDArray normalized = normalizations.get(i).apply(layers.get(i).apply(x));
      x = dropout.apply(Activation.relu(normalized));
    }
    return x;
  }

  @Override
  public List<NDArray> parameters() {
    List<NDArray> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    normalizations.forEach(normalization -> all.addAll(normalization.parameters()));
    return all;
  }

  @Override
  public EncoderWeights weights() {
    return folded(BatchNormalization::foldedForTarget);
  }

  @Override
  public EncoderWeights sourceWeights() {
    return folded(BatchNormalization::foldedForSource);
  }

  private EncoderWeights folded(BiFunction<BatchNormalization, LayerWeights, LayerWeights> fold) {
    List<LayerWeights> folded = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      folded.add(fold.apply(normalizations.get(i), layers.get(i).weights()));
    }
    return new LayeredEncoder(folded);
  }
}
