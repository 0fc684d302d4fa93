package org.transcal.io.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * A small CSV file of text, read whole.
 *
 * @param file its name in messages
 * @param columns names of the columns, in lower case
 * @param lines the lines after the header
 */
public record CsvTable(Path file, List<String> columns, List<Line> lines) {
  private static final int LONGEST_VALUE = 1 << 16;

  /** Copies the lists. */
  public CsvTable {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
  }

  /**
   * One line.
   *
   * @param number which line of the file, from 1
   * @param cells its cells; lines may be shorter than the header
   */
  public record Line(long number, List<String> cells) {
    /** Copies the list. */
    public Line {
      cells = List.copyOf(cells);
    }
  }

  /** Reads a table whose first line names the columns. */
  static CsvTable in(ByteSource source) {
    List<Line> all = lines(source);
    if (all.isEmpty()) {
      throw InputException.in(source.name(), "is empty; a header and lines are needed");
    }
    List<String> header =
        all.get(0).cells.stream().map(cell -> cell.strip().toLowerCase(Locale.ROOT)).toList();
    return new CsvTable(source.name(), header, all.subList(1, all.size()));
  }

  /** All cells of a file without a header. */
  public static List<String> texts(ByteSource source) {
    return lines(source).stream().flatMap(line -> line.cells.stream()).toList();
  }

  /** A parser of lines of any length; readers check the number of values, to name the line. */
  static CsvReader.CsvReaderBuilder parser() {
    return CsvReader.builder()
        .detectBomHeader(true)
        .allowUnclosedQuote(false)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .maxBufferSize(LONGEST_VALUE);
  }

  private static List<Line> lines(ByteSource source) {
    try (CsvReader<CsvRecord> reader =
        parser().ofCsvRecord(source.stream(0, source.size()), StandardCharsets.UTF_8)) {
      return reader.stream()
          .map(line -> new Line(line.getStartingLineNumber(), line.getFields()))
          .toList();
    } catch (CsvParseException e) {
      throw new InputException(source.name() + ": is not a CSV file: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw ByteSource.unreadable(source.name(), e.getCause());
    } catch (IOException e) {
      throw ByteSource.unreadable(source.name(), e);
    }
  }

  /** A cell without surrounding blanks; empty if it is blank or there is no such column. */
  Optional<String> cell(Line line, String column) {
    int at = columns.indexOf(column);
    return at < 0 || at >= line.cells.size()
        ? Optional.empty()
        : Optional.of(CsvText.plain(line.cells.get(at).strip())).filter(text -> !text.isEmpty());
  }

  /** A problem with a cell. */
  InputException bad(Line line, String column, String value, String needed) {
    String quoted = value.isEmpty() ? "empty" : InputException.quote(value);
    return InputException.in(
        file, "line %d, column %s is %s; %s", line.number, column, quoted, needed);
  }
}
