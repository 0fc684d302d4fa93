package org.transcal.io.npy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.transcal.io.array.Precision;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputException;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;
import org.transcal.prediction.Probabilities;

/**
 * Streams rows into a {@code .npy} file, which appears under its name only at {@link #commit()}.
 *
 * <p>Rows are appended, or written at any position from any thread, each with a {@link Pen} of its
 * own; the bytes of the file are the same.
 *
 * <p>Cost: memory is one chunk per pen, however many rows are written.
 */
public final class NpyWriter implements AutoCloseable {
  /** Parts of a file written in parallel, usually more than threads, so that none waits long. */
  private static final int STRIPES = 8;

  private static final int STREAM_CHUNK_BYTES = 1 << 16;

  private final AtomicFile file;
  private final int columns;
  private final Precision precision;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong end = new AtomicLong();
  private final Pen appending;

  private NpyWriter(AtomicFile file, int columns, Precision precision) {
    this.file = file;
    this.columns = columns;
    this.precision = precision;
    this.appending = new Pen();
  }

  /** Starts a file; the number of rows need not be known. */
  public static NpyWriter open(Path file, int columns, Precision precision) {
    NpyWriter writer = new NpyWriter(AtomicFile.open(file), columns, precision);
    try {
      // Reserves the space; commit() fills in the number of rows.
      writer.writeHeader(0);
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

  /** Writes all rows, in parallel. */
  public static void write(Path file, Probabilities rows, Precision precision) {
    try (NpyWriter writer = open(file, rows.classes(), precision)) {
      int stripe = Math.max(1, (rows.rows() + STRIPES - 1) / STRIPES);
      Parallel.forEach(
          (rows.rows() + stripe - 1) / stripe,
          i -> {
            int from = i * stripe;
            writer.pen().write(from, rows, from, Math.min(rows.rows(), from + stripe));
          });
      writer.commit();
    }
  }

  /** Writes the bytes of a whole file to a stream, which stays open. */
  public static void write(OutputStream stream, Probabilities rows, Precision precision)
      throws IOException {
    long bytes = (long) rows.rows() * rows.classes() * precision.bytes();
    ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(STREAM_CHUNK_BYTES, bytes));
    RowEncoder encoder =
        new RowEncoder(
            precision,
            chunk,
            full -> {
              try {
                stream.write(full.array(), full.position(), full.remaining());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    stream.write(NpyHeader.encode(precision.typeName(), rows.rows(), rows.classes()).array());
    try {
      encoder.write(rows, 0, rows.rows());
      encoder.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Writes a vector of integers as {@code i4}. */
  public static void writeIntegers(Path file, int... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Integer.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    try (AtomicFile output = AtomicFile.open(file)) {
      output.write(NpyHeader.encode("<i4", values.length));
      output.write(bytes);
      output.commit();
    }
  }

  private void writeHeader(long rows) {
    file.writeAt(0, NpyHeader.encode(precision.typeName(), rows, columns));
  }

  /** Appends rows. */
  public void write(Matrix block) {
    appending.start(end.get(), block.columns());
    appending.encoder.write(block);
    appending.finish(block.rows());
  }

  /** Appends rows. */
  public void write(Probabilities block) {
    appending.write(end.get(), block);
  }

  /** A pen for one thread, which may write rows at any position. */
  public Pen pen() {
    return new Pen();
  }

  /**
   * Completes the file and moves it into place; no pen may be writing any more.
   *
   * @throws IllegalStateException if a row before the last was not written
   */
  public void commit() {
    if (written.get() != end.get()) {
      throw new IllegalStateException(
          written.get() + " rows were written but the last is row " + (end.get() - 1));
    }
    writeHeader(written.get());
    file.commit();
  }

  /** Removes the file unless it was committed. */
  @Override
  public void close() {
    file.close();
  }

  /** Writes rows at any position, for one thread. */
  public final class Pen {
    private final RowEncoder encoder = new RowEncoder(precision, this::writeChunk);
    private long first;
    private long position;

    private Pen() {}

    /** Writes rows at their position in the file, each row once. */
    public void write(long firstRow, Probabilities rows) {
      write(firstRow, rows, 0, rows.rows());
    }

    private void write(long firstRow, Probabilities rows, int from, int to) {
      start(firstRow, rows.classes());
      encoder.write(rows, from, to);
      finish(to - from);
    }

    private void start(long firstRow, int actualColumns) {
      if (actualColumns != columns) {
        throw new IllegalArgumentException(
            "Rows have " + actualColumns + " columns where the file has " + columns);
      }
      first = firstRow;
      position =
          NpyHeader.WRITTEN_BYTES
              + Math.multiplyExact(firstRow, (long) columns * precision.bytes());
    }

    private void finish(int rows) {
      encoder.flush();
      written.addAndGet(rows);
      end.accumulateAndGet(first + rows, Math::max);
    }

    private void writeChunk(ByteBuffer chunk) {
      int bytes = chunk.remaining();
      file.writeAt(position, chunk);
      position += bytes;
    }
  }
}
