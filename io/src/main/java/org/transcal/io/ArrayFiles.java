package org.transcal.io;

import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/** Single arrays, read whole. */
public final class ArrayFiles {
  private ArrayFiles() {}

  /** A two-dimensional array; half and single precision are kept as floats, others as doubles. */
  public static Matrix readMatrix(ArrayLocation location) {
    throw new UnsupportedOperationException("not written yet: " + location);
  }

  /** A one-dimensional array of integral values in {@code 0 … classes − 1}. */
  public static Labels readLabels(ArrayLocation location, int classes) {
    throw new UnsupportedOperationException("not written yet: " + location);
  }

  /** A one-dimensional array of finite numbers. */
  public static double[] readVector(ArrayLocation location) {
    throw new UnsupportedOperationException("not written yet: " + location);
  }

  /** SHA-256 of the array's data as stored, in hexadecimal; of the whole file for CSV. */
  public static String digest(ArrayLocation location) {
    throw new UnsupportedOperationException("not written yet: " + location);
  }
}
