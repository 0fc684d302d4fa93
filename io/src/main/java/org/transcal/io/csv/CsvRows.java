package org.transcal.io.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.transcal.io.array.BlockMemory;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * The rows of a CSV file of numbers: values separated by commas, rows of equal length, blank lines
 * skipped.
 *
 * <p>A first line without numbers or empty values is a header: it is skipped with a warning.
 * Nothing else is guessed. The row index and column numbers that pandas writes by default are
 * refused.
 */
public final class CsvRows extends RowBlocks {
  private static final int MOST_COLUMNS = 10_000_000;

  /** Usual names of a column of row numbers, in lower case. */
  private static final Set<String> INDEX_NAMES = Set.of("", "index", "id", "row", "unnamed: 0");

  /** Separators other than commas, and their names. */
  private static final Map<String, String> SEPARATORS =
      Map.of(";", "semicolons", "\t", "tabs", " +", "spaces");

  /** Fewer consecutive numbers than this may be coincidence. */
  private static final int FEWEST_NUMBERED = 3;

  private final Path file;
  private final CsvReader<Row> reader;
  private final CloseableIterator<Row> lines;
  private final Optional<String> header;
  private Optional<Row> pending;
  private Optional<String> indexName = Optional.empty();
  private long read;
  private double firstIndex;
  private boolean countsRows = true;
  private boolean countsColumns;

  private CsvRows(
      Path file,
      String where,
      CsvReader<Row> reader,
      CloseableIterator<Row> lines,
      Row first,
      BlockSize size) {
    super(where, OptionalLong.empty(), first.count, Precision.FLOAT64, size.rowsOf(first.count));
    this.file = file;
    this.reader = reader;
    this.lines = lines;
    boolean named = first.count > 1 && first.startsWithText() && isIndexName(first.firstTextValue);
    if (!first.isHeader()) {
      if (named) {
        throw indexed(first.firstTextValue);
      }
      this.header = Optional.empty();
      this.pending = Optional.of(first);
      return;
    }
    this.header = Optional.of(first.text());
    this.indexName = named ? Optional.of(first.firstTextValue) : Optional.empty();
    this.pending = fetch(file, lines);
    pending.filter(row -> row.count == 1).ifPresent(this::requireCommas);
    if (pending.isEmpty()) {
      throw InputException.in(
          file, "has no row of numbers, only " + InputException.quote(first.text()));
    }
  }

  /** Fails if the only value of a line is several numbers with another separator. */
  private void requireCommas(Row row) {
    String line = row.texts == 0 ? "" : row.firstTextValue.strip();
    for (String separator : SEPARATORS.keySet()) {
      String[] parts = line.split(separator);
      if (parts.length > 1 && Arrays.stream(parts).allMatch(row::isNumber)) {
        throw InputException.in(
            file,
            "its values are separated by %s, as in %s; commas must separate numbers:"
                + " pandas.read_csv(path, sep=...).to_csv(path, index=False)",
            SEPARATORS.get(separator),
            InputException.quote(line));
      }
    }
  }

  private static boolean isIndexName(String name) {
    return INDEX_NAMES.contains(name.strip().toLowerCase(Locale.ROOT));
  }

  private InputException indexed(String name) {
    return InputException.in(
        file,
        "column 1, %s, is a row index, not data; write the file without it:"
            + " df.to_csv(path, index=False)",
        name.isBlank() ? "which has no name" : "named " + InputException.quote(name));
  }

  /** Starts reading; the caller closes this and the source. */
  public static CsvRows in(ByteSource source) {
    return in(source, source.name().toString(), BlockSize.ofRows(1));
  }

  /** The same for an array that messages call by another name than its file's. */
  static CsvRows in(ByteSource source, String where, BlockSize size) {
    Path file = source.name();
    CsvReader<Row> reader =
        source.read(
            bytes ->
                CsvTable.parser()
                    .build(new Row(), bytes.stream(0, bytes.size()), StandardCharsets.UTF_8));
    CloseableIterator<Row> lines = reader.iterator();
    Row first =
        fetch(file, lines).orElseThrow(() -> InputException.in(file, "is empty; rows are needed"));
    if (first.count > MOST_COLUMNS) {
      throw InputException.in(
          file, "line 1 has %s values; at most %s are accepted", first.count, MOST_COLUMNS);
    }
    return new CsvRows(file, where, reader, lines, first, size);
  }

