package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;

/**
 * The header of a {@code .npy}, format versions 1 to 3.
 *
 * @param type element type
 * @param order order of the elements; with one dimension both orders are the same
 * @param shape length of each dimension
 * @param length bytes from the start of the file to the data
 */
public record NpyHeader(ElementType type, ElementOrder order, List<Long> shape, int length) {
  /** Far more than a plain array needs; the format allows 4 GB. */
  private static final int LONGEST = 1 << 16;

  /** Size of written headers: enough for any shape, so that rows can be filled in later. */
  static final int WRITTEN_BYTES = 128;

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int NEWEST_VERSION = 3;
  private static final int MOST_DIMENSIONS = 32;

  /** A key and its value in a Python dictionary. */
  private static final Pattern ITEM =
      Pattern.compile(
          "\\G\\s*(['\"])(\\w+)\\1\\s*:\\s*"
              + "('[^'\\\\]*'|\"[^\"\\\\]*\"|\\w+|\\([^)]*\\)|\\[[^]]*])\\s*(?:,\\s*|$)");

  /** The keys of a header and the forms of their values. */
  private static final Map<String, String> FORMS =
      Map.of(
          "descr", "(?s)['\"\\[].*", "fortran_order", "True|False", "shape", "\\([0-9L,\\s]*\\)");

  /** Which index runs fastest. */
  public enum ElementOrder {
    /** The last index: rows are contiguous. */
    ROW_MAJOR,
    /** The first index: columns are contiguous (Fortran). */
    COLUMN_MAJOR
  }

  /** Checks that the data can be addressed. */
  public NpyHeader {
    shape = List.copyOf(shape);
    try {
      // A zero dimension means no elements, but must not hide an overflow elsewhere.
      long product = 1;
      for (long dimension : shape) {
        product = Math.multiplyExact(product, Math.max(1, dimension));
      }
      Math.addExact(length, Math.multiplyExact(product, (long) type.bytes()));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "shape " + shapeText(shape) + " is larger than any file", e);
    }
  }

  /** Reads exactly the header's bytes; {@code where} names the array in messages. */
  static NpyHeader read(String where, InputStream bytes) throws IOException {
    byte[] start = bytes.readNBytes(MAGIC.length + 2);
    if (!Arrays.equals(MAGIC, Arrays.copyOf(start, MAGIC.length))) {
      throw InputException.in(
          where, "is not a .npy array; it must start with the bytes \\x93NUMPY");
    }
    int major = start.length > MAGIC.length ? start[MAGIC.length] & 0xff : 0;
    if (start.length < MAGIC.length + 2 || major < 1 || major > NEWEST_VERSION) {
      throw InputException.in(
          where, "is of .npy format version %d; versions 1 to 3 are understood", major);
    }
    int lengthBytes = major == 1 ? Short.BYTES : Integer.BYTES;
    byte[] lengthField = bytes.readNBytes(lengthBytes);
    long length = 0;
    for (int i = lengthField.length - 1; i >= 0; i--) {
      length = length << 8 | (lengthField[i] & 0xff);
    }
    if (lengthField.length < lengthBytes || length > LONGEST) {
      throw InputException.in(
          where, "claims a header of %s bytes; at most %s are accepted", length, LONGEST);
    }
    byte[] text = bytes.readNBytes((int) length);
    if (text.length < length) {
      throw InputException.in(
          where, "ends within its header, after %s of %s bytes", text.length, length);
    }
    String dictionary =
        new String(
            text, major == NEWEST_VERSION ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    return parse(where, dictionary.strip(), start.length + lengthBytes + text.length);
  }

  /** Parses the Python dictionary of a header, which may hold the three keys only. */
  static NpyHeader parse(String where, String text, int length) {
    Map<String, String> values = new HashMap<>();
    boolean isWhole = text.startsWith("{") && text.endsWith("}");
    String inner = isWhole ? text.substring(1, text.length() - 1) : "";
    int end = 0;
    for (Matcher item = ITEM.matcher(inner); item.find(); end = item.end()) {
      String form = FORMS.getOrDefault(item.group(2), "");
      isWhole &= item.group(3).matches(form) && values.put(item.group(2), item.group(3)) == null;
    }
    if (!isWhole || end < inner.length() || values.size() < FORMS.size()) {
      throw InputException.in(
          where,
          "has a damaged .npy header, %s; it must be like"
              + " {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }",
          InputException.quote(text));
    }
    String type = values.get("descr");
    if (type.startsWith("[")) {
      throw InputException.in(
          where, "has a structured element type (named fields); save plain numbers instead");
    }
    ElementType element = ElementType.parse(where, type.substring(1, type.length() - 1));
    ElementOrder order =
        values.get("fortran_order").equals("True")
            ? ElementOrder.COLUMN_MAJOR
            : ElementOrder.ROW_MAJOR;
    List<Long> shape = shape(where, values.get("shape"));
    return InputException.naming(where, () -> new NpyHeader(element, order, shape, length));
  }

  /** Lengths in parentheses; Python 2 wrote long integers with an L. */
  private static List<Long> shape(String where, String tuple) {
    String inner = tuple.substring(1, tuple.length() - 1).strip();
    String[] lengths = inner.isEmpty() ? new String[0] : inner.split(",");
    try {
      if (lengths.length > MOST_DIMENSIONS || lengths.length == 1 && !inner.endsWith(",")) {
        throw new NumberFormatException("not a tuple");
      }
      return Stream.of(lengths).map(n -> Long.valueOf(n.strip().replaceFirst("L$", ""))).toList();
    } catch (NumberFormatException e) {
      throw InputException.in(
          where,
          "has a damaged .npy header: its shape is %s, not a tuple of at most %d lengths below 2^63",
          InputException.quote(tuple),
          MOST_DIMENSIONS);
    }
  }

  /** A header of version 1, row-major. */
  static ByteBuffer encode(String type, long... shape) {
    String lengths = shapeText(LongStream.of(shape).boxed().toList());
    String dictionary =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + lengths + ", }";
    ByteBuffer header = ByteBuffer.allocate(WRITTEN_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.fill(header.array(), (byte) ' ');
    return header
        .put(MAGIC)
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) (WRITTEN_BYTES - MAGIC.length - 2 - Short.BYTES))
        .put(dictionary.getBytes(StandardCharsets.ISO_8859_1))
        .put(WRITTEN_BYTES - 1, (byte) '\n')
        .rewind();
  }

  /** Whether rows are contiguous; true of a vector, one row or one column in either order. */
  public boolean isRowMajor() {
    return order == ElementOrder.ROW_MAJOR || rank() < 2 || dimension(0) <= 1 || dimension(1) <= 1;
  }

  /** Number of dimensions. */
  public int rank() {
    return shape.size();
  }

  /** Length of a dimension. */
  public long dimension(int index) {
    return shape.get(index);
  }

  /** Number of elements. */
  public long elements() {
    long product = 1;
    for (long dimension : shape) {
      product *= dimension;
    }
    return product;
  }

  /** Bytes of data. */
  public long dataBytes() {
    return elements() * type.bytes();
  }

  /** The shape as numpy writes it, such as {@code (3, 4)}. */
  public String shapeText() {
    return shapeText(shape);
  }

  private static String shapeText(List<Long> shape) {
    return shape.stream()
        .limit(8)
        .map(String::valueOf)
        .collect(Collectors.joining(", ", "(", shape.size() == 1 ? ",)" : ")"));
  }
}
