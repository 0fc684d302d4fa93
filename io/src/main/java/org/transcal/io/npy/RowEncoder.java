package org.transcal.io.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.ObjIntConsumer;
import org.transcal.io.array.Precision;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

/** Encodes rows of numbers as little-endian bytes, one chunk at a time. */
final class RowEncoder {
  private static final int CHUNK_BYTES = 1 << 18;

  /** Values that fit in cache between being computed and being encoded. */
  private static final int VALUES_IN_CACHE = 1 << 16;

  interface Sink {
    void write(ByteBuffer chunk);
  }

  private final Precision precision;
  private final Sink sink;
  private final ByteBuffer chunk;
  private float[] floats = {};

  RowEncoder(Precision precision, Sink sink) {
    this(precision, ByteBuffer.allocateDirect(CHUNK_BYTES), sink);
  }

  RowEncoder(Precision precision, ByteBuffer chunk, Sink sink) {
    this.precision = precision;
    this.chunk = chunk.order(ByteOrder.LITTLE_ENDIAN);
    this.sink = sink;
  }

  void write(Matrix rows) {
    write(0, rows.rows(), new double[rows.columns()], (row, i) -> rows.copyRow(i, row));
  }

  void write(Probabilities rows, int from, int to) {
    if (precision == Precision.FLOAT64) {
      write(from, to, new double[rows.classes()], (row, i) -> rows.copyRow(i, row));
      return;
    }
    int rowsAtOnce = Math.max(1, VALUES_IN_CACHE / Math.max(1, rows.classes()));
    for (int at = from; at < to; at += rowsAtOnce) {
      int count = Math.min(to - at, rowsAtOnce);
      int length = Math.multiplyExact(count, rows.classes());
      floats = floats.length < length ? new float[length] : floats;
      rows.copyRows(at, at + count, floats);
      write(floats, length);
    }
  }

  private void write(int from, int to, double[] row, ObjIntConsumer<double[]> copy) {
    for (int i = from; i < to; i++) {
      copy.accept(row, i);
      write(row);
    }
  }

  private void write(double[] values) {
    for (double value : values) {
      if (chunk.remaining() < Double.BYTES) {
        flush();
      }
      if (precision == Precision.FLOAT32) {
        chunk.putFloat((float) value);
      } else {
        chunk.putDouble(value);
      }
    }
  }

  private void write(float[] values, int length) {
    for (int from = 0; from < length; ) {
      if (chunk.remaining() < Float.BYTES) {
        flush();
      }
      int count = Math.min(chunk.remaining() / Float.BYTES, length - from);
      chunk.asFloatBuffer().put(values, from, count);
      chunk.position(chunk.position() + count * Float.BYTES);
      from += count;
    }
  }

  void flush() {
    sink.write(chunk.flip());
    chunk.clear();
  }
}
