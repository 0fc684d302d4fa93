package org.transcal.serve;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import org.transcal.io.PredictionScale;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlock;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.StrictJson;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Logits sent by a client.
 *
 * @param logits the checked numbers
 * @param precision precision of the answer
 * @param isOneRow whether the body was one row without a list around it
 */
record CalibrateBody(Logits logits, Precision precision, boolean isOneRow) {
  /** Name of the body in messages. */
  private static final Path NAME = Path.of("request");

  /** Reads a {@code .npy} array of two dimensions. */
  static CalibrateBody ofNpy(byte[] bytes, int classes) throws IOException {
    NpyArray array = NpyArray.in(ByteSource.of(NAME, bytes));
    Matrix matrix = array.matrix();
    if (matrix.columns() != classes) {
      throw InputException.in(
          NAME, "has %s columns but the model has %s classes", matrix.columns(), classes);
    }
    boolean isSingle = array.header().type().isSinglePrecision();
    return new CalibrateBody(
        PredictionScale.LOGITS.logits(new RowBlock(NAME.toString(), 0, matrix)),
        isSingle ? Precision.FLOAT32 : Precision.FLOAT64,
        false);
  }

  /** Reads {@code {"logits": [[…], …]}} or {@code {"logits": […]}}. */
  static CalibrateBody ofJson(byte[] bytes, int classes) throws IOException {
    return StrictJson.read(
        NAME, new ByteArrayInputStream(bytes), json -> new Rows(json, classes).read());
  }

  private static final class Rows {
    private final JsonParser json;
    private final int classes;
    private final DoubleStream.Builder values = DoubleStream.builder();

    Rows(JsonParser json, int classes) {
      this.json = json;
      this.classes = classes;
    }

    CalibrateBody read() throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT
          || json.nextToken() != JsonToken.FIELD_NAME
          || !json.currentName().equals("logits")
          || json.nextToken() != JsonToken.START_ARRAY) {
        throw wrongForm();
      }
      JsonToken first = next(0, 0);
      boolean isOneRow = first != JsonToken.START_ARRAY;
      if (isOneRow) {
        readRow(0, first);
      } else {
        readRows();
      }
      if (json.nextToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
        throw wrongForm();
      }
      double[] numbers = values.build().toArray();
      Matrix matrix = Matrix.wrap(numbers, numbers.length / classes, classes);
      Logits logits = InputException.naming(NAME, () -> Logits.of(matrix));
      return new CalibrateBody(logits, Precision.FLOAT64, isOneRow);
    }

    private void readRows() throws IOException {
      int row = 0;
      JsonToken token = JsonToken.START_ARRAY;
      for (; token == JsonToken.START_ARRAY; token = json.nextToken()) {
        readRow(row, next(row, 0));
        row++;
      }
      if (token != JsonToken.END_ARRAY) {
        throw InputException.in(NAME, "row %s is not a list of numbers", row);
      }
    }

    private void readRow(int row, JsonToken first) throws IOException {
      int column = 0;
      JsonToken token = first;
      while (token != JsonToken.END_ARRAY && column <= classes) {
        if (token == null || !token.isNumeric()) {
          throw notANumber(row, column);
        }
        values.add(json.getDoubleValue());
        column++;
        token = next(row, column);
      }
      if (column != classes) {
        throw InputException.in(
            NAME,
            "row %s has %s logits but the model has %s classes",
            row,
            column > classes ? "more than " + classes : column,
            classes);
      }
    }

    private JsonToken next(int row, int column) throws IOException {
      try {
        return json.nextToken();
      } catch (JsonEOFException | StreamConstraintsException e) {
        throw e;
      } catch (JacksonException e) {
        throw notANumber(row, column);
      }
    }

    private static InputException notANumber(int row, int column) {
      return InputException.in(
          NAME, "the logit at row %s, class %s is not a finite number of JSON", row, column);
    }

    private static InputException wrongForm() {
      return InputException.in(
          NAME,
          "must be {\"logits\": [[…], …]}, one list per row, or {\"logits\": […]} for one row");
    }
  }
}
