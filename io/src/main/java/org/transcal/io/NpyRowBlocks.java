package org.transcal.io;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.ColumnAccess;
import org.transcal.io.npy.Elements;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpyHeader;
import org.transcal.io.npy.Precision;
import org.transcal.io.npy.RowAccess;
import org.transcal.matrix.Matrix;

/** Blocks of a {@code .npy} or {@code .npz} array. */
abstract class NpyRowBlocks extends RowBlocks {
  private final OpenArray open;
  private final NpyArray array;
  private final int columns;
  private final int blockRows;
  private long done;

  private NpyRowBlocks(OpenArray open, NpyArray array, BlockSize size) {
    this.open = open;
    this.array = array;
    this.columns = (int) array.header().dimension(1);
    this.blockRows = size.rowsOf(columns);
  }

  static RowBlocks open(OpenArray open, ArrayLocation location, BlockSize size) {
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
      Optional<RowAccess> access = array.uncheckedRows();
      return access.isPresent()
          ? new InPlace(open, array, size, access.get())
          : new Streamed(open, array, size);
    }
    Optional<ColumnAccess> access = array.columns();
    if (access.isPresent()) {
      // A read a column and block: the fewer blocks the better.
      BlockSize large = BlockSize.ofRows(size.rows());
      return new ColumnMajor(open, array, large, access.get());
    }
    if (header.elements() > Allocation.LONGEST) {
      throw new InputException(
          array.where()
              + ": has shape "
              + header.shapeText()
              + " in Fortran order and deflated, which cannot be streamed; save it in C order or as"
              + " .npy");
    }
    return new Whole(open, array, size);
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

  final String where() {
    return array.where();
  }

  @Override
  final Optional<RowBlock> next(BlockMemory memory) {
    long first = done;
    int count = (int) Math.min(blockRows, array.header().dimension(0) - first);
    if (count == 0) {
      reading(
          () -> {
            finish();
            return first;
          });
      return Optional.empty();
    }
    Supplier<Matrix> values = values(first, count, memory);
    done += count;
    return Optional.of(new RowBlock(where(), first, count, values));
  }

  /** Rows that can be reached at any time; those of a stream must be read at once. */
  Supplier<Matrix> values(long firstRow, int count, BlockMemory memory) {
    return () -> read(firstRow, count, memory);
  }

  final Matrix read(long firstRow, int count, BlockMemory memory) {
    long length = (long) count * columns;
    return reading(
        () -> {
          if (precision() == Precision.FLOAT32) {
            float[] values = memory.floats(where(), length);
            fill(firstRow, values, memory);
            return Matrix.wrap(values, count, columns);
          }
          double[] values = memory.doubles(where(), length);
          fill(firstRow, values, memory);
          return Matrix.wrap(values, count, columns);
        });
  }

  private interface Reading<T> {
    T get() throws IOException;
  }

  private <T> T reading(Reading<T> reading) {
    try {
      return reading.get();
    } catch (IOException e) {
      throw ByteSource.unreadable(open.source().name(), e);
    }
  }

  /** Fills an array, which holds whole rows, with the values from a row on. */
  abstract void fill(long firstRow, float[] values, BlockMemory memory) throws IOException;

  /** Fills an array, which holds whole rows, with the values from a row on. */
  abstract void fill(long firstRow, double[] values, BlockMemory memory) throws IOException;

  /** Called where all rows have been handed out. */
  void finish() throws IOException {
    // Only a stream has something left to check.
  }

  @Override
  public void close() {
    open.close();
  }

  /** Rows one after another, read where they are. */
  private static final class InPlace extends NpyRowBlocks {
    private final RowAccess access;

    InPlace(OpenArray open, NpyArray array, BlockSize size, RowAccess access) {
      super(open, array, size);
      this.access = access;
    }

    @Override
    void fill(long firstRow, float[] values, BlockMemory memory) throws IOException {
      access.read(firstRow, values, memory.chunk());
    }

    @Override
    void fill(long firstRow, double[] values, BlockMemory memory) throws IOException {
      access.read(firstRow, values, memory.chunk());
    }
  }

  /** Rows one after another, in a stream that checks what it reads. */
  private static final class Streamed extends NpyRowBlocks {
    private final Elements elements;

    Streamed(OpenArray open, NpyArray array, BlockSize size) {
      super(open, array, size);
      this.elements = array.elements();
    }

    @Override
    Supplier<Matrix> values(long firstRow, int count, BlockMemory memory) {
      Matrix values = read(firstRow, count, memory);
      return () -> values;
    }

    @Override
    void fill(long firstRow, float[] values, BlockMemory memory) throws IOException {
      elements.read(values, 0, values.length);
    }

    @Override
    void fill(long firstRow, double[] values, BlockMemory memory) throws IOException {
      elements.read(values, 0, values.length);
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

    ColumnMajor(OpenArray open, NpyArray array, BlockSize size, ColumnAccess access) {
      super(open, array, size);
      this.access = access;
    }

    @Override
    void fill(long firstRow, float[] values, BlockMemory memory) throws IOException {
      float[] part = new float[values.length / columns()];
      for (int column = 0; column < columns(); column++) {
        access.read(column, firstRow, part);
        for (int i = 0; i < part.length; i++) {
          values[i * columns() + column] = part[i];
        }
      }
    }

    @Override
    void fill(long firstRow, double[] values, BlockMemory memory) throws IOException {
      double[] part = new double[values.length / columns()];
      for (int column = 0; column < columns(); column++) {
        access.read(column, firstRow, part);
        for (int i = 0; i < part.length; i++) {
          values[i * columns() + column] = part[i];
        }
      }
    }
  }

  /** Columns one after another and deflated: nothing can be read before everything is. */
  private static final class Whole extends NpyRowBlocks {
    private final Matrix matrix;

    Whole(OpenArray open, NpyArray array, BlockSize size) {
      super(open, array, size);
      this.matrix = array.matrix();
    }

    @Override
    void fill(long firstRow, float[] values, BlockMemory memory) {
      float[] all = ((Matrix.OfFloats) matrix).storage();
      System.arraycopy(all, (int) firstRow * columns(), values, 0, values.length);
    }

    @Override
    void fill(long firstRow, double[] values, BlockMemory memory) {
      double[] all = ((Matrix.OfDoubles) matrix).storage();
      System.arraycopy(all, (int) firstRow * columns(), values, 0, values.length);
    }
  }
}
