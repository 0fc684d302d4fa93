package org.transcal.io;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.ColumnAccess;
import org.transcal.io.npy.Elements;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpyHeader;
import org.transcal.matrix.Matrix;

/** Blocks of a {@code .npy} or {@code .npz} array. */
abstract class NpyRowBlocks extends RowBlocks {
  private final OpenArray open;
  private final NpyArray array;
  private final int columns;
  private final int blockRows;
  private long done;

  private NpyRowBlocks(OpenArray open, NpyArray array, int rowsPerBlock) {
    this.open = open;
    this.array = array;
    this.columns = (int) array.header().dimension(1);
    this.blockRows = blockRows(rowsPerBlock, columns);
  }

  static RowBlocks open(OpenArray open, ArrayLocation location, int rowsPerBlock) {
    NpyArray array = open.npy(location);
    array.requireNumbers(2);
    NpyHeader header = array.header();
    if (header.dimension(1) < 1 || header.dimension(1) > Integer.MAX_VALUE / Double.BYTES) {
      throw new InputException(
          array.where()
              + ": has shape "
              + header.shapeText()
              + "; it must have a sensible number of columns");
    }
    boolean rowMajor =
        header.order() == NpyHeader.ElementOrder.ROW_MAJOR
            || header.dimension(0) <= 1
            || header.dimension(1) == 1;
    if (rowMajor) {
      return new RowMajor(open, array, rowsPerBlock);
    }
    Optional<ColumnAccess> access = array.columns();
    if (access.isPresent()) {
      return new ColumnMajor(open, array, rowsPerBlock, access.get());
    }
    if (header.elements() > Allocation.LONGEST) {
      throw new InputException(
          array.where()
              + ": has shape "
              + header.shapeText()
              + " in Fortran order and deflated, which cannot be streamed; save it in C order or as"
              + " .npy");
    }
    return new Whole(open, array, rowsPerBlock);
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
  String where() {
    return array.where();
  }

  @Override
  Optional<Matrix> read() {
    long left = array.header().dimension(0) - done;
    int count = (int) Math.min(blockRows, left);
    try {
      if (count == 0) {
        finish();
        return Optional.empty();
      }
      Matrix block =
          array.header().type().isSinglePrecision()
              ? Matrix.wrap(floats(done, count), count, columns)
              : Matrix.wrap(doubles(done, count), count, columns);
      done += count;
      return Optional.of(block);
    } catch (IOException e) {
      throw ByteSource.unreadable(open.source().name(), e);
    }
  }

  abstract float[] floats(long firstRow, int count) throws IOException;

  abstract double[] doubles(long firstRow, int count) throws IOException;

  /** Called where all rows have been handed out. */
  void finish() throws IOException {
    // Only a stream has something left to check.
  }

  @Override
  public void close() {
    open.close();
  }

  /** Rows one after another. */
  private static final class RowMajor extends NpyRowBlocks {
    private final Elements elements;

    RowMajor(OpenArray open, NpyArray array, int rowsPerBlock) {
      super(open, array, rowsPerBlock);
      this.elements = array.elements();
    }

    @Override
    float[] floats(long firstRow, int count) throws IOException {
      float[] values = Allocation.floats(where(), (long) count * columns());
      elements.read(values, 0, values.length);
      return values;
    }

    @Override
    double[] doubles(long firstRow, int count) throws IOException {
      double[] values = Allocation.doubles(where(), (long) count * columns());
      elements.read(values, 0, values.length);
      return values;
    }

    @Override
    void finish() throws IOException {
      elements.requireEnd();
    }

    @Override
    public void close() {
      try {
        elements.close();
      } catch (IOException e) {
        throw new InputException(where() + ": cannot be closed", e);
      } finally {
        super.close();
      }
    }
  }

  /** Columns one after another, read in place. */
  private static final class ColumnMajor extends NpyRowBlocks {
    private final ColumnAccess access;

    ColumnMajor(OpenArray open, NpyArray array, int rowsPerBlock, ColumnAccess access) {
      super(open, array, rowsPerBlock);
      this.access = access;
    }

    @Override
    float[] floats(long firstRow, int count) throws IOException {
      float[] values = Allocation.floats(where(), (long) count * columns());
      float[] part = new float[count];
      for (int column = 0; column < columns(); column++) {
        access.read(column, firstRow, part);
        for (int i = 0; i < count; i++) {
          values[i * columns() + column] = part[i];
        }
      }
      return values;
    }

    @Override
    double[] doubles(long firstRow, int count) throws IOException {
      double[] values = Allocation.doubles(where(), (long) count * columns());
      double[] part = new double[count];
      for (int column = 0; column < columns(); column++) {
        access.read(column, firstRow, part);
        for (int i = 0; i < count; i++) {
          values[i * columns() + column] = part[i];
        }
      }
      return values;
    }
  }

  /** Columns one after another and deflated: nothing can be read before everything is. */
  private static final class Whole extends NpyRowBlocks {
    private final Matrix matrix;

    Whole(OpenArray open, NpyArray array, int rowsPerBlock) {
      super(open, array, rowsPerBlock);
      this.matrix = array.matrix();
    }

    @Override
    float[] floats(long firstRow, int count) {
      Matrix block = matrix.rowRange((int) firstRow, (int) firstRow + count);
      return ((Matrix.OfFloats) block).storage();
    }

    @Override
    double[] doubles(long firstRow, int count) {
      Matrix block = matrix.rowRange((int) firstRow, (int) firstRow + count);
      return ((Matrix.OfDoubles) block).storage();
    }
  }
}
