package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.StrictJson;

/** Everything about a model but its numbers, in JSON. */
record ModelDescription(
    int inputs,
    List<Integer> widths,
    List<String> classNames,
    PreparationKind preparation,
    double dropout,
    String method,
    long seed,
    String version) {
  static final String SCHEMA = "transcal.network/1";

  private static final long LARGEST_FILE = 16L << 20;
  private static final int MOST_LAYERS = 100;
  private static final int MOST_CLASSES = 1_000_000;
  private static final int WIDEST = 1 << 28;

  ModelDescription {
    widths = List.copyOf(widths);
    classNames = List.copyOf(classNames);
  }

  static ModelDescription of(AdaptedModel model, String version) {
    return new ModelDescription(
        model.weights().inputs(),
        model.weights().encoder().stream().map(LayerWeights::outputs).toList(),
        model.classNames(),
        model.preparation().kind(),
        model.dropout(),
        model.method(),
        model.seed(),
        version);
  }

  void write(Path file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("schema", SCHEMA);
      json.writeNumberField("inputs", inputs);
      json.writeFieldName("layers");
      json.writeArray(widths.stream().mapToInt(width -> width).toArray(), 0, widths.size());
      json.writeStringField("activation", "relu");
      json.writeNumberField("dropout", dropout);
      json.writeFieldName("classNames");
      json.writeArray(classNames.toArray(new String[0]), 0, classNames.size());
      json.writeStringField("preparation", preparation.word());
      json.writeStringField("method", method);
      json.writeNumberField("seed", seed);
      json.writeStringField("version", version);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    AtomicFile.write(file, bytes.toByteArray());
  }

  static ModelDescription read(Path file) {
    try (ByteSource source = ByteSource.open(file)) {
      return read(source);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  static ModelDescription read(ByteSource source) throws IOException {
    if (source.size() > LARGEST_FILE) {
      throw InputException.in(
          source.name(), "has " + source.size() + " bytes; a model has at most " + LARGEST_FILE);
    }
    return StrictJson.read(
        source.name(),
        source.stream(0, source.size()),
        json -> new Fields(source.name()).read(json));
  }

  /** The fields as they are read. */
  private static final class Fields {
    private final Path file;
    private String schema = "";
    private long inputs;
    private List<Integer> widths = List.of();
    private List<String> classNames = List.of();
    private String preparation = "";
    private double dropout;
    private String method = "";
    private long seed;
    private String version = "";

    Fields(Path file) {
      this.file = file;
    }

    ModelDescription read(JsonParser json) throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw InputException.in(file, "is not a JSON object; a model's description is one");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "schema" -> schema = text(json, name);
          case "inputs" -> inputs = integer(json, name, 1, WIDEST);
          case "layers" -> widths = widths(json);
          case "classNames" -> classNames = texts(json, name);
          case "preparation" -> preparation = text(json, name);
          case "dropout" -> dropout = number(json, name);
          case "method" -> method = text(json, name);
          case "seed" -> seed = integer(json, name, Long.MIN_VALUE, Long.MAX_VALUE);
          case "version" -> version = text(json, name);
          default -> json.skipChildren();
        }
      }
      return build();
    }

    private ModelDescription build() {
      if (!schema.equals(SCHEMA)) {
        throw InputException.in(
            file,
            "schema is "
                + InputException.quote(schema)
                + "; only "
                + InputException.quote(SCHEMA)
                + " is understood");
      }
      if (inputs == 0 || widths.isEmpty() || classNames.size() < 2) {
        throw InputException.in(
            file, "needs \"inputs\", at least one of \"layers\" and two \"classNames\"");
      }
      PreparationKind kind =
          PreparationKind.named(preparation)
              .orElseThrow(
                  () ->
                      InputException.in(
                          file,
                          "\"preparation\" is "
                              + InputException.quote(preparation)
                              + "; it must be none, log, histogram or standardize"));
      return new ModelDescription(
          (int) inputs, widths, classNames, kind, dropout, method, seed, version);
    }

    private List<Integer> widths(JsonParser json) throws IOException {
      requireList(json, "layers");
      List<Integer> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        list.add((int) integer(json, "layers", 1, WIDEST));
        if (list.size() > MOST_LAYERS) {
          throw wrong("layers", "a list of at most " + MOST_LAYERS + " integers");
        }
      }
      return list;
    }

    private List<String> texts(JsonParser json, String name) throws IOException {
      requireList(json, name);
      List<String> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        list.add(text(json, name));
        if (list.size() > MOST_CLASSES) {
          throw wrong(name, "a list of at most " + MOST_CLASSES + " texts");
        }
      }
      return list;
    }

    private void requireList(JsonParser json, String name) {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        throw wrong(name, "a list");
      }
    }

    private String text(JsonParser json, String name) throws IOException {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw wrong(name, "a text");
      }
      return json.getText();
    }

    private double number(JsonParser json, String name) throws IOException {
      if (json.currentToken() == null || !json.currentToken().isNumeric()) {
        throw wrong(name, "a number");
      }
      return json.getDoubleValue();
    }

    private long integer(JsonParser json, String name, long least, long most) throws IOException {
      boolean integral =
          json.currentToken() == JsonToken.VALUE_NUMBER_INT
              && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
      if (!integral || json.getLongValue() < least || json.getLongValue() > most) {
        throw wrong(name, "an integer in " + least + " … " + most);
      }
      return json.getLongValue();
    }

    private InputException wrong(String name, String form) {
      return InputException.in(file, InputException.quote(name) + " must be " + form);
    }
  }
}
