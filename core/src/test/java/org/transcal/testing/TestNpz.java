package org.transcal.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.transcal.matrix.Matrix;

/**
 * A reader of NumPy archives for tests: one or two dimensions, integers and floats.
 *
 * <p>The whole archive is read at once, array by array, so it suits files of tests only.
 */
public final class TestNpz {
  private static final Pattern DTYPE = Pattern.compile("'descr':\\s*'([<>|=]?)([fiub])(\\d)'");
  private static final Pattern FORTRAN = Pattern.compile("'fortran_order':\\s*True");
  private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([^)]*)\\)");

  private final Path path;
  private final Map<String, byte[]> entries;

  private TestNpz(Path path, Map<String, byte[]> entries) {
    this.path = path;
    this.entries = entries;
  }

  /** Reads an archive. */
  public static TestNpz open(Path path) {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (InputStream file = Files.newInputStream(path);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName().replaceFirst("\\.npy$", ""), zip.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TestNpz(path, entries);
  }

  /** Names of the arrays, in alphabetical order. */
  public Set<String> names() {
    return new TreeSet<>(entries.keySet());
  }

  /** Whether there is an array of this name. */
  public boolean has(String name) {
    return entries.containsKey(name);
  }

  /**
   * An array as a matrix, in single precision where the file has f2 or f4; a vector of n is n×1.
   */
  public Matrix matrix(String name) {
    NpyArray array = array(name);
    double[] values = array.rowMajor();
    if (array.kind == 'f' && array.size <= Float.BYTES) {
      float[] floats = new float[values.length];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = (float) values[i];
      }
      return Matrix.wrap(floats, array.rows, array.columns);
    }
    return Matrix.wrap(values, array.rows, array.columns);
  }

  /** All values of an array, row after row. */
  public double[] doubles(String name) {
    return array(name).rowMajor();
  }

  /** All values of an array of whole numbers. */
  public int[] ints(String name) {
    double[] values = doubles(name);
    int[] ints = new int[values.length];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = (int) values[i];
      if (ints[i] != values[i]) {
        throw new IllegalArgumentException(
            "Value " + i + " of " + name + " is " + values[i] + ", not a 32-bit whole number");
      }
    }
    return ints;
  }

  private NpyArray array(String name) {
    byte[] bytes = entries.get(name);
    if (bytes == null) {
      throw new IllegalArgumentException(path + " has no array " + name + ", only " + names());
    }
    return new NpyArray(bytes, name);
  }

  private static final class NpyArray {
    private final ByteBuffer data;
    private final char kind;
    private final int size;
    private final boolean columnMajor;
    private final int rows;
    private final int columns;

    NpyArray(byte[] bytes, String name) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int version = bytes[6];
      int start = version == 1 ? 10 : 12;
      int length = version == 1 ? buffer.getShort(8) & 0xffff : buffer.getInt(8);
      String header = new String(bytes, start, length, StandardCharsets.UTF_8);
      Matcher dtype = require(DTYPE, header, name);
      Matcher shape = require(SHAPE, header, name);
      buffer.position(start + length);
      data = buffer.slice();
      data.order(dtype.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      kind = dtype.group(2).charAt(0);
      size = Integer.parseInt(dtype.group(3));
      String[] sides = shape.group(1).replace(" ", "").split(",");
      rows = sides[0].isEmpty() ? 1 : Integer.parseInt(sides[0]);
      columns = sides.length > 1 ? Integer.parseInt(sides[1]) : 1;
      columnMajor = FORTRAN.matcher(header).find() && sides.length > 1;
      if (sides.length > 2) {
        throw new IllegalArgumentException(name + " has more than two dimensions: " + header);
      }
    }

    double[] rowMajor() {
      double[] values = new double[rows * columns];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          int at = columnMajor ? j * rows + i : i * columns + j;
          values[i * columns + j] = value(at * size);
        }
      }
      return values;
    }

    private double value(int at) {
      switch ("" + kind + size) {
        case "f2":
          return half(data.getShort(at));
        case "f4":
          return data.getFloat(at);
        case "f8":
          return data.getDouble(at);
        case "i1":
          return data.get(at);
        case "i2":
          return data.getShort(at);
        case "i4":
          return data.getInt(at);
        case "i8":
          return data.getLong(at);
        case "u1":
        case "b1":
          return data.get(at) & 0xff;
        case "u2":
          return data.getShort(at) & 0xffff;
        case "u4":
          return data.getInt(at) & 0xffffffffL;
        default:
          throw new IllegalArgumentException("Type " + kind + size + " is not read by tests");
      }
    }

    private static double half(short bits) {
      int exponent = bits >> 10 & 0x1f;
      int mantissa = bits & 0x3ff;
      double magnitude;
      if (exponent == 0) {
        magnitude = mantissa * 0x1p-24;
      } else if (exponent == 0x1f) {
        magnitude = mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
      } else {
        magnitude = Math.scalb(1 + mantissa * 0x1p-10, exponent - 15);
      }
      return bits < 0 ? -magnitude : magnitude;
    }

    private static Matcher require(Pattern pattern, String header, String name) {
      Matcher matcher = pattern.matcher(header);
      if (!matcher.find()) {
        throw new IllegalArgumentException(name + " has a header tests cannot read: " + header);
      }
      return matcher;
    }
  }
}
