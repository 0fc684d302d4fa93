package org.transcal.io.array;

import java.util.List;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** One array in a file of any format or in memory, read on demand while its file is open. */
public interface StoredArray {
  /** Names the array in messages. */
  String where();

  /**
   * Reads a matrix in advance if that is worthwhile, so that several can be read in parallel.
   *
   * @throws org.transcal.io.file.InputException as {@link #matrix} would
   */
  default void readAhead() {}

  /** All rows; a vector is a single column. */
  Matrix matrix();

  /** The numbers of a vector. */
  double[] vector();

  /**
   * The numbers of a vector, all integers in the range of int.
   *
   * @param what one of them in messages, such as {@code label}
   * @throws InputException naming row and value
   */
  default int[] integers(String what) {
    double[] values = vector();
    int[] integers = Allocation.ints(where(), values.length);
    for (int i = 0; i < values.length; i++) {
      integers[i] = (int) values[i];
      if (integers[i] != values[i]) {
        throw InputException.in(
            where(),
            "%s at row %d is %s; it must be an integer%s",
            what,
            i,
            values[i],
            Math.abs(values[i]) > 0x1p31 ? " below 2^31" : "");
      }
    }
    return integers;
  }

  /** Whether the elements are texts, as far as the format shows it. */
  boolean isText();

  /** One text per element of a vector of texts. */
  List<String> texts();

  /** One text per element of a vector, whatever its type. */
  List<String> column();

  /** The rows one block after another; closing them leaves the file open. */
  RowBlocks rows(BlockSize size);

  /** The numbers of a vector as rows of one column; CSV may have all of them in one row. */
  RowBlocks vector(BlockSize size);

  /** SHA-256 of the data, read now unless already read. */
  String digest();

  /** Warnings about what has been read. */
  default List<String> warnings() {
    return List.of();
  }
}
