package org.transcal.io.history;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.io.csv.CsvText;
import org.transcal.io.csv.DecimalReader;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.io.history.NightRow.Column;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;

/**
 * A history as a CSV file: the columns of {@link NightRow} and a last column {@code schema} with
 * the version of the schema in every line. Missing values are empty cells.
 *
 * <p>Each write replaces the whole file at once, under a lock on a hidden file beside it, so that
 * readers need no lock and never see half of it.
 */
final class CsvHistory implements History {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final int LONGEST_CELL = 1 << 24;

  private static final List<String> HEADER =
      Stream.concat(NightRow.COLUMNS.stream().map(Column::name), Stream.of("schema")).toList();

  private final Path file;
  private final Duration longestWait;

  CsvHistory(Path file) {
    this(file, LONGEST_WAIT);
  }

  CsvHistory(Path file, Duration longestWait) {
    this.file = file;
    this.longestWait = longestWait;
  }

  @Override
  public List<Night> read(int detailed) {
    List<NumberedRow> rows = new ArrayList<>();
    NavigableSet<NightTime> latest = new TreeSet<>();
    forEach(
        line -> {
          NightTime at = time(line);
          latest.add(at);
          if (latest.size() > detailed) {
            latest.pollFirst();
          }
          NightRow row = row(line);
          rows.add(
              new NumberedRow(
                  line.getStartingLineNumber(),
                  at,
                  latest.contains(at) ? row : row.withoutDetail()));
        });
    return rows.stream()
        .map(row -> row.toNight(file, latest.contains(row.at)))
        .sorted(ORDER)
        .toList();
  }

  private record NumberedRow(long line, NightTime at, NightRow row) {
    Night toNight(Path file, boolean isDetailed) {
      return InputException.naming(
          file + ": line " + line, () -> (isDetailed ? row : row.withoutDetail()).toNight());
    }
  }

  @Override
  public void write(List<Night> nights, Optional<NightTime> oldest) {
    OutputLock lock = OutputLock.waitFor(file, longestWait);
    try {
      writeLocked(nights, oldest);
    } finally {
      lock.close();
    }
  }

  private void writeLocked(List<Night> nights, Optional<NightTime> oldest) {
    try (AtomicFile output = AtomicFile.open(file);
        Writer text =
            new BufferedWriter(new OutputStreamWriter(output.stream(), StandardCharsets.UTF_8))) {
      text.write(String.join(",", HEADER) + "\n");
      Deque<Night> added = new ArrayDeque<>(nights.stream().sorted(ORDER).toList());
      List<NightTime> replaced = nights.stream().map(Night::at).distinct().toList();
      forEach(
          line -> {
            NightTime at = time(line);
            if (History.isKept(at, oldest)
                && replaced.stream().noneMatch(t -> History.isSameNight(at, t))) {
              while (!added.isEmpty() && added.peek().at().compareTo(at) < 0) {
                write(text, added.pop(), oldest);
              }
              write(text, cells(line));
            }
          });
      added.forEach(night -> write(text, night, oldest));
      text.flush();
      output.commit();
    } catch (IOException e) {
      throw new OutputException(file, e);
    } catch (UncheckedIOException e) {
      throw new OutputException(file, e.getCause());
    }
  }

  private static void write(Writer text, Night night, Optional<NightTime> oldest) {
    if (History.isKept(night.at(), oldest)) {
      Object[] values = NightRow.of(night).values();
      List<String> cells = new ArrayList<>();
      for (Object value : values) {
        cells.add(
            value == null
                ? ""
                : value instanceof Double number
                    ? CsvText.number(number)
                    : value instanceof String string ? CsvText.text(string) : value.toString());
      }
      cells.add(Integer.toString(NightRow.VERSION));
      write(text, cells);
    }
  }

  private static void write(Writer text, List<String> cells) {
    try {
      text.write(String.join(",", cells));
      text.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cells of a line as they are written. */
  private static List<String> cells(CsvRecord line) {
    List<String> cells = new ArrayList<>(line.getFields());
    for (int i = 0; i < NightRow.COLUMNS.size(); i++) {
      if (NightRow.COLUMNS.get(i).type() == NightRow.Type.TEXT) {
        cells.set(i, CsvText.text(CsvText.plain(cells.get(i))));
      }
    }
    return cells;
  }

  /** Every line after the header, whose version and number of cells are right. */
  private void forEach(Consumer<CsvRecord> use) {
    if (!Files.exists(file)) {
      return;
    }
    try (ByteSource source = ByteSource.open(file);
        CsvReader<CsvRecord> reader =
            CsvReader.builder()
                .detectBomHeader(true)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(LONGEST_CELL)
                .ofCsvRecord(source.stream(0, source.size()), StandardCharsets.UTF_8)) {
      Optional<List<String>> header = Optional.empty();
      for (CsvRecord line : reader) {
        if (header.isEmpty()) {
          header = Optional.of(line.getFields());
        } else {
          requireLayout(header.get(), line);
          use.accept(line);
        }
      }
      requireHistory(header.orElse(List.of()));
    } catch (CsvParseException e) {
      throw new InputException(file + ": is not a CSV file: " + e.getMessage(), e);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  private void requireLayout(List<String> header, CsvRecord line) {
    int at = header.indexOf("schema");
    String version = at >= 0 && at < line.getFieldCount() ? line.getField(at) : "";
    if (version.matches("[0-9]{1,9}") && Integer.parseInt(version) > NightRow.VERSION) {
      throw InputException.in(
          file,
          "line %d was written by a newer version of transcal (schema %s; this version knows %d);"
              + " install that version, or start a new history",
          line.getStartingLineNumber(),
          version,
          NightRow.VERSION);
    }
    requireHistory(header);
    if (line.getFieldCount() != HEADER.size()) {
      throw InputException.in(
          file,
          "line %d has %d cells where the header has %d; the line is damaged",
          line.getStartingLineNumber(),
          line.getFieldCount(),
          HEADER.size());
    }
    if (!version.equals(Integer.toString(NightRow.VERSION))) {
      throw bad(line, "schema", version, "it must be " + NightRow.VERSION);
    }
  }

  private void requireHistory(List<String> header) {
    if (!header.equals(HEADER)) {
      throw InputException.in(
          file,
          "is not a history of transcal: its first line is %s; it must be %s … schema",
          InputException.quote(String.join(",", header)),
          HEADER.stream().limit(4).collect(Collectors.joining(",")));
    }
  }

  private NightTime time(CsvRecord line) {
    String cell = CsvText.plain(line.getField(0));
    try {
      return NightTime.parse(cell);
    } catch (IllegalArgumentException e) {
      throw bad(line, "at", cell, "it must be a time such as 2026-11-14");
    }
  }

  private NightRow row(CsvRecord line) {
    Object[] values = new Object[NightRow.COLUMNS.size()];
    DecimalReader decimal = new DecimalReader();
    for (int i = 0; i < values.length; i++) {
      Column column = NightRow.COLUMNS.get(i);
      String cell = line.getField(i);
      if (!cell.isEmpty()) {
        values[i] = value(line, column, cell, decimal);
      }
    }
    return new NightRow(values);
  }

  private Object value(CsvRecord line, Column column, String cell, DecimalReader decimal) {
    if (column.type() == NightRow.Type.TEXT) {
      return CsvText.plain(cell);
    }
    if (!decimal.read(cell.toCharArray(), 0, cell.length()) || Double.isNaN(decimal.value())) {
      throw bad(line, column.name(), cell, "it must be a number");
    }
    if (column.type() == NightRow.Type.NUMBER) {
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
