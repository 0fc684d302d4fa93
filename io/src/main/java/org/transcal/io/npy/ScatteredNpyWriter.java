package org.transcal.io.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputException;
import org.transcal.parallel.Parallel;
import org.transcal.prediction.Probabilities;

/**
 * Writes rows of a {@code .npy} file in any order and from any thread, each with a {@link Pen} of
 * its own; the file appears under its name only at {@link #commit()}. Its bytes are those that
 * {@link NpyWriter} gives for the same rows in order.
 *
 * <p>Cost: memory is a chunk and the values of one block a pen, however many rows are written.
 */
public final class ScatteredNpyWriter implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 18;

  /** Parts of a whole file, more than there are threads so that none waits long. */
  private static final int STRIPES = 8;

  /** Values that stay near between being made and being written. */
  private static final int VALUES_AT_ONCE = 1 << 16;

  private final AtomicFile file;
  private final int columns;
  private final Precision precision;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong end = new AtomicLong();
  private final Queue<Pen> pens = new ConcurrentLinkedQueue<>();

  /** Held while writing: the system lets one thread write a file, and others spin until it has. */
  final Lock turn = new ReentrantLock();

  private ScatteredNpyWriter(AtomicFile file, int columns, Precision precision) {
    this.file = file;
    this.columns = columns;
    this.precision = precision;
  }

  /** Starts a file; the number of rows need not be known. */
  public static ScatteredNpyWriter open(Path file, int columns, Precision precision) {
    ScatteredNpyWriter writer = new ScatteredNpyWriter(AtomicFile.open(file), columns, precision);
    try {
      // Holds the place; the rows are filled in at the end.
      writer.writeHeader(0);
      return writer;
    } catch (OutputException e) {
      writer.close();
      throw e;
    }
  }

  /** Writes a whole file, by as many threads as there are; its bytes do not tell how many. */
  public static void write(Path file, Probabilities rows, Precision precision) {
    try (ScatteredNpyWriter writer = open(file, rows.classes(), precision)) {
      int stripe = Math.max(1, (rows.rows() + STRIPES - 1) / STRIPES);
      Parallel.forEach(
          (rows.rows() + stripe - 1) / stripe,
          i -> writer.pen().writeAll(rows, i * stripe, Math.min(rows.rows(), (i + 1) * stripe)));
      writer.commit();
    }
  }

  private void writeHeader(long rows) {
    file.writeAt(0, NpyHeaderText.encode(precision.typeName(), rows, columns));
  }

  /** A pen for one thread. */
  public Pen pen() {
    Pen pen = new Pen();
    pens.add(pen);
    return pen;
  }

  /**
   * Completes the file and moves it into place; no pen may be writing any more.
   *
   * @throws IllegalStateException where some row before the last was not written
   */
  public void commit() {
    if (written.get() != end.get()) {
      throw new IllegalStateException(
          written.get() + " rows were written where the last is row " + (end.get() - 1));
    }
    pens.forEach(Pen::writeKept);
    writeHeader(written.get());
    file.commit();
  }

  /** Removes the file where it was not committed. */
  @Override
  public void close() {
    file.close();
  }

  /**
   * What one thread writes with. Where another is writing, a chunk is kept while the next is made,
   * at the latest until {@link #commit()}.
   */
  public final class Pen {
    private ByteBuffer chunk = newChunk();
    private ByteBuffer kept = newChunk().limit(0);
    private long keptAt;
    private float[] floats = new float[0];
    private final double[] row = new double[precision == Precision.FLOAT64 ? columns : 0];

    private Pen() {}

    /** Writes rows where they belong, each row once. */
    public void write(long firstRow, Probabilities rows) {
      write(firstRow, rows, 0, rows.rows());
    }

    /** Writes some rows where they belong in a file of all of them. */
    private void writeAll(Probabilities rows, int from, int to) {
      int atOnce = Math.max(1, VALUES_AT_ONCE / Math.max(1, columns));
      for (int at = from; at < to; at += atOnce) {
        write(at, rows, at, Math.min(to, at + atOnce));
      }
    }

    private void write(long firstRow, Probabilities rows, int from, int to) {
      if (rows.classes() != columns) {
        throw new IllegalArgumentException(
            "Rows have " + rows.classes() + " columns where the file has " + columns);
      }
      long rowBytes = (long) columns * precision.bytes();
      long at = NpyHeaderText.BYTES + Math.multiplyExact(firstRow, rowBytes);
      if (precision == Precision.FLOAT32) {
        writeFloats(at, rows, from, to);
      } else {
        writeDoubles(at, rows, from, to);
      }
      written.addAndGet(to - from);
      end.accumulateAndGet(firstRow + to - from, Math::max);
    }

    private void writeFloats(long position, Probabilities rows, int first, int last) {
      int length = Math.multiplyExact(last - first, columns);
      if (floats.length < length) {
        floats = new float[length];
      }
      rows.copyRows(first, last, floats);
      long at = position;
      for (int from = 0; from < length; ) {
        int count = Math.min(length - from, CHUNK_BYTES / Float.BYTES);
        chunk.clear().asFloatBuffer().put(floats, from, count);
        at = flush(at, count * Float.BYTES);
        from += count;
      }
    }

    private void writeDoubles(long position, Probabilities rows, int first, int last) {
      long at = position;
      int filled = 0;
      for (int i = first; i < last; i++) {
        rows.copyRow(i, row);
        for (int from = 0; from < columns; ) {
          if (filled == CHUNK_BYTES) {
            at = flush(at, filled);
            filled = 0;
          }
          int count = Math.min(columns - from, (CHUNK_BYTES - filled) / Double.BYTES);
          chunk.clear().position(filled).asDoubleBuffer().put(row, from, count);
          filled += count * Double.BYTES;
          from += count;
        }
      }
      flush(at, filled);
    }

    private long flush(long at, int bytes) {
      chunk.clear().limit(bytes);
      if (!turn.tryLock()) {
        if (!kept.hasRemaining()) {
          keep(at);
          return at + bytes;
        }
        turn.lock();
      }
      try {
        writeKept();
        file.writeAt(at, chunk);
      } finally {
        turn.unlock();
      }
      return at + bytes;
    }

    private void keep(long at) {
      ByteBuffer empty = kept;
      kept = chunk;
      keptAt = at;
      chunk = empty;
    }

    private void writeKept() {
      file.writeAt(keptAt, kept);
    }
  }

  private static ByteBuffer newChunk() {
    return ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }
}
