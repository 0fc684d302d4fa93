package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.network.EncoderWeights;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * A trained model in two files: {@code NAME.json} describes it, {@code NAME.safetensors} holds its
 * weights, named and shaped as in PyTorch ({@code encoder.0.weight} is outputs × inputs, {@code
 * convolution.0.weight} outputs × inputs × 3 × 3).
 */
public final class ModelFiles {
  private static final String SCHEMA = "transcal.network/1";
  private static final String MEAN = "preparation.mean";
  private static final String SCALE = "preparation.scale";
  private static final long LARGEST_JSON = 16L << 20;
  private static final int MOST_CLASSES = 1_000_000;

  private ModelFiles() {}

  /**
   * Writes both files, the description last: if it exists, so do the weights.
   *
   * @param json ends in {@code .json}
   * @param version of the program
   * @throws IllegalArgumentException if the encoder is a DJL block, which DJL saves itself
   */
  public static void write(Path json, AdaptedModel model, String version) {
    SortedMap<String, Tensor> tensors = new TreeMap<>();
    StoredEncoder.put(tensors, model.weights().encoder());
    StoredEncoder.put(tensors, "classifier", model.weights().classifier());
    if (model.preparation().mean().length > 0) {
      tensors.put(MEAN, Tensor.vector(model.preparation().mean()));
      tensors.put(SCALE, Tensor.vector(model.preparation().scale()));
    }
    SafeTensors.write(weightsOf(json), tensors);
    AtomicFile.write(json, description(model, version));
  }

  private static byte[] description(AdaptedModel model, String version) {
    String[] classNames = model.classNames().toArray(new String[0]);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("schema", SCHEMA);
      StoredEncoder.describe(json, model.weights().encoder());
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
    StoredEncoder stored = new StoredEncoder(weights, json, tensors);
    EncoderWeights encoder = stored.read(description);
    List<String> classNames = description.texts("classNames", MOST_CLASSES);
    if (classNames.size() < 2) {
      throw InputException.in(json, "needs at least two \"classNames\"");
    }
    LayerWeights classifier = stored.layer("classifier", encoder.features(), classNames.size());
    Tensor none = Tensor.vector(new float[0]);
    try {
      return new AdaptedModel(
          new NetworkWeights(encoder, classifier),
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
                        + "; it must be none, log, histogram, standardize or channels"));
  }

  private static Path weightsOf(Path json) {
    String name = json.getFileName() == null ? "" : json.getFileName().toString();
    if (!name.toLowerCase(Locale.ROOT).endsWith(".json")) {
      throw InputException.in(json, "is not a model; its name must end in .json");
    }
    return json.resolveSibling(name.substring(0, name.length() - 5) + ".safetensors");
  }
}
