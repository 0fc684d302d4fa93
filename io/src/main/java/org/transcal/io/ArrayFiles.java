package org.transcal.io;

import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * Single arrays, read whole. Every method throws {@link org.transcal.io.file.InputException},
 * naming the file and what is wrong, where the array is not what it should be.
 */
public final class ArrayFiles {
  private ArrayFiles() {}

  /**
   * A two-dimensional array; half and single precision are kept as floats, others as doubles.
   * Values that are not finite are let through: logits, probabilities and features refuse them.
   */
  public static Matrix readMatrix(ArrayLocation location) {
    try (OpenArray open = OpenArray.at(location)) {
      // Not through stored(): nobody asked for a digest, which costs more than the reading.
      return location.format() == ArrayLocation.Format.CSV
          ? open.stored(location).matrix()
          : open.npy(location).matrix();
    }
  }

  /** A one-dimensional array of integral values in {@code 0 … classes − 1}. */
  public static Labels readLabels(ArrayLocation location, int classes) {
    try (OpenArray open = OpenArray.at(location)) {
      return Meaning.labels(open.stored(location), classes);
    }
  }

  /** A one-dimensional array of finite numbers. */
  public static double[] readVector(ArrayLocation location) {
    try (OpenArray open = OpenArray.at(location)) {
      return Meaning.vector(open.stored(location));
    }
  }

  /** SHA-256 of the array's data as stored, in hexadecimal; of the whole file for CSV. */
  public static String digest(ArrayLocation location) {
    try (OpenArray open = OpenArray.at(location)) {
      return open.stored(location).digest();
    }
  }
}
