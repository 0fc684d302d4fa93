package org.transcal.io;

import java.util.List;
import org.transcal.matrix.Matrix;

/** One array in a file, whatever its format; read when asked for, while its file is open. */
interface StoredArray {
  /** Names the array in messages. */
  String where();

  /**
   * Reads a matrix that will be asked for, where that pays, so that several can be read at once.
   *
   * @throws org.transcal.io.file.InputException as {@link #matrix} would
   */
  default void readAhead() {}

  /** A two-dimensional array of numbers. */
  Matrix matrix();

  /** A one-dimensional array of numbers. */
  double[] vector();

  /** SHA-256 of the data; reads them where nothing has yet. */
  String digest();

  /** What the user should know about what has been read. */
  List<String> warnings();
}
