package org.transcal.adapt.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Linear layers, each followed by ReLU and, in training, dropout.
 *
 * @param layers from the inputs to the features
 */
public record LayeredEncoder(List<LayerWeights> layers) implements EncoderWeights {
  public LayeredEncoder {
    layers = List.copyOf(layers);
    if (layers.isEmpty()) {
      throw new IllegalArgumentException("Encoder has no layers; at least one is needed");
    }
    for (int i = 1; i < layers.size(); i++) {
      if (layers.get(i).inputs() != layers.get(i - 1).outputs()) {
        throw new IllegalArgumentException("Layers do not fit together: " + layers);
      }
    }
  }

  /**
   * Random initial weights.
   *
   * @param inputs number of inputs
   * @param widths outputs of each layer; those of the last are the features
   */
  public static LayeredEncoder random(int inputs, List<Integer> widths, SplittableRandom random) {
    List<LayerWeights> layers = new ArrayList<>();
    int before = inputs;
    for (int width : widths) {
      layers.add(LayerWeights.random(before, width, random));
      before = width;
    }
    return new LayeredEncoder(layers);
  }

  @Override
  public int inputs() {
    return layers.get(0).inputs();
  }

  @Override
  public int features() {
    return layers.get(layers.size() - 1).outputs();
  }

  @Override
  public boolean isFinite() {
    return layers.stream().allMatch(LayerWeights::isFinite);
  }

  @Override
  public Encoder in(NDManager manager) {
    return new Live(layers.stream().map(layer -> Layer.of(manager, layer)).toList());
  }

  @Override
  @SuppressWarnings("exports")
  public Encoder in(NDManager manager, Normalization normalization) {
    return normalization == Normalization.NONE
        ? in(manager)
        : new NormalizedEncoder(manager, layers, normalization);
  }

  private record Live(List<Layer> layers) implements Encoder {
    @Override
    public NDArray features(NDArray inputs, Dropout dropout) {
      NDArray x = inputs;
      for (Layer layer : layers) {
        x = dropout.apply(Activation.relu(layer.apply(x)));
      }
      return x;
    }

    @Override
    public List<NDArray> parameters() {
      return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
    }

    @Override
    public List<NDArray> lastLayerParameters() {
      return layers.get(layers.size() - 1).parameters();
    }

    @Override
    public EncoderWeights weights() {
      return new LayeredEncoder(layers.stream().map(Layer::weights).toList());
    }
  }
}
