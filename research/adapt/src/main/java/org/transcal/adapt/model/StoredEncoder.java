package org.transcal.adapt.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.transcal.adapt.network.EncoderWeights;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.file.InputException;

/**
 * A network's encoder in the files of a model.
 *
 * @param weights the file of tensors
 * @param json the description's file
 * @param tensors by name
 */
record StoredEncoder(Path weights, Path json, Map<String, Tensor> tensors) {
  private static final int MOST_LAYERS = 100;
  private static final int WIDEST = 1 << 28;
  private static final int LARGEST_IMAGE = 1 << 16;
  private static final int SIDE = 3;

  /** Adds the tensors of an encoder. */
  static void put(SortedMap<String, Tensor> tensors, EncoderWeights encoder) {
    LayeredEncoder layered = layered(encoder);
    for (int i = 0; i < layered.convolutions().size(); i++) {
      LayerWeights one = layered.convolutions().get(i);
      put(tensors, "convolution." + i, one, kernelShape(one.inputs(), one.outputs()));
    }
    for (int i = 0; i < layered.layers().size(); i++) {
      put(tensors, "encoder." + i, layered.layers().get(i));
    }
  }

  /** Adds the tensors of a linear layer. */
  static void put(SortedMap<String, Tensor> tensors, String name, LayerWeights layer) {
    put(tensors, name, layer, List.of(layer.outputs(), layer.inputs()));
  }

  private static void put(
      SortedMap<String, Tensor> tensors, String name, LayerWeights layer, List<Integer> shape) {
    tensors.put(name + ".weight", new Tensor(shape, layer.weightByOutput()));
    tensors.put(name + ".bias", Tensor.vector(layer.bias()));
  }

  private static List<Integer> kernelShape(int inputs, int outputs) {
    return List.of(outputs, inputs / (SIDE * SIDE), SIDE, SIDE);
  }

  static LayeredEncoder layered(EncoderWeights encoder) {
    if (encoder instanceof LayeredEncoder layered) {
      return layered;
    }
    throw new IllegalArgumentException(
        "The model's encoder is a DJL block; save it with Block.saveParameters");
  }

  /** The encoder that a description specifies. */
  LayeredEncoder read(ModelFiles.Description description) {
    int inputs = sizes("inputs", List.of(description.inputs()), 1, WIDEST).get(0);
    Optional<ImageShape> image = Optional.empty();
    List<LayerWeights> convolutions = new ArrayList<>();
    int before = inputs;
    if (description.image().isPresent()) {
      List<Integer> sizes = sizes("image", description.image().get(), SIDE, LARGEST_IMAGE);
      List<Integer> channels =
          sizes(
              "convolutions",
              description.convolutions().orElse(List.of()),
              MOST_LAYERS,
              LARGEST_IMAGE);
      if (sizes.size() != SIDE || channels.isEmpty()) {
        throw InputException.in(
            json,
            "needs channels, height and width in \"image\" and at least one of \"convolutions\"");
      }
      ImageShape shape;
      try {
        shape = new ImageShape(sizes.get(0), sizes.get(1), sizes.get(2));
        before = LayeredEncoder.shapeAfter(shape, channels).size();
      } catch (IllegalArgumentException | InputException e) {
        throw new InputException(json + ": " + e.getMessage(), e);
      }
      if (inputs != shape.size()) {
        throw InputException.in(
            json, "\"inputs\" is %s; images of %s have %s values", inputs, shape, shape.size());
      }
      image = Optional.of(shape);
      int kernel = shape.channels() * SIDE * SIDE;
      for (int next : channels) {
        String name = "convolution." + convolutions.size();
        convolutions.add(layer(name, kernel, next, kernelShape(kernel, next)));
        kernel = next * SIDE * SIDE;
      }
    }
    List<LayerWeights> layers = new ArrayList<>();
    for (int width : sizes("layers", description.layers(), MOST_LAYERS, WIDEST)) {
      layers.add(layer("encoder." + layers.size(), before, width));
      before = width;
    }
    if (layers.isEmpty()) {
      throw InputException.in(json, "needs at least one of \"layers\"");
    }
    return new LayeredEncoder(image, convolutions, layers);
  }

  private List<Integer> sizes(String name, List<Integer> sizes, int longest, int most) {
    if (sizes.size() > longest) {
      throw InputException.in(json, "\"%s\" must be a list of at most %s values", name, longest);
    }
    if (sizes.stream().anyMatch(size -> size < 1 || size > most)) {
      throw InputException.in(json, "\"%s\" must be an integer in 1 … %s", name, most);
    }
    return sizes;
  }

  /** A linear layer. */
  LayerWeights layer(String name, int inputs, int outputs) {
    return layer(name, inputs, outputs, List.of(outputs, inputs));
  }

  private LayerWeights layer(String name, int inputs, int outputs, List<Integer> shape) {
    return LayerWeights.byOutput(
        inputs, outputs, values(name + ".weight", shape), values(name + ".bias", List.of(outputs)));
  }

  private float[] values(String name, List<Integer> shape) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw InputException.in(
          weights, "has no tensor " + name + "; it has " + InputException.list(tensors.keySet()));
    }
    if (!tensor.shape().equals(shape)) {
      throw InputException.in(
          weights,
          "tensor %s has shape %s; by the description it is %s",
          name,
          tensor.shape(),
          shape);
    }
    return tensor.values();
  }
}
