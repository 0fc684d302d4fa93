package org.transcal.io;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.DirectAccess;
import org.transcal.io.npy.Elements;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpyHeader;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;

/** Blocks of a {@code .npy} or {@code .npz} array. */
final class NpyRowBlocks extends RowBlocks {
  private interface RowReader {
    Matrix read(long firstRow, int rows, BlockMemory memory) throws IOException;
  }

  private final OpenFiles files;
  private final NpyArray array;
  private final int columns;
  private final int blockRows;
  private final Optional<Elements> stream;
  private final RowReader reader;
  private long done;

  NpyRowBlocks(OpenFiles files, ArrayLocation location, int rank, BlockSize size) {
    this.files = files;
    this.array = files.npy(location);
    array.requireNumbers(rank);
    NpyHeader header = array.header();
    long width = header.rank() == 1 ? 1 : header.dimension(1);
    if (width < 1 || width > Integer.MAX_VALUE / Double.BYTES) {
      throw InputException.in(
          array.where(),
          "has shape %s; it must have a sensible number of columns",
          header.shapeText());
    }
    this.columns = (int) width;
    if (header.isRowMajor()) {
      this.blockRows = size.rowsOf(columns);
      this.stream = Optional.of(array.elements());
      this.reader = this::readStream;
    } else {
      // Each block needs one read per column, so larger blocks are better.
      this.blockRows = BlockSize.ofRows(size.rows()).rowsOf(columns);
      this.stream = Optional.empty();
      this.reader = array.directAccess().map(this::byColumns).orElseGet(this::inMemory);
    }
  }

  private Matrix readStream(long firstRow, int rows, BlockMemory memory) throws IOException {
    Elements elements = stream.orElseThrow();
    if (precision() == Precision.FLOAT32) {
      float[] values = memory.floats(array.where(), (long) rows * columns);
      elements.read(values, 0, values.length);
      return Matrix.wrap(values, rows, columns);
    }
    double[] values = memory.doubles(array.where(), (long) rows * columns);
    elements.read(values, 0, values.length);
    return Matrix.wrap(values, rows, columns);
  }

  private RowReader byColumns(DirectAccess access) {
    long height = array.header().dimension(0);
    return (firstRow, rows, memory) -> {
      double[] values = memory.doubles(array.where(), (long) rows * columns);
      double[] part = new double[rows];
      for (int column = 0; column < columns; column++) {
        access.read(column * height + firstRow, part);
        for (int i = 0; i < rows; i++) {
          values[i * columns + column] = part[i];
        }
      }
      return narrowed(Matrix.wrap(values, rows, columns), memory);
    };
  }

  /** The same values in the precision of the file. */
  private Matrix narrowed(Matrix matrix, BlockMemory memory) {
    if (precision() == Precision.FLOAT64) {
      return matrix;
    }
    float[] values = memory.floats(array.where(), (long) matrix.rows() * columns);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) matrix.get(i / columns, i % columns);
    }
    return Matrix.wrap(values, matrix.rows(), columns);
  }

  /** Deflated columns: no row is complete before everything is read. */
  private RowReader inMemory() {
    if (array.header().elements() > Allocation.LONGEST) {
      throw InputException.in(
          array.where(),
          "has shape %s in Fortran order and deflated, which cannot be streamed; save it in C order"
              + " or as .npy",
          array.header().shapeText());
    }
    Matrix all = array.matrix();
    return (firstRow, rows, memory) -> all.rowRange((int) firstRow, (int) firstRow + rows);
  }

  @Override
  public OptionalLong rows() {
    return OptionalLong.of(array.header().dimension(0));
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public Precision precision() {
    return array.header().type().isSinglePrecision() ? Precision.FLOAT32 : Precision.FLOAT64;
  }

  @Override
  public int rowsPerBlock() {
    return blockRows;
  }

  @Override
  protected Optional<RowBlock> next(BlockMemory memory) {
    long first = done;
    int rows = (int) Math.min(blockRows, array.header().dimension(0) - first);
    try {
      if (rows == 0) {
        if (stream.isPresent()) {
          stream.get().requireEnd();
        }
        return Optional.empty();
      }
      done += rows;
      return Optional.of(new RowBlock(array.where(), first, reader.read(first, rows, memory)));
    } catch (IOException e) {
      throw ByteSource.unreadable(array.file(), e);
    }
  }

  @Override
  public void close() {
    try (files) {
      if (stream.isPresent()) {
        stream.get().close();
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(array.file(), e);
    }
  }
}
