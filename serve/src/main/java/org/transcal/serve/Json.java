package org.transcal.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.transcal.io.array.Precision;
import org.transcal.prediction.Probabilities;

/** Answers in JSON; numbers are in the shortest form that reads back exactly. */
final class Json {
  static final String MEDIA_TYPE = "application/json";

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private Json() {}

  static byte[] error(String message) {
    String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(message));
    return ("{\"error\":\"" + quoted + "\"}\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Writes probabilities, the largest of each row and its class, then closes the stream. */
  static void write(OutputStream stream, Probabilities rows, CalibrateBody body)
      throws IOException {
    boolean isSingle = body.precision() == Precision.FLOAT32;
    double[] values = new double[rows.classes()];
    float[] floats = new float[rows.classes()];
    double[] confidence = new double[rows.rows()];
    int[] prediction = new int[rows.rows()];
    try (JsonGenerator json = FACTORY.createGenerator(stream)) {
      json.writeStartObject();
      field(
          json,
          "probabilities",
          body,
          i -> {
            if (isSingle) {
              rows.copyRows(i, i + 1, floats);
              Arrays.setAll(values, k -> floats[k]);
            } else {
              rows.copyRow(i, values);
            }
            json.writeStartArray();
            for (int k = 0; k < values.length; k++) {
              prediction[i] = values[k] > values[prediction[i]] ? k : prediction[i];
              number(json, values[k], isSingle);
            }
            json.writeEndArray();
            confidence[i] = values[prediction[i]];
          });
      field(json, "confidence", body, i -> number(json, confidence[i], isSingle));
      field(json, "prediction", body, i -> json.writeNumber(prediction[i]));
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private interface Element {
    void write(int row) throws IOException;
  }

  /** Writes an element per row: a list, unless the client sent one row without a list. */
  private static void field(JsonGenerator json, String name, CalibrateBody body, Element element)
      throws IOException {
    json.writeFieldName(name);
    if (body.isOneRow()) {
      element.write(0);
      return;
    }
    json.writeStartArray();
    for (int i = 0; i < body.logits().rows(); i++) {
      element.write(i);
    }
    json.writeEndArray();
  }

  private static void number(JsonGenerator json, double value, boolean isSingle)
      throws IOException {
    if (isSingle) {
      json.writeNumber((float) value);
    } else {
      json.writeNumber(value);
    }
  }
}
