package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/** Everything about a model except its weights, as JSON. */
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
      json.writeStringField("preparation", preparation.optionName());
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
      if (source.size() > LARGEST_FILE) {
        throw InputException.in(
            file, "has " + source.size() + " bytes; a model has at most " + LARGEST_FILE);
      }
      return of(file, JsonTree.read(source, 0, source.size()));
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  private static ModelDescription of(Path file, JsonTree json) {
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
    List<Long> widths = json.integers("layers", MOST_LAYERS, 1, WIDEST);
    List<String> classNames = json.texts("classNames", MOST_CLASSES);
    if (widths.isEmpty() || classNames.size() < 2) {
      throw InputException.in(file, "needs at least one of \"layers\" and two \"classNames\"");
    }
    String preparation = json.text("preparation");
    return new ModelDescription(
        (int) json.integer("inputs", 1, WIDEST),
        widths.stream().map(Long::intValue).toList(),
        classNames,
        PreparationKind.named(preparation)
            .orElseThrow(
                () ->
                    InputException.in(
                        file,
                        "\"preparation\" is "
                            + InputException.quote(preparation)
                            + "; it must be none, log, histogram or standardize")),
        json.number("dropout"),
        json.text("method"),
        json.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        json.text("version"));
  }
}
