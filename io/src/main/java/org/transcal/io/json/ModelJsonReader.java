package org.transcal.io.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.GrowingDoubles;
import org.transcal.io.file.InputException;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;

/**
 * Reads a model from JSON that may be hostile: size, nesting and numbers are bounded, and memory is
 * bounded by the file. Fields it does not know are skipped, so that later versions may add some.
 */
final class ModelJsonReader {
  /** A matrix of 3,000 classes in full precision fits; whatever is larger is not a model. */
  static final long LARGEST_FILE = 256L << 20;

  static final int MOST_CLASSES = 1_000_000;

  private final Path file;
  private final JsonParser json;
  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private String schema = "";
  private String kind = "";
  private long classes = -1;
  private Provenance provenance = Provenance.unknown();

  private ModelJsonReader(Path file, JsonParser json) {
    this.file = file;
    this.json = json;
  }

  static ModelFile read(ByteSource source) throws IOException {
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
    return StrictJson.read(
        file,
        source.stream(0, size),
        json -> {
          ModelJsonReader reader = new ModelJsonReader(file, json);
          reader.readFields();
          return reader.build();
        });
  }

  private void readFields() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw InputException.in(file, "is not a JSON object; a model file is one");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "schema" -> schema = text(name, value);
        case "kind" -> kind = text(name, value);
        case "classes" -> classes = integer(name, value);
        case "provenance" -> readProvenance(value);
        case "temperature", "weights", "bias", "slope", "offset", "thresholds", "values" ->
            readParameter(name, value);
        default -> json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw InputException.in(file, "has more text after the model's closing brace");
    }
  }

  private ModelFile build() {
    if (!schema.equals(ModelJson.SCHEMA)) {
      throw InputException.in(
          file,
          "schema is %s; only %s is understood",
          InputException.quote(schema),
          InputException.quote(ModelJson.SCHEMA));
    }
    if (classes < 2 || classes > MOST_CLASSES) {
      throw InputException.in(
          file,
          "\"classes\" is %s; it must be an integer in 2 … %s",
          classes == -1 ? "missing" : classes,
          MOST_CLASSES);
    }
    return InputException.naming(
        file,
        () -> new ModelFile(CalibrationModel.of(kind, (int) classes, parameters), provenance));
  }

  private void readParameter(String name, JsonToken value) throws IOException {
    if (value.isNumeric()) {
      parameters.put(name, new Parameter.Scalar(number(name)));
    } else if (value == JsonToken.START_ARRAY) {
      JsonToken first = json.nextToken();
      if (first == JsonToken.START_ARRAY) {
        parameters.put(name, table(name));
      } else {
        parameters.put(name, new Parameter.Vector(numbers(name, first)));
      }
    } else {
      json.skipChildren();
    }
  }

  private Parameter table(String name) throws IOException {
    List<double[]> rows = new ArrayList<>();
    JsonToken token = JsonToken.START_ARRAY;
    while (token == JsonToken.START_ARRAY) {
      rows.add(numbers(name, json.nextToken()));
      token = json.nextToken();
    }
    if (token != JsonToken.END_ARRAY) {
      throw wrong(name, "a list of lists of numbers");
    }
    return new Parameter.Table(rows.toArray(new double[0][]));
  }

  private double[] numbers(String name, JsonToken first) throws IOException {
    GrowingDoubles values = new GrowingDoubles(file.toString());
    JsonToken token = first;
    while (token != JsonToken.END_ARRAY) {
      if (token == null || !token.isNumeric()) {
        throw wrong(name, "a list of numbers");
      }
      values.add(number(name));
      token = json.nextToken();
    }
    return values.toArray();
  }

  private double number(String name) throws IOException {
    double value = json.getDoubleValue();
    if (!Double.isFinite(value)) {
      throw wrong(name, "made of numbers within the range of a double");
    }
    return value;
  }

  private void readProvenance(JsonToken value) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      throw wrong("provenance", "an object");
    }
    String method = provenance.method();
    long seed = provenance.seed();
    String version = provenance.version();
    Map<String, String> inputs = new TreeMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken field = json.nextToken();
      switch (name) {
        case "method" -> method = text("provenance.method", field);
        case "seed" -> seed = integer("provenance.seed", field);
        case "version" -> version = text("provenance.version", field);
        case "inputs" -> readInputs(field, inputs);
        default -> json.skipChildren();
      }
    }
    provenance = new Provenance(method, seed, version, inputs);
  }

  private void readInputs(JsonToken value, Map<String, String> inputs) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      throw wrong("provenance.inputs", "an object");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      inputs.put(name, text("provenance.inputs", json.nextToken()));
    }
  }

  private String text(String name, JsonToken value) throws IOException {
    if (value != JsonToken.VALUE_STRING) {
      throw wrong(name, "a text");
    }
    return json.getText();
  }

  private long integer(String name, JsonToken value) throws IOException {
    if (value != JsonToken.VALUE_NUMBER_INT
        || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw wrong(name, "an integer");
    }
    return json.getLongValue();
  }

  private InputException wrong(String name, String form) {
    return InputException.in(
        file,
        "%s at line %s must be %s",
        InputException.quote(name),
        json.currentLocation().getLineNr(),
        form);
  }
}
