package org.transcal.io.npy;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;

/** The header of a {@code .npy}: element type, order of the elements, shape. */
public final class NpyHeader {
  /** Which index runs fastest. */
  public enum ElementOrder {
    /** The last index: rows are contiguous. */
    ROW_MAJOR,
    /** The first index: columns are contiguous (Fortran). */
    COLUMN_MAJOR
  }

  private final ElementType type;
  private final ElementOrder order;
  private final long[] shape;
  private final long elements;
  private final int length;

  /**
   * A header whose data can be addressed.
   *
   * @param where names the array in messages
   * @param length bytes of the header itself, from the file's first byte to the data
   */
  NpyHeader(String where, ElementType type, ElementOrder order, long[] shape, int length) {
    this.type = type;
    this.order = order;
    this.shape = shape;
    this.length = length;
    try {
      this.elements = product(shape);
      // Fails here rather than in dataBytes().
      Math.addExact(length, Math.multiplyExact(elements, (long) type.bytes()));
    } catch (ArithmeticException e) {
      throw new InputException(
          where + ": shape " + shapeText(shape) + " is larger than any file", e);
    }
  }

  /** A zero dimension means no elements, but must not hide an overflow elsewhere. */
  private static long product(long[] shape) {
    long product = 1;
    boolean empty = false;
    for (long dimension : shape) {
      empty |= dimension == 0;
      product = Math.multiplyExact(product, Math.max(1, dimension));
    }
    return empty ? 0 : product;
  }

  /** Element type. */
  public ElementType type() {
    return type;
  }

  /** Order of the elements; for one dimension the two are the same. */
  public ElementOrder order() {
    return order;
  }

  /** Whether rows are contiguous; true of a vector, one row or one column in either order. */
  public boolean isRowMajor() {
    return order == ElementOrder.ROW_MAJOR || rank() < 2 || shape[0] <= 1 || shape[1] <= 1;
  }

  /** Number of dimensions. */
  public int rank() {
    return shape.length;
  }

  /** Length of a dimension. */
  public long dimension(int index) {
    return shape[index];
  }

  /** Number of elements. */
  public long elements() {
    return elements;
  }

  /** Bytes from the start of the file to the data. */
  public int length() {
    return length;
  }

  /** Bytes of data. */
  public long dataBytes() {
    return elements * type.bytes();
  }

  /** The shape as numpy writes it, such as {@code (3, 4)}. */
  public String shapeText() {
    return shapeText(shape);
  }

  private static String shapeText(long[] shape) {
    return Arrays.stream(shape)
        .limit(8)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "(", shape.length == 1 ? ",)" : ")"));
  }

  @Override
  public String toString() {
    return type + " " + shapeText() + " " + order;
  }
}
