package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Linear layers with batch normalization, for batches with as many source as target rows. */
final class NormalizedEncoder implements Encoder {
  private final List<Layer> layers = new ArrayList<>();
  private final List<Optional<BatchNormalization>> normalizations = new ArrayList<>();

  NormalizedEncoder(NDManager manager, List<LayerWeights> start, Normalization normalization) {
    boolean transfers = normalization == Normalization.TRANSNORM;
    for (LayerWeights layer : start) {
      boolean isLast = layers.size() == start.size() - 1;
      layers.add(Layer.of(manager, layer));
      normalizations.add(
          isLast || normalization != Normalization.FEATURES
              ? Optional.of(new BatchNormalization(manager, layer.outputs(), transfers))
              : Optional.empty());
    }
  }

  @Override
  public NDArray features(NDArray inputs, Dropout dropout) {
    NDArray x = inputs;
    for (int i = 0; i < layers.size(); i++) {
      NDArray outputs = layers.get(i).apply(x);
      NDArray normalized = normalizations.get(i).map(one -> one.apply(outputs)).orElse(outputs);
      x = dropout.apply(Activation.relu(normalized));
    }
    return x;
  }

  @Override
  public List<NDArray> parameters() {
    List<NDArray> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    normalizations.forEach(one -> one.ifPresent(its -> all.addAll(its.parameters())));
    return all;
  }

  @Override
  public List<NDArray> lastLayerParameters() {
    int last = layers.size() - 1;
    List<NDArray> all = new ArrayList<>(layers.get(last).parameters());
    normalizations.get(last).ifPresent(its -> all.addAll(its.parameters()));
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
      LayerWeights weights = layers.get(i).weights();
      folded.add(normalizations.get(i).map(one -> fold.apply(one, weights)).orElse(weights));
    }
    return new LayeredEncoder(folded);
  }
}
