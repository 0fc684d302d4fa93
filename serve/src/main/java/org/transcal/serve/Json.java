package org.transcal.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.transcal.io.npy.Precision;
import org.transcal.prediction.Probabilities;

/** Answers in JSON; numbers are in the shortest form that reads back exactly. */
final class Json {
  static final String MEDIA_TYPE = "application/json";

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private Json() {}

  static byte[] error(String message) {
    return object(Map.of("error", message));
  }

  static byte[] object(Map<String, String> fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      for (Map.Entry<String, String> field : fields.entrySet()) {
        json.writeStringField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Writes probabilities, the largest of each row and its class, then closes the stream. */
  static void write(OutputStream stream, Probabilities rows, CalibrateBody body)
      throws IOException {
    RowWriter writer = new RowWriter(rows, body.precision());
    double[] confidence = new double[rows.rows()];
    int[] prediction = new int[rows.rows()];
    try (JsonGenerator json = FACTORY.createGenerator(stream)) {
      json.writeStartObject();
      json.writeFieldName("probabilities");
      start(json, body);
      for (int i = 0; i < rows.rows(); i++) {
        prediction[i] = writer.write(json, i);
        confidence[i] = writer.values[prediction[i]];
      }
      end(json, body);
      json.writeFieldName("confidence");
      start(json, body);
      for (double value : confidence) {
        writer.number(json, value);
      }
      end(json, body);
      json.writeFieldName("prediction");
      start(json, body);
      for (int label : prediction) {
        json.writeNumber(label);
      }
      end(json, body);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void start(JsonGenerator json, CalibrateBody body) throws IOException {
    if (!body.isOneRow()) {
      json.writeStartArray();
    }
  }

  private static void end(JsonGenerator json, CalibrateBody body) throws IOException {
    if (!body.isOneRow()) {
      json.writeEndArray();
    }
  }

  /** Writes rows in the precision of the logits. */
  private static final class RowWriter {
    private final Probabilities rows;
    private final boolean isSingle;
    private final double[] values;
    private final float[] floats;

    RowWriter(Probabilities rows, Precision precision) {
      this.rows = rows;
      this.isSingle = precision == Precision.FLOAT32;
      this.values = new double[rows.classes()];
      this.floats = new float[isSingle ? rows.classes() : 0];
    }

    /** Writes a row; returns the index of its largest value, the first if several are equal. */
    int write(JsonGenerator json, int row) throws IOException {
      if (isSingle) {
        rows.copyRows(row, row + 1, floats);
        for (int k = 0; k < floats.length; k++) {
          values[k] = floats[k];
        }
      } else {
        rows.copyRow(row, values);
      }
      int largest = 0;
      json.writeStartArray();
      for (int k = 0; k < values.length; k++) {
        largest = values[k] > values[largest] ? k : largest;
        number(json, values[k]);
      }
      json.writeEndArray();
      return largest;
    }

    void number(JsonGenerator json, double value) throws IOException {
      if (isSingle) {
        json.writeNumber((float) value);
      } else {
        json.writeNumber(value);
      }
    }
  }
}
