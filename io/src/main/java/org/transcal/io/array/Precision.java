package org.transcal.io.array;

/** The floating-point types that are written. */
public enum Precision {
  /** Single precision, {@code f4}. */
  FLOAT32("<f4", Float.BYTES),
  /** Double precision, {@code f8}. */
  FLOAT64("<f8", Double.BYTES);

  private final String typeName;
  private final int bytes;

  Precision(String typeName, int bytes) {
    this.typeName = typeName;
    this.bytes = bytes;
  }

  /** The name of the type as numpy writes it, little-endian. */
  public String typeName() {
    return typeName;
  }

  /** Length of a number. */
  public int bytes() {
    return bytes;
  }
}
