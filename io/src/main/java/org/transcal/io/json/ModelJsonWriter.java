package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;

/** A model as JSON text. */
final class ModelJsonWriter {
  private ModelJsonWriter() {}

  static byte[] encode(CalibrationModel model, Provenance provenance) {
    // Refuses a kind that no reader knows.
    CalibrationModel.of(model.kind(), model.classes(), model.parameters());
    return JsonText.object(
        json -> {
          json.writeStringField("schema", ModelJson.SCHEMA);
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
