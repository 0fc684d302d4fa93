package org.transcal.monitoring.history;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.io.csv.CsvText;
import org.transcal.io.csv.DecimalReader;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchRow.Column;

/**
 * Batches as CSV text: the columns of {@link BatchRow} and a last column {@code schema} with the
 * version of the schema in every line. Missing values are empty cells.
 *
 * @param file its name in messages
 */
record BatchCsv(Path file) {
  private static final int LONGEST_CELL = 1 << 24;
  private static final String VERSION = Integer.toString(BatchRow.VERSION);

  private static final List<String> COLUMNS =
      Stream.concat(BatchRow.COLUMNS.stream().map(Column::name), Stream.of("schema")).toList();

  /** The first line of a file. */
  static final String HEADER = String.join(",", COLUMNS) + "\n";

  /** The line of a batch. */
  static String line(BatchResult batch) {
    List<String> cells = new ArrayList<>();
    for (Object value : BatchRow.of(batch).values()) {
      cells.add(
          value == null
              ? ""
              : value instanceof Double number
                  ? CsvText.number(number)
                  : value instanceof String text ? CsvText.text(text) : value.toString());
    }
    cells.add(VERSION);
    return String.join(",", cells) + "\n";
  }

  /** Writes a file in place of the one there is, whole or not at all. */
  static void write(Path file, List<BatchResult> results) {
    StringBuilder text = new StringBuilder(HEADER);
    results.forEach(result -> text.append(line(result)));
    AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** All batches of the file in order, as {@link History#read} gives them. */
  List<BatchResult> read(int detailed) {
    return ByteSource.read(file, source -> read(source, detailed));
  }

  /** The same of a file in memory. */
  List<BatchResult> read(ByteSource source, int detailed) {
    RowCollector rows = new RowCollector(detailed);
    forEach(
        source,
        (line, at) -> rows.add(file + ": line " + line.getStartingLineNumber(), at, row(line)));
    return rows.results();
  }

  /** Every line after the header, whose version, number of cells and time are right. */
  private void forEach(ByteSource source, BiConsumer<CsvRecord, BatchTime> use) {
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .detectBomHeader(true)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .maxBufferSize(LONGEST_CELL)
            .ofCsvRecord(source.stream(0, source.size()), StandardCharsets.UTF_8)) {
      Optional<List<String>> header = Optional.empty();
      String cell = "";
      Optional<BatchTime> at = Optional.empty();
      for (CsvRecord line : reader) {
        if (header.isEmpty()) {
          header = Optional.of(line.getFields());
          continue;
        }
        requireLayout(header.get(), line);
        // Segments of a batch follow each other, and times are slow to read.
        if (at.isEmpty() || !line.getField(0).equals(cell)) {
          cell = line.getField(0);
          at = Optional.of(time(line));
        }
        use.accept(line, at.get());
      }
      requireHistory(header.orElse(List.of()));
    } catch (CsvParseException e) {
      throw new InputException(file + ": is not a CSV file: " + e.getMessage(), e);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  private void requireLayout(List<String> header, CsvRecord line) {
    if (header.equals(COLUMNS)
        && line.getFieldCount() == COLUMNS.size()
        && line.getField(COLUMNS.size() - 1).equals(VERSION)) {
      return;
    }
    int at = header.indexOf("schema");
    String version = at >= 0 && at < line.getFieldCount() ? line.getField(at) : "";
    if (version.matches("[0-9]{1,9}") && Integer.parseInt(version) > BatchRow.VERSION) {
      throw InputException.in(
          file,
          "line %d was written by a newer version of transcal (schema %s; this version knows %d);"
              + " install that version, or start a new history",
          line.getStartingLineNumber(),
          version,
          BatchRow.VERSION);
    }
    requireHistory(header);
    if (line.getFieldCount() != COLUMNS.size()) {
      throw InputException.in(
          file,
          "line %d has %d cells where the header has %d; the line is damaged",
          line.getStartingLineNumber(),
          line.getFieldCount(),
          COLUMNS.size());
    }
    throw bad(line, "schema", version, "it must be " + VERSION);
  }

  private void requireHistory(List<String> header) {
    if (!header.equals(COLUMNS)) {
      throw InputException.in(
          file,
          "is not a history of transcal: its first line is %s; it must be %s … schema",
          InputException.quote(String.join(",", header)),
          COLUMNS.stream().limit(4).collect(Collectors.joining(",")));
    }
  }

  private BatchTime time(CsvRecord line) {
    String cell = CsvText.plain(line.getField(0));
    try {
      return BatchTime.parse(cell);
    } catch (IllegalArgumentException e) {
      throw bad(line, "at", cell, "it must be a time such as 2026-11-14");
    }
  }

  private BatchRow row(CsvRecord line) {
    Object[] values = new Object[BatchRow.COLUMNS.size()];
    DecimalReader decimal = new DecimalReader();
    for (int i = 0; i < values.length; i++) {
      Column column = BatchRow.COLUMNS.get(i);
      String cell = line.getField(i);
      if (!cell.isEmpty()) {
        values[i] = value(line, column, cell, decimal);
      }
    }
    return new BatchRow(values);
  }

  private Object value(CsvRecord line, Column column, String cell, DecimalReader decimal) {
    if (column.type() == BatchRow.Type.TEXT) {
      return CsvText.plain(cell);
    }
    if (!decimal.read(cell.toCharArray(), 0, cell.length()) || Double.isNaN(decimal.value())) {
      throw bad(line, column.name(), cell, "it must be a number");
    }
    if (column.type() == BatchRow.Type.NUMBER) {
      return decimal.value();
    }
    long count = (long) decimal.value();
    if (count != decimal.value() || count < 0) {
      throw bad(line, column.name(), cell, "it must be a whole number, at least 0");
    }
    return count;
  }

  private InputException bad(CsvRecord line, String column, String cell, String needed) {
    return InputException.in(
        file,
        "line %d, column %s is %s; %s",
        line.getStartingLineNumber(),
        column,
        cell.isEmpty() ? "empty" : InputException.quote(cell),
        needed);
  }
}
