package org.transcal.io.array;

import org.transcal.io.file.Allocation;

/**
 * Memory that one thread reads its blocks into: a block is valid until the next one is read into
 * the same memory.
 *
 * <p>Cost: the arrays of one block, allocated once; small blocks stay in cache.
 */
public final class BlockMemory {
  private float[] floats = new float[0];
  private double[] doubles = new double[0];

  /** Memory that is allocated on first use. */
  public BlockMemory() {}

  /** An array of exactly this length with any content; {@code where} names the array read. */
  public float[] floats(String where, long length) {
    if (floats.length != length) {
      floats = Allocation.floats(where, length);
    }
    return floats;
  }

  /** An array of exactly this length with any content; {@code where} names the array read. */
  public double[] doubles(String where, long length) {
    if (doubles.length != length) {
      doubles = Allocation.doubles(where, length);
    }
    return doubles;
  }

  /** Hands the arrays over to the last block, which then stays valid. */
  void release() {
    floats = new float[0];
    doubles = new double[0];
  }
}
