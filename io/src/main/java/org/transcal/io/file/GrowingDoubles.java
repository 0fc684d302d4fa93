package org.transcal.io.file;

/** A list of primitive doubles; running out of memory is bad input. */
public final class GrowingDoubles {
  private final String where;
  private double[] values = new double[16];
  private int size;

  /** An empty list; {@code where} names what it is read from. */
  public GrowingDoubles(String where) {
    this.where = where;
  }

  /** Appends a value. */
  public void add(double value) {
    reserve(1);
    values[size++] = value;
  }

  /** Appends values. */
  public void add(double[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, values, size, more.length);
    size += more.length;
  }

  private void reserve(int more) {
    if (values.length - size < more) {
      values = copy(Allocation.grown(size, more));
    }
  }

  /** Number of values. */
  public int size() {
    return size;
  }

  /** The values in an array of the exact length. */
  public double[] toArray() {
    return size == values.length ? values : copy(size);
  }

  private double[] copy(long length) {
    double[] copy = Allocation.doubles(where, length);
    System.arraycopy(values, 0, copy, 0, size);
    return copy;
  }
}
