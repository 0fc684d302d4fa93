package org.transcal.io.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.transcal.matrix.Matrix;

/** Rows of numbers as little-endian bytes, a chunk at a time. */
final class RowEncoder {
  private static final int CHUNK_BYTES = 1 << 18;

  /** Takes full chunks. */
  interface Sink {
    void write(ByteBuffer chunk);
  }

  private final Precision precision;
  private final Sink sink;
  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  RowEncoder(Precision precision, Sink sink) {
    this.precision = precision;
    this.sink = sink;
  }

  void write(Matrix rows) {
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      write(row);
    }
  }

  void write(double[] values) {
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

  /** The first values in bulk; only for {@link Precision#FLOAT32}. */
  void write(float[] values, int length) {
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
