package org.transcal.io.file;

import java.util.function.IntFunction;

/**
 * Allocates arrays of the size that a file claims; a size beyond the free memory is bad input,
 * never an {@link OutOfMemoryError}.
 */
public final class Allocation {
  /** The longest array every virtual machine can make. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private static final long MEBIBYTE = 1L << 20;

  private Allocation() {}

  /** An array of doubles; {@code where} names the array in messages. */
  public static double[] doubles(String where, long length) {
    return allocate(where, length, Double.BYTES, double[]::new);
  }

  /** An array of floats; {@code where} names the array in messages. */
  public static float[] floats(String where, long length) {
    return allocate(where, length, Float.BYTES, float[]::new);
  }

  /** An array of ints; {@code where} names the array in messages. */
  public static int[] ints(String where, long length) {
    return allocate(where, length, Integer.BYTES, int[]::new);
  }

  /** An array of bytes; {@code where} names the array in messages. */
  public static byte[] bytes(String where, long length) {
    return allocate(where, length, Byte.BYTES, byte[]::new);
  }

  private static <A> A allocate(
      String where, long length, int elementBytes, IntFunction<A> constructor) {
    if (length > LONGEST) {
      throw InputException.in(
          where,
          "has %s values; at most %s can be held in memory (\"apply\" streams larger arrays)",
          length,
          LONGEST);
    }
    try {
      return constructor.apply((int) length);
    } catch (OutOfMemoryError e) {
      // Only this allocation failed, so nothing else is affected.
      throw InputException.in(
          where,
          "needs %d MiB of memory, more than is free of the %d MiB that Java may use (java -Xmx"
              + " sets it)",
          length * elementBytes / MEBIBYTE + 1,
          Runtime.getRuntime().maxMemory() / MEBIBYTE);
    }
  }
}
