package org.transcal.io.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.transcal.io.file.ByteSource;

/** Random access to the elements of an uncompressed array, from any thread with its own buffer. */
public final class DirectAccess {
  private final ByteSource source;
  private final ElementType type;
  private final long dataAt;

  DirectAccess(ByteSource source, ElementType type, long dataAt) {
    this.source = source;
    this.type = type;
    this.dataAt = dataAt;
  }

  /**
   * Fills the target with the elements from a stored index on; half and single precision only.
   *
   * @param buffer at least {@value Double#BYTES} bytes to read through
   */
  public void read(long first, float[] target, ByteBuffer buffer) throws IOException {
    for (int done = 0; done < target.length; ) {
      int count = Math.min(target.length - done, buffer.capacity() / type.bytes());
      type.decode(fill(first + done, count, buffer), target, done, count);
      done += count;
    }
  }

  /**
   * Fills the target with the elements from a stored index on.
   *
   * @param buffer at least {@value Double#BYTES} bytes to read through
   */
  public void read(long first, double[] target, ByteBuffer buffer) throws IOException {
    for (int done = 0; done < target.length; ) {
      int count = Math.min(target.length - done, buffer.capacity() / type.bytes());
      type.decode(fill(first + done, count, buffer), target, done, count);
      done += count;
    }
  }

  private ByteBuffer fill(long first, int count, ByteBuffer buffer) throws IOException {
    source.readFully(dataAt + first * type.bytes(), buffer.clear().limit(count * type.bytes()));
    return buffer.flip();
  }
}
