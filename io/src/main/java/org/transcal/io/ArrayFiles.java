package org.transcal.io;

import java.util.List;
import java.util.function.Function;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * Reads single arrays into memory. Every method throws {@link org.transcal.io.file.InputException},
 * which names the file and the problem, if the array is not what it should be.
 */
public final class ArrayFiles {
  private ArrayFiles() {}

  /** Opens an array, reads from it and closes its file. */
  public static <T> T read(ArrayLocation location, Function<StoredArray, T> reading) {
    try (OpenFiles files = new OpenFiles()) {
      return reading.apply(files.array(location));
    }
  }

  /**
   * A two-dimensional array; half and single precision are kept as floats, others as doubles. NaN
   * and infinities are allowed here: logits, probabilities and features reject them.
   */
  public static Matrix readMatrix(ArrayLocation location) {
    return read(location, StoredArray::matrix);
  }

  /**
   * The rows of a two-dimensional array, block after block; the caller closes them.
   *
   * @param size size of blocks; the last may be smaller, those of column-major arrays larger
   */
  public static RowBlocks rows(ArrayLocation location, BlockSize size) {
    return OpenFiles.rows(location, array -> array.rows(size));
  }

  /** A one-dimensional array of integral values in {@code 0 … classes − 1}. */
  public static Labels readLabels(ArrayLocation location, int classes) {
    return read(location, array -> TypedArrays.labels(array, classes, List.of()));
  }

  /** Integral values of an array, in {@code 0 … classes − 1} or −1 for unlabelled. */
  public static Labels partialLabels(StoredArray array, int classes) {
    return TypedArrays.partialLabels(array, classes, List.of());
  }

  /** A one-dimensional array of finite numbers. */
  public static double[] readVector(ArrayLocation location) {
    double[] values = read(location, StoredArray::vector);
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw InputException.in(location, "value at row %d is %s; it must be finite", i, values[i]);
      }
    }
    return values;
  }

  /** SHA-256 of the array's data as stored, in hexadecimal; of the values for CSV. */
  public static String digest(ArrayLocation location) {
    return read(location, StoredArray::digest);
  }
}
