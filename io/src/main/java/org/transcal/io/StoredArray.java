package org.transcal.io;

import java.util.List;
import org.transcal.matrix.Matrix;

/** One array in a file of any format, read on demand while the file is open. */
interface StoredArray {
  /** Names the array in messages. */
  String where();

  /**
   * Reads a matrix in advance if that is worthwhile, so that several can be read in parallel.
   *
   * @throws org.transcal.io.file.InputException as {@link #matrix} would
   */
  default void readAhead() {}

  Matrix matrix();

  double[] vector();

  /** Whether the elements are texts, as far as the format shows it. */
  boolean isText();

  /** One text per element. */
  List<String> texts();

  /** One text per element, whatever its type. */
  List<String> column();

  /** SHA-256 of the data, read now unless already read. */
  String digest();

  /** Warnings about what has been read. */
  List<String> warnings();
}
