package org.transcal.io.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.transcal.io.file.ByteSource;

/** Random access to the elements of an uncompressed array, whose data start at a position. */
public record DirectAccess(ByteSource source, ElementType type, long dataAt) {
  /** Fills the target with the elements from a stored index on. */
  public void read(long first, double[] target) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(target.length, type.bytes()));
    source.readFully(dataAt + first * type.bytes(), bytes);
    type.decode(bytes.flip(), target, 0, target.length);
  }
}
