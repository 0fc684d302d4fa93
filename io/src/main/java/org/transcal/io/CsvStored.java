package org.transcal.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.transcal.io.csv.CsvRows;
import org.transcal.io.csv.CsvTable;
import org.transcal.io.csv.CsvText;
import org.transcal.io.csv.DecimalReader;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * An array from text, parsed once; its digest covers its values as little-endian doubles, or its
 * texts.
 */
final class CsvStored implements StoredArray {
  /** The usual cause of an unexpected second column. */
  static final String INDEX_HINT = " (pandas leaves row numbers out with index=False)";

  private final String where;
  private final Optional<ByteSource> source;
  private Optional<Matrix> parsed;
  private List<String> warnings;

  CsvStored(ByteSource source, String where) {
    this.where = where;
    this.source = Optional.of(source);
    this.parsed = Optional.empty();
    this.warnings = List.of();
  }

  CsvStored(Matrix matrix, String where, List<String> warnings) {
    this.where = where;
    this.source = Optional.empty();
    this.parsed = Optional.of(matrix);
    this.warnings = warnings;
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public Matrix matrix() {
    if (parsed.isEmpty()) {
      ByteSource bytes = source.orElseThrow();
      try (CsvRows rows = CsvRows.in(bytes)) {
        warnings = rows.headerWarnings();
        parsed = Optional.of(rows.readAll(where));
      } catch (IOException e) {
        throw ByteSource.unreadable(bytes.name(), e);
      }
    }
    return parsed.get();
  }

  /** Numbers in one column, as numpy writes vectors, or on one line, as csv writers do. */
  @Override
  public double[] vector() {
    Matrix matrix = matrix();
    if (matrix.columns() != 1 && matrix.rows() != 1) {
      throw InputException.in(
          where,
          "has %d lines of %d numbers; one number per line, or all on one line, are needed%s",
          matrix.rows(),
          matrix.columns(),
          matrix.columns() == 2 ? INDEX_HINT : "");
    }
    double[] values = new double[matrix.rows() * matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = matrix.columns() == 1 ? matrix.get(i, 0) : matrix.get(0, i);
    }
    return values;
  }

  /** Whether the last cell, which is never a header, is not a number. */
  @Override
  public boolean isText() {
    if (parsed.isPresent()) {
      return false;
    }
    List<String> texts = texts();
    String last = texts.isEmpty() ? "0" : texts.get(texts.size() - 1).strip();
    return !last.isEmpty() && !new DecimalReader().read(last.toCharArray(), 0, last.length());
  }

  @Override
  public List<String> texts() {
    return source.map(CsvTable::texts).orElseThrow();
  }

  @Override
  public List<String> column() {
    return texts().stream().map(cell -> CsvText.plain(cell.strip())).toList();
  }

  @Override
  public String digest() {
    Digest sha256 = new Digest();
    if (isText()) {
      byte[] text = String.join("\n", texts()).getBytes(StandardCharsets.UTF_8);
      sha256.update(text, 0, text.length);
      return sha256.hex();
    }
    Matrix matrix = matrix();
    double[] row = new double[matrix.columns()];
    ByteBuffer bytes =
        ByteBuffer.allocate(row.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      bytes.asDoubleBuffer().put(row);
      sha256.update(bytes.array(), 0, bytes.capacity());
    }
    return sha256.hex();
  }

  @Override
  public List<String> warnings() {
    return warnings;
  }
}
