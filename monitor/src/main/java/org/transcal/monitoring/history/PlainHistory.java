package org.transcal.monitoring.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputLock;
import org.transcal.io.json.JsonCodec;
import org.transcal.io.json.StrictJson;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchRow.Column;
import org.transcal.monitoring.history.BatchRow.Type;

/**
 * A history as a file of JSON objects, one per line, with the columns of {@link BatchRow} as
 * fields.
 *
 * <p>Each write adds its lines to the end; only if earlier ones are replaced or dropped is the file
 * written again. Each line says how many more there are of the same write, so that readers ignore
 * the rest of a write that was killed.
 */
final class PlainHistory implements History {
  private static final String SCHEMA = "transcal.history/";
  private static final String START = "{\"schema\":\"" + SCHEMA + BatchRow.VERSION + "\",\"at\":\"";
  private static final String MORE = "more";
  private static final String DETAIL = "detail";

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Path file;
  private final Duration longestWait;

  PlainHistory(Path file) {
    this(file, LONGEST_WAIT);
  }

  PlainHistory(Path file, Duration longestWait) {
    this.file = file;
    this.longestWait = longestWait;
  }

  /** A line: its row, and how many more lines of the same write follow. */
  private record Line(String text, Path where, BatchTime at, BatchRow row, long more) {}

  @Override
  public List<BatchResult> read(int detailed) {
    RowCollector rows = new RowCollector(detailed);
    forEach(line -> rows.add(line.where.toString(), line.at, line.row));
    return rows.results();
  }

  @Override
  public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
    List<BatchResult> added =
        batches.stream().filter(batch -> History.isKept(batch.at(), oldest)).sorted(ORDER).toList();
    Set<BatchTime> replaced = batches.stream().map(BatchResult::at).collect(Collectors.toSet());
    LineFile.add(
        file,
        longestWait,
        lines(added),
        START,
        () -> {
          Set<String> gone = new HashSet<>();
          List<Line> unfinished =
              forEach(
                  line -> {
                    if (!History.isKept(line.at, oldest)
                        || replaced.stream().anyMatch(at -> at.isSameBatch(line.at))) {
                      gone.add(line.text);
                    }
                  });
          unfinished.forEach(line -> gone.add(line.text));
          return line ->
              gone.contains(line)
                  ? Optional.empty()
                  : Optional.of(added.isEmpty() ? last(line) : line);
        });
  }

  /** Writes the results of a table, unless the file exists. */
  void copy(IntFunction<List<BatchResult>> table) {
    OutputLock lock = OutputLock.waitFor(file, longestWait);
    try {
      if (Files.notExists(file)) {
        AtomicFile.write(file, lines(table.apply(Integer.MAX_VALUE)));
      }
    } finally {
      lock.close();
    }
  }

  private static byte[] lines(List<BatchResult> results) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < results.size(); i++) {
      text.append(line(BatchRow.of(results.get(i)), results.size() - 1 - i)).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The line, which then ends a write. */
  private static String last(String line) {
    return line.replaceFirst("\"more\": ?[0-9]+", "\"more\":0");
  }

  private static String line(BatchRow row, int more) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schema", SCHEMA + BatchRow.VERSION);
    String detail = "";
    for (int i = 0; i < row.values().length; i++) {
      String name = BatchRow.COLUMNS.get(i).name();
      Object value = row.values()[i];
      if (name.equals(DETAIL)) {
        detail = ",\"" + DETAIL + "\":" + value;
      } else if (value != null) {
        fields.put(name, value);
      }
      if (i == 0) {
        fields.put(MORE, more);
      }
    }
    // The detail is JSON already, and the last column.
    return JsonCodec.line(fields, JsonCodec.Rule.NOT_FINITE).replaceFirst("}$", "") + detail + "}";
  }

  /** Every line of the writes that have ended; returns those of one that has not. */
  private List<Line> forEach(Consumer<Line> use) {
    List<Line> unfinished = new ArrayList<>();
    if (Files.exists(file)) {
      LineFile.forEach(
          file,
          (text, number, isWhole) -> {
            if (isWhole) {
              Line line = line(text, Path.of(file + ", line " + number));
              unfinished.add(line);
              if (line.more == 0) {
                unfinished.forEach(use);
                unfinished.clear();
              }
            }
          });
    }
    return unfinished;
  }

  private static Line line(String text, Path where) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    String decoded = new String(bytes, StandardCharsets.UTF_8);
    return StrictJson.read(
        where,
        new ByteArrayInputStream(bytes),
        json -> {
          Object[] values = new Object[BatchRow.COLUMNS.size()];
          long more = 0;
          String schema = "";
          if (json.nextToken() != JsonToken.START_OBJECT) {
            throw InputException.in(where, "is not a JSON object, so it is no line of a history");
          }
          while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            OptionalInt column = BatchRow.column(name);
            if (name.equals("schema")) {
              schema = json.getText();
            } else if (name.equals(MORE)) {
              more = (Long) value(where, json, new Column(name, Type.COUNT));
            } else if (name.equals(DETAIL) && token == JsonToken.START_OBJECT) {
              int from = (int) json.currentTokenLocation().getCharOffset();
              json.skipChildren();
              int to = (int) json.currentLocation().getCharOffset();
              values[column.orElseThrow()] = decoded.substring(from, to);
            } else if (column.isPresent() && token != JsonToken.VALUE_NULL) {
              values[column.getAsInt()] =
                  value(where, json, BatchRow.COLUMNS.get(column.getAsInt()));
            } else {
              json.skipChildren();
            }
          }
          requireVersion(where, schema);
          BatchRow row = new BatchRow(values);
          return new Line(text, where, InputException.naming(where, row::at), row, more);
        });
  }

  private static void requireVersion(Path where, String schema) {
    if (!schema.equals(SCHEMA + BatchRow.VERSION)) {
      String version = schema.startsWith(SCHEMA) ? schema.substring(SCHEMA.length()) : "";
      throw InputException.in(
          where,
          version.matches("[0-9]{1,9}") && Integer.parseInt(version) > BatchRow.VERSION
              ? "was written by a newer version of transcal (schema %s; this version knows %s);"
                  + " install that version, or start a new history"
              : "has the schema %s, so the file is not a history of transcal; it must be %s",
          InputException.quote(schema),
          InputException.quote(SCHEMA + BatchRow.VERSION));
    }
  }

  private static Object value(Path where, JsonParser json, Column column) throws IOException {
    JsonToken token = json.currentToken();
    if (column.type() == Type.TEXT && token == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    if (column.type() == Type.COUNT
        && token == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
        && json.getLongValue() >= 0) {
      return json.getLongValue();
    }
    if (column.type() == Type.NUMBER && token.isNumeric()) {
      return json.getDoubleValue();
    }
    if (column.type() == Type.NUMBER && List.of("Infinity", "-Infinity").contains(json.getText())) {
      return Double.parseDouble(json.getText());
    }
    throw InputException.in(
        where,
        "field %s is %s; it must be %s",
        column.name(),
        InputException.quote(json.getText()),
        switch (column.type()) {
          case TEXT -> "a text";
          case COUNT -> "a whole number, at least 0";
          case NUMBER -> "a number";
        });
  }
}
