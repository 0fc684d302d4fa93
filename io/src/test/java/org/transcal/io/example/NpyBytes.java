package org.transcal.io.example;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The bytes of {@code .npy} files, right or wrong as a test wants them. */
public final class NpyBytes {
  private NpyBytes() {}

  /** Version 1 with the given dictionary and data, whatever they say. */
  public static byte[] of(String dictionary, byte[] data) {
    byte[] text = (dictionary + "\n").getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    out.writeBytes(new byte[] {(byte) text.length, (byte) (text.length >> 8)});
    out.writeBytes(text);
    out.writeBytes(data);
    return out.toByteArray();
  }

  /** A row-major array of a type and shape. */
  public static byte[] array(String type, String shape, byte[] data) {
    return of("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }", data);
  }

  /** A float32 matrix. */
  public static byte[] floats(int columns, double... values) {
    ByteBuffer data = buffer(values.length * Float.BYTES);
    for (double value : values) {
      data.putFloat((float) value);
    }
    return array("<f4", "(" + values.length / columns + ", " + columns + ")", data.array());
  }

  /** A float64 matrix. */
  public static byte[] doubles(int columns, double... values) {
    return array("<f8", "(" + values.length / columns + ", " + columns + ")", littleEndian(values));
  }

  /** A float64 vector. */
  public static byte[] vector(double... values) {
    return array("<f8", "(" + values.length + ",)", littleEndian(values));
  }

  /** An int64 vector, as numpy makes by default. */
  public static byte[] integers(long... values) {
    ByteBuffer data = buffer(values.length * Long.BYTES);
    for (long value : values) {
      data.putLong(value);
    }
    return array("<i8", "(" + values.length + ",)", data.array());
  }

  /** A text vector. */
  public static byte[] texts(String... values) {
    int longest = 1;
    for (String value : values) {
      longest = Math.max(longest, value.length());
    }
    ByteBuffer data = buffer(values.length * longest * Integer.BYTES);
    for (int i = 0; i < values.length; i++) {
      data.position(i * longest * Integer.BYTES);
      values[i].codePoints().forEach(data::putInt);
    }
    return array("<U" + longest, "(" + values.length + ",)", data.array());
  }

  private static byte[] littleEndian(double... values) {
    ByteBuffer data = buffer(values.length * Double.BYTES);
    for (double value : values) {
      data.putDouble(value);
    }
    return data.array();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
