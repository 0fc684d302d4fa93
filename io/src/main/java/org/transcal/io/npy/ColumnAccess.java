package org.transcal.io.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.transcal.io.file.ByteSource;

/** Parts of the columns of a column-major array, read in place. */
public final class ColumnAccess {
  private final ByteSource source;
  private final NpyHeader header;
  private final long dataAt;

  ColumnAccess(ByteSource source, NpyHeader header, long dataAt) {
    this.source = source;
    this.header = header;
    this.dataAt = dataAt;
  }

  /** Reads a column's values from a row on, as many as the target holds. */
  public void read(long column, long row, double[] target) throws IOException {
    header.type().decode(bytes(column, row, target.length), target, 0, target.length);
  }

  /** Reads a column's values from a row on; for half and single precision only. */
  public void read(long column, long row, float[] target) throws IOException {
    header.type().decode(bytes(column, row, target.length), target, 0, target.length);
  }

  private ByteBuffer bytes(long column, long row, int count) throws IOException {
    int width = header.type().bytes();
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(count, width));
    source.readFully(dataAt + (column * header.dimension(0) + row) * width, bytes);
    return bytes.flip();
  }
}
