package org.transcal.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.csv.CsvRows;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** Blocks of a CSV file. */
final class CsvRowBlocks extends RowBlocks {
  private final OpenArray array;
  private final CsvRows rows;
  private final int blockRows;

  CsvRowBlocks(OpenArray array, int rowsPerBlock) {
    this.array = array;
    this.rows = CsvRows.in(array.source());
    this.blockRows = blockRows(rowsPerBlock, rows.columns());
  }

  @Override
  public OptionalLong rows() {
    return OptionalLong.empty();
  }

  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public List<String> warnings() {
    return rows.header().stream()
        .map(text -> where() + ": the first line, " + InputException.quote(text) + ", is a header")
        .toList();
  }

  @Override
  String where() {
    return array.source().name().toString();
  }

  @Override
  Optional<Matrix> read() {
    int columns = columns();
    double[] values = new double[blockRows * columns];
    int count = 0;
    while (count < blockRows && rows.next(values, count * columns)) {
      count++;
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(Matrix.wrap(Arrays.copyOf(values, count * columns), count, columns));
  }

  @Override
  public void close() {
    try {
      rows.close();
    } catch (IOException e) {
      throw ByteSource.unreadable(array.source().name(), e);
    } finally {
      array.close();
    }
  }
}
