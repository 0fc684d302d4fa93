package org.transcal.io.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

/**
 * Streams rows into a {@code .npy} file, which appears under its name only at {@link #commit()}.
 *
 * <p>Cost: memory is one chunk, however many rows are written.
 */
public final class NpyWriter implements AutoCloseable {
  private static final int VALUES_AT_ONCE = 1 << 18;

  private final AtomicFile file;
  private final int columns;
  private final Precision precision;
  private final RowEncoder encoder;
  private long rows;

  private NpyWriter(AtomicFile file, int columns, Precision precision) {
    this.file = file;
    this.columns = columns;
    this.precision = precision;
    this.encoder = new RowEncoder(precision, file::write);
  }

  /** Starts a file; the number of rows need not be known. */
  public static NpyWriter open(Path file, int columns, Precision precision) {
    NpyWriter writer = new NpyWriter(AtomicFile.open(file), columns, precision);
    try {
      // Holds the place; the rows are filled in at the end.
      writer.file.write(NpyHeaderText.encode(precision.typeName(), 0, columns));
      return writer;
    } catch (OutputException e) {
      writer.close();
      throw e;
    }
  }

  /** Writes a whole matrix. */
  public static void write(Path file, Matrix values, Precision precision) {
    try (NpyWriter writer = open(file, values.columns(), precision)) {
      writer.write(values);
      writer.commit();
    }
  }

  /** Writes a vector of integers as {@code i4}. */
  public static void writeIntegers(Path file, int... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Integer.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    try (AtomicFile output = AtomicFile.open(file)) {
      output.write(NpyHeaderText.encode("<i4", values.length));
      output.write(bytes);
      output.commit();
    }
  }

  /** Appends rows. */
  public void write(Matrix block) {
    requireColumns(block.columns());
    encoder.write(block);
    rows += block.rows();
  }

  /** Appends rows. */
  public void write(Probabilities block) {
    requireColumns(block.classes());
    if (precision == Precision.FLOAT32) {
      int rowsAtOnce = Math.max(1, Math.min(block.rows(), VALUES_AT_ONCE / columns));
      float[] values = new float[Math.multiplyExact(rowsAtOnce, columns)];
      for (int from = 0; from < block.rows(); from += rowsAtOnce) {
        int to = Math.min(block.rows(), from + rowsAtOnce);
        block.copyRows(from, to, values);
        encoder.write(values, (to - from) * columns);
      }
    } else {
      double[] row = new double[columns];
      for (int i = 0; i < block.rows(); i++) {
        block.copyRow(i, row);
        encoder.write(row);
      }
    }
    rows += block.rows();
  }

  private void requireColumns(int actual) {
    if (actual != columns) {
      throw new IllegalArgumentException(
          "Rows have " + actual + " columns where the file has " + columns);
    }
  }

  /** Completes the file and moves it into place. */
  public void commit() {
    encoder.flush();
    file.writeAt(0, NpyHeaderText.encode(precision.typeName(), rows, columns));
    file.commit();
  }

  /** Removes the file where it was not committed. */
  @Override
  public void close() {
    file.close();
  }
}
