package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.transcal.calibration.FittedCalibration;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;

/** Models as JSON files, schema {@value #SCHEMA}. */
public final class ModelJson {
  /** The schema written and read. */
  public static final String SCHEMA = "transcal.model/1";

  private ModelJson() {}

  /** Reads a model. */
  public static ModelFile read(Path file) {
    return ByteSource.read(file, ModelJsonReader::read);
  }

  /** Reads a model from the bytes of a file; messages call it by the given name. */
  public static ModelFile decode(Path name, byte[] bytes) {
    return ByteSource.of(name, bytes).read(ModelJsonReader::read);
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
    return JsonText.object(
        json -> {
          json.writeStringField("schema", SCHEMA);
          json.writeStringField("kind", model.kind());
          json.writeNumberField("classes", model.classes());
          for (Map.Entry<String, Parameter> entry : model.parameters().entrySet()) {
            json.writeFieldName(entry.getKey());
            write(json, entry.getValue());
          }
          write(json, provenance);
        });
  }

  private static void write(JsonGenerator json, Parameter parameter) throws IOException {
    if (parameter instanceof Parameter.Scalar scalar) {
      JsonText.number(json, scalar.value());
    } else if (parameter instanceof Parameter.Vector vector) {
      write(json, vector.values());
    } else if (parameter instanceof Parameter.Table table) {
      json.writeStartArray();
      for (double[] row : table.rows()) {
        write(json, row);
      }
      json.writeEndArray();
    }
  }

  private static void write(JsonGenerator json, double[] values) throws IOException {
    json.writeStartArray();
    for (double value : values) {
      JsonText.number(json, value);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Provenance provenance) throws IOException {
    json.writeObjectFieldStart("provenance");
    json.writeStringField("method", provenance.method());
    json.writeNumberField("seed", provenance.seed());
    json.writeStringField("version", provenance.version());
    json.writeObjectFieldStart("inputs");
    for (Map.Entry<String, String> input : provenance.inputs().entrySet()) {
      json.writeStringField(input.getKey(), input.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
