package org.transcal.io.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * The rows of a CSV file of numbers: values separated by commas, rows of equal length, blank lines
 * skipped.
 *
 * <p>A first line in which no value is a number, and none is empty, is a header: it is skipped, and
 * {@link #header()} tells. Nothing else is guessed.
 */
public final class CsvRows implements Closeable {
  private static final int LONGEST_VALUE = 1 << 16;
  private static final int MOST_COLUMNS = 10_000_000;

  private final Path file;
  private final CsvReader<Row> reader;
  private final CloseableIterator<Row> rows;
  private final Optional<String> header;
  private final int columns;
  private Optional<Row> pending;

  private CsvRows(Path file, CsvReader<Row> reader) {
    this.file = file;
    this.reader = reader;
    this.rows = reader.iterator();
    Row first = fetch().orElseThrow(() -> InputException.in(file, "is empty; rows are needed"));
    this.columns = first.count;
    if (columns > MOST_COLUMNS) {
      throw InputException.in(
          file, "line 1 has " + columns + " values; at most " + MOST_COLUMNS + " are accepted");
    }
    if (first.isHeader()) {
      this.header = Optional.of(first.text());
      this.pending = fetch();
      if (pending.isEmpty()) {
        throw InputException.in(
            file, "has no row of numbers, only " + InputException.quote(first.text()));
      }
    } else {
      this.header = Optional.empty();
      this.pending = Optional.of(first);
    }
  }

  /**
   * Starts reading; the caller closes this and the source.
   *
   * @throws InputException naming the file, line and column at fault
   */
  public static CsvRows in(ByteSource source) {
    try {
      CsvReader<Row> reader =
          CsvReader.builder()
              .detectBomHeader(true)
              .allowUnclosedQuote(false)
              // Rows of unequal length are refused here, by line.
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .maxBufferSize(LONGEST_VALUE)
              .build(new RowHandler(), source.stream(0, source.size()), StandardCharsets.UTF_8);
      return new CsvRows(source.name(), reader);
    } catch (IOException e) {
      throw ByteSource.unreadable(source.name(), e);
    }
  }

  /** Values in each row. */
  public int columns() {
    return columns;
  }

  /** The header line, where there was one. */
  public Optional<String> header() {
    return header;
  }

  /** Copies the next row's values to a place in the target; false after the last row. */
  public boolean next(double[] target, int at) {
    Optional<Row> row = pending.isPresent() ? pending : fetch();
    pending = Optional.empty();
    if (row.isEmpty()) {
      return false;
    }
    row.get().requireNumbers(file, columns);
    System.arraycopy(row.get().values, 0, target, at, columns);
    return true;
  }

  private Optional<Row> fetch() {
    try {
      return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
    } catch (CsvParseException e) {
      String message = e.getMessage() == null ? "is damaged" : e.getMessage();
      throw new InputException(file + ": is not a CSV file of numbers: " + message, e);
    } catch (UncheckedIOException e) {
      throw ByteSource.unreadable(file, e.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** One line, its values parsed as they come; the same object for every line. */
  private static final class Row {
    private final DecimalReader decimal = new DecimalReader();
    private long line;
    private double[] values = new double[16];
    private int count;
    private int texts;
    private boolean hasEmpty;
    private int firstText;
    private String firstTextValue = "";

    void begin(long newLine) {
      line = newLine;
      count = 0;
      texts = 0;
      hasEmpty = false;
    }

    void add(char[] characters, int offset, int length) {
      if (count >= MOST_COLUMNS) {
        count++;
        return;
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      if (decimal.read(characters, offset, length)) {
        values[count] = decimal.value();
      } else {
        hasEmpty |= new String(characters, offset, length).isBlank();
        if (texts++ == 0) {
          firstText = count;
          firstTextValue = new String(characters, offset, length);
        }
      }
      count++;
    }

    boolean isHeader() {
      return texts == count && !hasEmpty;
    }

    String text() {
      return firstTextValue + (count > 1 ? ",…" : "");
    }

    void requireNumbers(Path file, int columns) {
      if (texts > 0) {
        throw InputException.in(
            file,
            "line "
                + line
                + ", column "
                + (firstText + 1)
                + " is "
                + InputException.quote(firstTextValue)
                + "; it must be a number, and commas must separate numbers");
      }
      if (count != columns) {
        throw InputException.in(
            file, "line " + line + " has " + count + " values where " + columns + " are needed");
      }
    }
  }

  private static final class RowHandler extends AbstractBaseCsvCallbackHandler<Row> {
    private final Row row = new Row();

    @Override
    protected void handleBegin(long line) {
      row.begin(line);
    }

    @Override
    protected void handleField(
        int index, char[] characters, int offset, int length, boolean quoted) {
      row.add(characters, offset, length);
    }

    @Override
    protected Row buildRecord() {
      return row;
    }
  }
}
