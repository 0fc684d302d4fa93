package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.transcal.adapt.network.ConvolutionalEncoder;
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
    List<LayerWeights> convolutions = convolutions(encoder);
    for (int i = 0; i < convolutions.size(); i++) {
      LayerWeights one = convolutions.get(i);
      put(tensors, "convolution." + i, one, kernelShape(one.inputs(), one.outputs()));
    }
    List<LayerWeights> layers = layers(encoder);
    for (int i = 0; i < layers.size(); i++) {
      put(tensors, "encoder." + i, layers.get(i));
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

  private static List<LayerWeights> convolutions(EncoderWeights encoder) {
    return encoder instanceof ConvolutionalEncoder images ? images.convolutions() : List.of();
  }

  private static List<LayerWeights> layers(EncoderWeights encoder) {
    if (encoder instanceof ConvolutionalEncoder images) {
      return images.layers().layers();
    }
    if (encoder instanceof LayeredEncoder layered) {
      return layered.layers();
    }
    throw new IllegalArgumentException(
        "The model's encoder is a DJL block; save it with Block.saveParameters");
  }

  /** Writes the shape of an encoder. */
  static void describe(JsonGenerator json, EncoderWeights encoder) throws IOException {
    json.writeNumberField("inputs", encoder.inputs());
    if (encoder.image().isPresent()) {
      ImageShape image = encoder.image().get();
      write(json, "image", image.channels(), image.height(), image.width());
      write(json, "convolutions", widths(convolutions(encoder)));
    }
    write(json, "layers", widths(layers(encoder)));
  }

  private static int[] widths(List<LayerWeights> layers) {
    return layers.stream().mapToInt(LayerWeights::outputs).toArray();
  }

  private static void write(JsonGenerator json, String name, int... values) throws IOException {
    json.writeFieldName(name);
    json.writeArray(values, 0, values.length);
  }

  /** The encoder that a description specifies. */
  EncoderWeights read(JsonTree description) {
    int inputs = (int) description.integer("inputs", 1, WIDEST);
    if (!description.has("image")) {
      return layered(description, inputs);
    }
    List<Long> sizes = description.integers("image", SIDE, 1, LARGEST_IMAGE);
    List<Integer> channels =
        description.integers("convolutions", MOST_LAYERS, 1, LARGEST_IMAGE).stream()
            .map(Long::intValue)
            .toList();
    if (sizes.size() != SIDE || channels.isEmpty()) {
      throw InputException.in(
          json,
          "needs channels, height and width in \"image\" and at least one of \"convolutions\"");
    }
    ImageShape image;
    ImageShape after;
    try {
      image =
          new ImageShape(sizes.get(0).intValue(), sizes.get(1).intValue(), sizes.get(2).intValue());
      after = ConvolutionalEncoder.shapeAfter(image, channels);
    } catch (IllegalArgumentException | InputException e) {
      throw new InputException(json + ": " + e.getMessage(), e);
    }
    if (inputs != image.size()) {
      throw InputException.in(
          json, "\"inputs\" is %s; images of %s have %s values", inputs, image, image.size());
    }
    List<LayerWeights> convolutions = new ArrayList<>();
    int before = image.channels();
    for (int next : channels) {
      int kernel = before * SIDE * SIDE;
      convolutions.add(
          layer("convolution." + convolutions.size(), kernel, next, kernelShape(kernel, next)));
      before = next;
    }
    return new ConvolutionalEncoder(image, convolutions, layered(description, after.size()));
  }

  private LayeredEncoder layered(JsonTree description, int inputs) {
    List<LayerWeights> layers = new ArrayList<>();
    int before = inputs;
    for (long width : description.integers("layers", MOST_LAYERS, 1, WIDEST)) {
      layers.add(layer("encoder." + layers.size(), before, (int) width));
      before = (int) width;
    }
    if (layers.isEmpty()) {
      throw InputException.in(json, "needs at least one of \"layers\"");
    }
    return new LayeredEncoder(layers);
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
          "tensor "
              + name
              + " has shape "
              + tensor.shape()
              + "; by the description it is "
              + shape);
    }
    return tensor.values();
  }
}
