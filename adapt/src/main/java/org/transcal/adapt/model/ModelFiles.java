package org.transcal.adapt.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.io.file.InputException;

/**
 * A trained model in two files: {@code NAME.json} describes it, {@code NAME.safetensors} holds its
 * weights, named and shaped as in PyTorch ({@code encoder.0.weight} is outputs × inputs).
 */
public final class ModelFiles {
  private static final String MEAN = "preparation.mean";
  private static final String SCALE = "preparation.scale";

  private ModelFiles() {}

  /**
   * Writes both files, the description last: if it exists, so do the weights.
   *
   * @param json ends in {@code .json}
   * @param version of the program
   * @throws IllegalArgumentException if the encoder is a DJL block, which DJL saves itself
   */
  public static void write(Path json, AdaptedModel model, String version) {
    if (!(model.weights().encoder() instanceof LayeredEncoder layered)) {
      throw new IllegalArgumentException(
          "The model's encoder is a DJL block; save it with Block.saveParameters");
    }
    SortedMap<String, Tensor> tensors = new TreeMap<>();
    List<LayerWeights> encoder = layered.layers();
    for (int i = 0; i < encoder.size(); i++) {
      put(tensors, "encoder." + i, encoder.get(i));
    }
    put(tensors, "classifier", model.weights().classifier());
    if (model.preparation().mean().length > 0) {
      tensors.put(MEAN, Tensor.vector(model.preparation().mean()));
      tensors.put(SCALE, Tensor.vector(model.preparation().scale()));
    }
    SafeTensors.write(weightsOf(json), tensors);
    new ModelDescription(
            model.weights().inputs(),
            encoder.stream().map(LayerWeights::outputs).toList(),
            model.classNames(),
            model.preparation().kind(),
            model.dropout(),
            model.method(),
            model.seed(),
            version)
        .write(json);
  }

  /**
   * Reads both files.
   *
   * @throws InputException naming the file and what is wrong
   */
  public static AdaptedModel read(Path json) {
    ModelDescription description = ModelDescription.read(json);
    Path weights = weightsOf(json);
    Map<String, Tensor> tensors = SafeTensors.read(weights);
    List<LayerWeights> encoder = new ArrayList<>();
    int inputs = description.inputs();
    for (int width : description.widths()) {
      encoder.add(layer(weights, tensors, "encoder." + encoder.size(), inputs, width));
      inputs = width;
    }
    int classes = description.classNames().size();
    LayerWeights classifier = layer(weights, tensors, "classifier", inputs, classes);
    float[] none = new float[0];
    try {
      return new AdaptedModel(
          new NetworkWeights(new LayeredEncoder(encoder), classifier),
          Preparation.of(
              description.preparation(),
              tensors.containsKey(MEAN) ? tensors.get(MEAN).values() : none,
              tensors.containsKey(SCALE) ? tensors.get(SCALE).values() : none),
          description.classNames(),
          description.method(),
          description.dropout(),
          description.seed());
    } catch (IllegalArgumentException e) {
      throw new InputException(weights + ": does not match " + json + ": " + e.getMessage(), e);
    }
  }

  private static Path weightsOf(Path json) {
    String name = json.getFileName() == null ? "" : json.getFileName().toString();
    if (!name.toLowerCase(Locale.ROOT).endsWith(".json")) {
      throw InputException.in(json, "is not a model; its name must end in .json");
    }
    return json.resolveSibling(name.substring(0, name.length() - 5) + ".safetensors");
  }

  private static void put(SortedMap<String, Tensor> tensors, String name, LayerWeights layer) {
    tensors.put(
        name + ".weight",
        new Tensor(
            List.of(layer.outputs(), layer.inputs()),
            transposed(layer.weight(), layer.inputs(), layer.outputs())));
    tensors.put(name + ".bias", Tensor.vector(layer.bias()));
  }

  private static LayerWeights layer(
      Path file, Map<String, Tensor> tensors, String name, int inputs, int outputs) {
    float[] weight = values(file, tensors, name + ".weight", List.of(outputs, inputs));
    float[] bias = values(file, tensors, name + ".bias", List.of(outputs));
    return new LayerWeights(inputs, outputs, transposed(weight, outputs, inputs), bias);
  }

  private static float[] values(
      Path file, Map<String, Tensor> tensors, String name, List<Integer> shape) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw InputException.in(
          file, "has no tensor " + name + "; it has " + InputException.list(tensors.keySet()));
    }
    if (!tensor.shape().equals(shape)) {
      throw InputException.in(
          file,
          "tensor "
              + name
              + " has shape "
              + tensor.shape()
              + "; by the description it must be "
              + shape);
    }
    return tensor.values();
  }

  private static float[] transposed(float[] values, int rows, int columns) {
    float[] transposed = new float[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j * rows + i] = values[i * columns + j];
      }
    }
    return transposed;
  }
}
