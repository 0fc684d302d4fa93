package org.transcal.io.file;

/** A list of primitive ints; running out of memory is bad input. */
public final class GrowingInts {
  private final String where;
  private int[] values = new int[16];
  private int size;

  /** An empty list; {@code where} names what it is read from. */
  public GrowingInts(String where) {
    this.where = where;
  }

  /** Appends a value. */
  public void add(int value) {
    if (size == values.length) {
      values = copy(Allocation.grown(size, 1));
    }
    values[size++] = value;
  }

  /** Number of values. */
  public int size() {
    return size;
  }

  /** The values in an array of the exact length. */
  public int[] toArray() {
    return size == values.length ? values : copy(size);
  }

  private int[] copy(long length) {
    int[] copy = Allocation.ints(where, length);
    System.arraycopy(values, 0, copy, 0, size);
    return copy;
  }
}