  /** A warning if the first line was taken as a header. */
  @Override
  public List<String> warnings() {
    return header.stream()
        .map(text -> file + ": the first line, " + InputException.quote(text))
        .map(text -> text + ", is taken as a header")
        .toList();
  }

  /** Reads all remaining rows. */
  public Matrix readAll() {
    DoubleStream.Builder values = DoubleStream.builder();
    double[] row = new double[columns()];
    while (read(row, 0)) {
      if (read * columns() > Allocation.LONGEST) {
        throw InputException.in(
            where(),
            "has more than %s values; \"apply\" streams larger arrays",
            Allocation.LONGEST);
      }
      for (double value : row) {
        values.add(value);
      }
    }
    double[] all = values.build().toArray();
    return Matrix.wrap(all, all.length / columns(), columns());
  }

  @Override
  protected Optional<Matrix> next(long firstRow, BlockMemory memory) {
    double[] values = memory.doubles(where(), (long) rowsPerBlock() * columns());
    int count = 0;
    while (count < rowsPerBlock() && read(values, count * columns())) {
      count++;
    }
    if (count == 0) {
      return Optional.empty();
    }
    double[] some = count == rowsPerBlock() ? values : Arrays.copyOf(values, count * columns());
    return Optional.of(Matrix.wrap(some, count, columns()));
  }

  /** Copies the next row's values to a position in the target; false after the last row. */
  private boolean read(double[] target, int at) {
    Optional<Row> row = pending.isPresent() ? pending : fetch(file, lines);
    pending = Optional.empty();
    if (row.isEmpty()) {
      requireNoIndex();
      return false;
    }
    row.get().requireNumbers(file, columns());
    System.arraycopy(row.get().values, 0, target, at, columns());
    checkNumbering(target, at);
    return true;
  }

  /** Checks whether the first column numbers the rows, or the first line the columns. */
  private void checkNumbering(double[] values, int at) {
    if (read == 0) {
      firstIndex = values[at];
      countsColumns = columns() >= FEWEST_NUMBERED && header.isEmpty();
      for (int j = 0; countsColumns && j < columns(); j++) {
        countsColumns = values[at + j] == j;
      }
    } else if (read == 1 && countsColumns) {
      for (int j = 0; j < columns(); j++) {
        if (values[at + j] != Math.rint(values[at + j])) {
          throw InputException.in(
              file,
              "line 1 is 0, 1, … %s, which are column numbers, not data; write the file without"
                  + " them: df.to_csv(path, index=False, header=False)",
              columns() - 1);
        }
      }
    }
    countsRows &= values[at] == firstIndex + read;
    read++;
  }

  private void requireNoIndex() {
    if (indexName.isPresent()
        && read >= FEWEST_NUMBERED
        && countsRows
        && (firstIndex == 0 || firstIndex == 1)) {
      throw indexed(indexName.get());
    }
  }

  private static Optional<Row> fetch(Path file, CloseableIterator<Row> lines) {
    try {
      return lines.hasNext() ? Optional.of(lines.next()) : Optional.empty();
    } catch (CsvParseException e) {
      String message = e.getMessage() == null ? "is damaged" : e.getMessage();
      throw new InputException(file + ": is not a CSV file of numbers: " + message, e);
    } catch (UncheckedIOException e) {
      throw ByteSource.unreadable(file, e.getCause());
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    } finally {
      super.close();
    }
  }

  /** One parsed line; the same object is used for every line. */
  private static final class Row extends AbstractBaseCsvCallbackHandler<Row> {
    private final DecimalReader decimal = new DecimalReader();
    private long line;
    private double[] values = new double[16];
    private int count;
    private int texts;
    private boolean hasEmpty;
    private int firstText;
    private String firstTextValue = "";

    @Override
    protected void handleBegin(long newLine) {
      line = newLine;
      count = 0;
      texts = 0;
      hasEmpty = false;
    }

    @Override
    protected void handleField(
        int index, char[] characters, int offset, int length, boolean quoted) {
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

    @Override
    protected Row buildRecord() {
      return this;
    }

    boolean isNumber(String text) {
      return decimal.read(text.toCharArray(), 0, text.length());
    }

    boolean startsWithText() {
      return texts > 0 && firstText == 0;
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
            "line %s, column %s is %s; it must be a number, and commas must separate numbers",
            line,
            firstText + 1,
            InputException.quote(firstTextValue));
      }
      if (count != columns) {
        throw InputException.in(
            file, "line %s has %s values where %s are needed", line, count, columns);
      }
    }
  }
}
