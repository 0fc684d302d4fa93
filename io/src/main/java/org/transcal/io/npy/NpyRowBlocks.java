package org.transcal.io.npy;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.array.BlockMemory;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** Blocks of a {@code .npy} or {@code .npz} array. */
final class NpyRowBlocks extends RowBlocks {
  private interface Reader {
    Matrix read(long firstRow, int rows, BlockMemory memory) throws IOException;
  }

  private final NpyArray array;
  private final long height;
  private final Optional<Elements> stream;
  private final Reader reader;

  private NpyRowBlocks(NpyArray array, int columns, int rowsPerBlock) throws IOException {
    super(
        array.where(),
        OptionalLong.of(array.header().dimension(0)),
        columns,
        array.header().type().isSinglePrecision() ? Precision.FLOAT32 : Precision.FLOAT64,
        rowsPerBlock);
    this.array = array;
    this.height = array.header().dimension(0);
    boolean isRowMajor = array.header().isRowMajor();
    this.stream = isRowMajor ? Optional.of(array.elements()) : Optional.empty();
    this.reader =
        isRowMajor
            ? this::readStream
            : array.hasRandomAccess() ? this::readColumns : inMemory(array);
  }

  /** Blocks of an array of one or two dimensions. */
  static RowBlocks open(NpyArray array, int rank, BlockSize size) {
    array.requireNumbers(rank);
    NpyHeader header = array.header();
    long width = header.rank() == 1 ? 1 : header.dimension(1);
    if (width < 1 || width > Integer.MAX_VALUE / Double.BYTES) {
      throw InputException.in(
          array.where(),
          "has shape %s; it must have a sensible number of columns",
          header.shapeText());
    }
    // Blocks of a column-major array need one read per column, so larger ones are better.
    BlockSize wanted = header.isRowMajor() ? size : BlockSize.ofRows(size.rows());
    try {
      return new NpyRowBlocks(array, (int) width, wanted.rowsOf(width));
    } catch (IOException e) {
      throw ByteSource.unreadable(array.file(), e);
    }
  }

  private Matrix readStream(long firstRow, int rows, BlockMemory memory) throws IOException {
    Elements elements = stream.orElseThrow();
    long length = (long) rows * columns();
    if (precision() == Precision.FLOAT32) {
      float[] values = memory.floats(where(), length);
      elements.read(values, 0, values.length);
      return Matrix.wrap(values, rows, columns());
    }
    double[] values = memory.doubles(where(), length);
    elements.read(values, 0, values.length);
    return Matrix.wrap(values, rows, columns());
  }

  private Matrix readColumns(long firstRow, int rows, BlockMemory memory) throws IOException {
    boolean isSingle = precision() == Precision.FLOAT32;
    long length = (long) rows * columns();
    float[] floats = memory.floats(where(), isSingle ? length : 0);
    double[] doubles = memory.doubles(where(), isSingle ? 0 : length);
    double[] part = new double[rows];
    for (int column = 0; column < columns(); column++) {
      array.readAt(column * height + firstRow, part);
      for (int i = 0; i < rows; i++) {
        if (isSingle) {
          floats[i * columns() + column] = (float) part[i];
        } else {
          doubles[i * columns() + column] = part[i];
        }
      }
    }
    return isSingle ? Matrix.wrap(floats, rows, columns()) : Matrix.wrap(doubles, rows, columns());
  }

  /** Deflated columns: no row is complete before everything is read. */
  private static Reader inMemory(NpyArray array) {
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
  protected Optional<Matrix> next(long firstRow, BlockMemory memory) {
    int rows = (int) Math.min(rowsPerBlock(), height - firstRow);
    try {
      if (rows > 0) {
        return Optional.of(reader.read(firstRow, rows, memory));
      }
      if (stream.isPresent()) {
        stream.get().requireEnd();
      }
      return Optional.empty();
    } catch (IOException e) {
      throw ByteSource.unreadable(array.file(), e);
    }
  }

  @Override
  public void close() {
    try {
      if (stream.isPresent()) {
        stream.get().close();
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(array.file(), e);
    } finally {
      super.close();
    }
  }
}
