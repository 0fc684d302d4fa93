package org.transcal.io.npy;

/** How numbers are stored in a file. */
public enum Precision {
  /** Single precision, {@code f4}. */
  FLOAT32("<f4"),
  /** Double precision, {@code f8}. */
  FLOAT64("<f8");

  private final String typeName;

  Precision(String typeName) {
    this.typeName = typeName;
  }

  String typeName() {
    return typeName;
  }
}
