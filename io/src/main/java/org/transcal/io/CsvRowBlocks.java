package org.transcal.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.csv.CsvRows;
import org.transcal.io.file.ByteSource;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;

/** Blocks of a CSV file. */
final class CsvRowBlocks extends RowBlocks {
  private final OpenFiles files;
  private final ByteSource source;
  private final CsvRows rows;
  private final int blockRows;
  private long done;

  CsvRowBlocks(OpenFiles files, ByteSource source, BlockSize size) {
    this.files = files;
    this.source = source;
    this.rows = CsvRows.in(source);
    this.blockRows = size.rowsOf(rows.columns());
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
  public Precision precision() {
    return Precision.FLOAT64;
  }

  @Override
  public int rowsPerBlock() {
    return blockRows;
  }

  @Override
  public List<String> warnings() {
    return rows.headerWarnings();
  }

  private String where() {
    return source.name().toString();
  }

  @Override
  protected Optional<RowBlock> next(BlockMemory memory) {
    int columns = columns();
    double[] values = memory.doubles(where(), (long) blockRows * columns);
    int count = 0;
    while (count < blockRows && rows.next(values, count * columns)) {
      count++;
    }
    if (count == 0) {
      return Optional.empty();
    }
    double[] read = count == blockRows ? values : Arrays.copyOf(values, count * columns);
    RowBlock block = new RowBlock(where(), done, Matrix.wrap(read, count, columns));
    done += count;
    return Optional.of(block);
  }

  @Override
  public void close() {
    try (files;
        rows) {
      // Closes the rows, then their file.
    } catch (IOException e) {
      throw ByteSource.unreadable(source.name(), e);
    }
  }
}
