package org.transcal.io.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.transcal.calibration.FittedCalibration;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;

/**
 * Models as JSON files, schema {@value #SCHEMA}. Files may be hostile: size, nesting and numbers
 * are bounded, and memory is bounded by the file. Unknown fields are skipped.
 */
public final class ModelJson {
  /** The schema written and read. */
  public static final String SCHEMA = "transcal.model/1";

  /** A matrix of 3,000 classes in full precision fits; whatever is larger is not a model. */
  private static final long LARGEST_FILE = 256L << 20;

  private static final int MOST_CLASSES = 1_000_000;

  private ModelJson() {}

  @JsonCodec.Schema(SCHEMA)
  private record Document(
      String kind,
      int classes,
      Optional<Parameter> temperature,
      Optional<Parameter> weights,
      Optional<Parameter> bias,
      Optional<Parameter> slope,
      Optional<Parameter> offset,
      Optional<Parameter> thresholds,
      Optional<Parameter> values,
      Optional<Provenance> provenance) {
    ModelFile file() {
      if (classes < 2 || classes > MOST_CLASSES) {
        throw new IllegalArgumentException(
            "\"classes\" is " + classes + "; it must be an integer in 2 … " + MOST_CLASSES);
      }
      Map<String, Parameter> parameters = new HashMap<>();
      temperature.ifPresent(value -> parameters.put("temperature", value));
      weights.ifPresent(value -> parameters.put("weights", value));
      bias.ifPresent(value -> parameters.put("bias", value));
      slope.ifPresent(value -> parameters.put("slope", value));
      offset.ifPresent(value -> parameters.put("offset", value));
      thresholds.ifPresent(value -> parameters.put("thresholds", value));
      values.ifPresent(value -> parameters.put("values", value));
      return new ModelFile(
          CalibrationModel.of(kind, classes, parameters),
          provenance.orElseGet(Provenance::unknown));
    }
  }

  /** Reads a model. */
  public static ModelFile read(Path file) {
    return ByteSource.read(file, ModelJson::decode);
  }

  /** Reads a model from the bytes of a file; messages call it by the given name. */
  public static ModelFile decode(Path name, byte[] bytes) {
    return ByteSource.of(name, bytes).read(ModelJson::decode);
  }

  static ModelFile decode(ByteSource source) throws IOException {
    Path file = source.name();
    long size = source.size();
    if (size > LARGEST_FILE) {
      throw InputException.in(
          file, "has %s bytes; a model has at most %s bytes", size, LARGEST_FILE);
    }
    try (Reader text = new InputStreamReader(source.stream(0, size), UTF_8.newDecoder())) {
      // Jackson decodes other encodings to something.
      text.transferTo(Writer.nullWriter());
    } catch (CharacterCodingException e) {
      throw new InputException(file + ": is not valid JSON: it is not UTF-8 text", e);
    }
    return InputException.naming(file, JsonCodec.decode(source, Document.class)::file);
  }

  /**
   * Writes the model of a fit, whole or not at all, with the fit's method and seed, digests of its
   * task and this library's version as provenance.
   *
   * <pre>{@code
   * ModelJson.write(Path.of("model.json"), fit);
   * CalibrationModel model = ModelJson.read(Path.of("model.json")).model();
   * }</pre>
   */
  public static void write(Path file, FittedCalibration fit) {
    write(file, fit.model(), Provenance.of(fit));
  }

  /** Writes a model, whole or not at all. */
  public static void write(Path file, CalibrationModel model, Provenance provenance) {
    AtomicFile.write(file, encode(model, provenance));
  }

  /** The bytes that {@link #write} writes. */
  public static byte[] encode(CalibrationModel model, Provenance provenance) {
    // Refuses a kind that no reader knows.
    CalibrationModel.of(model.kind(), model.classes(), model.parameters());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schema", SCHEMA);
    fields.put("kind", model.kind());
    fields.put("classes", model.classes());
    fields.putAll(model.parameters());
    fields.put("provenance", provenance);
    return JsonCodec.encode(fields);
  }
}
