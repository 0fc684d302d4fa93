package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * An array from text, parsed once; its digest covers its values as little-endian doubles, or its
 * texts.
 */
public final class CsvArray implements StoredArray {
  private final ByteSource source;
  private final String where;
  private Optional<Matrix> parsed = Optional.empty();
  private List<String> warnings = List.of();

  /** An array that messages call by the given name; the source must stay open. */
  public CsvArray(ByteSource source, String where) {
    this.source = source;
    this.where = where;
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public Matrix matrix() {
    if (parsed.isEmpty()) {
      try (CsvRows rows = CsvRows.in(source, where, BlockSize.ofRows(1))) {
        warnings = rows.warnings();
        parsed = Optional.of(rows.readAll());
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
          where, "has %d lines of %s", matrix.rows(), notAVector(matrix.columns()));
    }
    double[] values = new double[matrix.rows() * matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = matrix.columns() == 1 ? matrix.get(i, 0) : matrix.get(0, i);
    }
    return values;
  }

  /** What is wrong with several lines of several numbers, and the usual cause. */
  public static String notAVector(int columns) {
    return columns
        + " numbers; one number per line, or all on one line, are needed"
        + (columns == 2 ? " (pandas leaves row numbers out with index=False)" : "");
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
    return CsvTable.texts(source);
  }

  @Override
  public List<String> column() {
    return texts().stream().map(cell -> CsvText.plain(cell.strip())).toList();
  }

  @Override
  public RowBlocks rows(BlockSize size) {
    return CsvRows.in(source, where, size);
  }

  @Override
  public RowBlocks vector(BlockSize size) {
    return rows(size);
  }

  @Override
  public String digest() {
    if (!isText()) {
      return Digest.of(matrix());
    }
    Digest sha256 = new Digest();
    byte[] text = String.join("\n", texts()).getBytes(StandardCharsets.UTF_8);
    sha256.update(text, 0, text.length);
    return sha256.hex();
  }

  @Override
  public List<String> warnings() {
    return warnings;
  }
}
