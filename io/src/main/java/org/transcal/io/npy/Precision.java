package org.transcal.io.npy;

/** How numbers are stored in a file. */
public enum Precision {
  /** Single precision, {@code f4}. */
  FLOAT32,
  /** Double precision, {@code f8}. */
  FLOAT64
}
