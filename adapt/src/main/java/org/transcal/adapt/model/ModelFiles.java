package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * A trained model in two files: {@code NAME.json} describes it, {@code NAME.safetensors} holds its
 * weights, named and shaped as in PyTorch ({@code encoder.0.weight} is outputs × inputs).
 */
public final class ModelFiles {
  private static final String SCHEMA = "transcal.network/1";
  private static final String MEAN = "preparation.mean";
  private static final String SCALE = "preparation.scale";
  private static final long LARGEST_JSON = 16L << 20;
  private static final int MOST_LAYERS = 100;
  private static final int MOST_CLASSES = 1_000_000;
  private static final int WIDEST = 1 << 28;

  private ModelFiles() {}

  /**
   * Writes both files, the description last: if it exists, so do the weights.
   *
   * @param json ends in {@code .json}
   * @param version of the program
   * @throws IllegalArgumentException if the encoder is a DJL block, which DJL saves itself
   */
  public static void write(Path json, AdaptedModel model, String version) {
    if (!(model.weights().encoder() instanceof LayeredEncoder encoder)) {
      throw new IllegalArgumentException(
          "The model's encoder is a DJL block; save it with Block.saveParameters");
    }
    SortedMap<String, Tensor> tensors = new TreeMap<>();
    for (int i = 0; i < encoder.layers().size(); i++) {
      put(tensors, "encoder." + i, encoder.layers().get(i));
    }
    put(tensors, "classifier", model.weights().classifier());
    if (model.preparation().mean().length > 0) {
      tensors.put(MEAN, Tensor.vector(model.preparation().mean()));
      tensors.put(SCALE, Tensor.vector(model.preparation().scale()));
    }
    SafeTensors.write(weightsOf(json), tensors);
    AtomicFile.write(json, description(model, encoder, version));
  }

  private static byte[] description(AdaptedModel model, LayeredEncoder encoder, String version) {
    int[] widths = encoder.layers().stream().mapToInt(LayerWeights::outputs).toArray();
    String[] classNames = model.classNames().toArray(new String[0]);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("schema", SCHEMA);
      json.writeNumberField("inputs", encoder.inputs());
      json.writeFieldName("layers");
      json.writeArray(widths, 0, widths.length);
      json.writeStringField("activation", "relu");
      json.writeNumberField("dropout", model.dropout());
      json.writeFieldName("classNames");
      json.writeArray(classNames, 0, classNames.length);
      json.writeStringField("preparation", model.preparation().kind().optionName());
      json.writeStringField("method", model.method());
      json.writeNumberField("seed", model.seed());
      json.writeStringField("version", version);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads both files.
   *
   * @throws InputException naming the file and what is wrong
   */
  public static AdaptedModel read(Path json) {
    JsonTree description = description(json);
    Path weights = weightsOf(json);
    Map<String, Tensor> tensors = SafeTensors.read(weights);
    List<LayerWeights> encoder = new ArrayList<>();
    int inputs = (int) description.integer("inputs", 1, WIDEST);
    for (long width : description.integers("layers", MOST_LAYERS, 1, WIDEST)) {
      encoder.add(layer(weights, tensors, "encoder." + encoder.size(), inputs, (int) width));
      inputs = (int) width;
    }
    List<String> classNames = description.texts("classNames", MOST_CLASSES);
    if (encoder.isEmpty() || classNames.size() < 2) {
      throw InputException.in(json, "needs at least one of \"layers\" and two \"classNames\"");
    }
    LayerWeights classifier = layer(weights, tensors, "classifier", inputs, classNames.size());
    Tensor none = Tensor.vector(new float[0]);
    try {
      return new AdaptedModel(
          new NetworkWeights(new LayeredEncoder(encoder), classifier),
          new Preparation(
              preparation(json, description.text("preparation")),
              tensors.getOrDefault(MEAN, none).values(),
              tensors.getOrDefault(SCALE, none).values()),
          classNames,
          description.text("method"),
          description.number("dropout"),
          description.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE));
    } catch (IllegalArgumentException e) {
      throw new InputException(weights + ": does not match " + json + ": " + e.getMessage(), e);
    }
  }

  private static JsonTree description(Path file) {
    try (ByteSource source = ByteSource.open(file)) {
      if (source.size() > LARGEST_JSON) {
        throw InputException.in(
            file, "has " + source.size() + " bytes; a model has at most " + LARGEST_JSON);
      }
      JsonTree json = JsonTree.read(source, 0, source.size());
      String schema = json.text("schema");
      if (!schema.equals(SCHEMA)) {
        throw InputException.in(
            file,
            "schema is "
                + InputException.quote(schema)
                + "; this version reads "
                + InputException.quote(SCHEMA)
                + ": train the model again with adapt, or read it with the version that wrote it");
      }
      return json;
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  private static PreparationKind preparation(Path file, String name) {
    return PreparationKind.named(name)
        .orElseThrow(
            () ->
                InputException.in(
                    file,
                    "\"preparation\" is "
                        + InputException.quote(name)
                        + "; it must be none, log, histogram or standardize"));
  }

  private static Path weightsOf(Path json) {
    String name = json.getFileName() == null ? "" : json.getFileName().toString();
    if (!name.toLowerCase(Locale.ROOT).endsWith(".json")) {
      throw InputException.in(json, "is not a model; its name must end in .json");
    }
    return json.resolveSibling(name.substring(0, name.length() - 5) + ".safetensors");
  }

  private static void put(SortedMap<String, Tensor> tensors, String name, LayerWeights layer) {
    float[] weight = transposed(layer.weight(), layer.inputs(), layer.outputs());
    tensors.put(name + ".weight", new Tensor(List.of(layer.outputs(), layer.inputs()), weight));
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
              + "; by the description it is "
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
