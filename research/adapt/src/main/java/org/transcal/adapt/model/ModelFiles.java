package org.transcal.adapt.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.network.EncoderWeights;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.JsonCodec;

/**
 * A trained model in two files: {@code NAME.json} describes it, {@code NAME.safetensors} holds its
 * weights, named and shaped as in PyTorch ({@code encoder.0.weight} is outputs × inputs, {@code
 * convolution.0.weight} outputs × inputs × 3 × 3).
 */
public final class ModelFiles {
  private static final String MEAN = "preparation.mean";
  private static final String SCALE = "preparation.scale";
  private static final long LARGEST_JSON = 16L << 20;

  private ModelFiles() {}

  /** The description's file; images are channels, height and width. */
  @JsonCodec.Schema("transcal.network/1")
  record Description(
      int inputs,
      Optional<List<Integer>> image,
      Optional<List<Integer>> convolutions,
      List<Integer> layers,
      String activation,
      double dropout,
      List<String> classNames,
      String preparation,
      String method,
      long seed,
      String version) {}

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
    LayeredEncoder encoder = StoredEncoder.layered(model.weights().encoder());
    return JsonCodec.encode(
        new Description(
            encoder.inputs(),
            encoder.image().map(image -> List.of(image.channels(), image.height(), image.width())),
            encoder.image().map(image -> widths(encoder.convolutions())),
            widths(encoder.layers()),
            "relu",
            model.dropout(),
            model.classNames(),
            model.preparation().kind().optionName(),
            model.method(),
            model.seed(),
            version));
  }

  private static List<Integer> widths(List<LayerWeights> layers) {
    return layers.stream().map(LayerWeights::outputs).toList();
  }

  /**
   * Reads both files.
   *
   * @throws InputException naming the file and what is wrong
   */
  public static AdaptedModel read(Path json) {
    Description description = ByteSource.read(json, ModelFiles::description);
    Path weights = weightsOf(json);
    Map<String, Tensor> tensors = SafeTensors.read(weights);
    StoredEncoder stored = new StoredEncoder(weights, json, tensors);
    EncoderWeights encoder = stored.read(description);
    List<String> classNames = description.classNames();
    if (classNames.size() < 2) {
      throw InputException.in(json, "needs at least two \"classNames\"");
    }
    LayerWeights classifier = stored.layer("classifier", encoder.features(), classNames.size());
    Tensor none = Tensor.vector(new float[0]);
    try {
      return new AdaptedModel(
          new NetworkWeights(encoder, classifier),
          new Preparation(
              preparation(json, description.preparation()),
              tensors.getOrDefault(MEAN, none).values(),
              tensors.getOrDefault(SCALE, none).values()),
          classNames,
          description.method(),
          description.dropout(),
          description.seed());
    } catch (IllegalArgumentException e) {
      throw new InputException(weights + ": does not match " + json + ": " + e.getMessage(), e);
    }
  }

  private static Description description(ByteSource source) throws IOException {
    if (source.size() > LARGEST_JSON) {
      throw InputException.in(
          source.name(), "has " + source.size() + " bytes; a model has at most " + LARGEST_JSON);
    }
    return JsonCodec.decode(source, Description.class);
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
