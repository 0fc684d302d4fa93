package org.transcal.io;

import java.nio.ByteBuffer;
import org.transcal.io.file.Allocation;

/**
 * What one thread reads block after block into, over and over: a block is good until the next is
 * read into the same memory.
 *
 * <p>Cost: arrays of one block, which stay in the processor's cache where blocks are small, and
 * need not be made and zeroed for each.
 */
public final class BlockMemory {
  private static final int CHUNK_BYTES = 1 << 18;

  private float[] floats = new float[0];
  private double[] doubles = new double[0];
  private ByteBuffer chunk = ByteBuffer.allocate(0);

  /** Memory that grows when it is first read into. */
  public BlockMemory() {}

  /** Exactly so many floats, of any content; {@code where} names the array they are for. */
  float[] floats(String where, long length) {
    if (floats.length != length) {
      floats = Allocation.floats(where, length);
    }
    return floats;
  }

  /** Exactly so many doubles, of any content; {@code where} names the array they are for. */
  double[] doubles(String where, long length) {
    if (doubles.length != length) {
      doubles = Allocation.doubles(where, length);
    }
    return doubles;
  }

  /** Leaves the arrays to whoever holds the last block. */
  void letGo() {
    floats = new float[0];
    doubles = new double[0];
  }

  /** Bytes outside the heap, which the system fills without a copy in between. */
  ByteBuffer chunk() {
    if (!chunk.isDirect()) {
      chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    }
    return chunk;
  }
}
