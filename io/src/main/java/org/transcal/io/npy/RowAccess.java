package org.transcal.io.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.transcal.io.file.ByteSource;

/** Rows of a row-major array, read in place; any thread may, with bytes of its own. */
public final class RowAccess {
  private final ByteSource source;
  private final NpyHeader header;
  private final long dataAt;

  RowAccess(ByteSource source, NpyHeader header, long dataAt) {
    this.source = source;
    this.header = header;
    this.dataAt = dataAt;
  }

  /**
   * Reads from a row on as many values as the target holds; for half and single precision only.
   *
   * @param chunk bytes to read through, at least {@value Double#BYTES}
   */
  public void read(long row, float[] target, ByteBuffer chunk) throws IOException {
    long at = start(row);
    for (int done = 0; done < target.length; ) {
      int count = Math.min(target.length - done, chunk.capacity() / header.type().bytes());
      header.type().decode(fill(at, count, chunk), target, done, count);
      done += count;
      at += (long) count * header.type().bytes();
    }
  }

  /**
   * Reads from a row on as many values as the target holds.
   *
   * @param chunk bytes to read through, at least {@value Double#BYTES}
   */
  public void read(long row, double[] target, ByteBuffer chunk) throws IOException {
    long at = start(row);
    for (int done = 0; done < target.length; ) {
      int count = Math.min(target.length - done, chunk.capacity() / header.type().bytes());
      header.type().decode(fill(at, count, chunk), target, done, count);
      done += count;
      at += (long) count * header.type().bytes();
    }
  }

  private long start(long row) {
    return dataAt + row * header.dimension(1) * header.type().bytes();
  }

  private ByteBuffer fill(long at, int count, ByteBuffer chunk) throws IOException {
    source.readFully(at, chunk.clear().limit(count * header.type().bytes()));
    return chunk.flip();
  }
}
