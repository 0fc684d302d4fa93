package org.transcal.io;

import java.util.function.Supplier;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.DomainFeatures;

/** Arrays as what they stand for; whatever the core refuses is refused with the array's name. */
final class Meaning {
  private Meaning() {}

  static Logits logits(StoredArray array) {
    Matrix matrix = array.matrix();
    return naming(array.where(), () -> Logits.of(matrix));
  }

  static Probabilities probabilities(StoredArray array) {
    Matrix matrix = array.matrix();
    return naming(array.where(), () -> Probabilities.of(matrix));
  }

  static Matrix features(StoredArray array) {
    Matrix matrix = array.matrix();
    if (matrix.rows() == 0 || matrix.columns() == 0) {
      throw new InputException(
          array.where()
              + ": has "
              + matrix.rows()
              + " rows and "
              + matrix.columns()
              + " columns; features need at least one of each");
    }
    return naming(
        array.where(),
        () -> {
          DomainFeatures.requireUsable("a", matrix);
          return matrix;
        });
  }

  /** Fails at the first NaN or infinity; {@code firstRow} is the row that the matrix starts at. */
  static void requireFinite(String where, String what, Matrix matrix, long firstRow) {
    long bad = Kernels.firstNonFinite(matrix);
    if (bad >= 0) {
      int row = (int) (bad / matrix.columns());
      int column = (int) (bad % matrix.columns());
      throw new InputException(
          where
              + ": "
              + what
              + " at row "
              + (firstRow + row)
              + ", column "
              + column
              + " is "
              + matrix.get(row, column)
              + "; it must be finite");
    }
  }

  static double[] vector(StoredArray array) {
    double[] values = array.vector();
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new InputException(
            array.where() + ": value at row " + i + " is " + values[i] + "; it must be finite");
      }
    }
    return values;
  }

  static Labels labels(StoredArray array, int classes) {
    int[] labels = integers(array, "label");
    return naming(array.where(), () -> Labels.copyOf(labels, classes));
  }

  /** Integral values within the range of int. */
  static int[] integers(StoredArray array, String what) {
    double[] values = array.vector();
    int[] integers = Allocation.ints(array.where(), values.length);
    for (int i = 0; i < values.length; i++) {
      integers[i] = (int) values[i];
      if (integers[i] != values[i]) {
        throw new InputException(
            array.where()
                + ": "
                + what
                + " at row "
                + i
                + " is "
                + values[i]
                + "; it must be an integer"
                + (Math.abs(values[i]) > 0x1p31 ? " below 2^31" : ""));
      }
    }
    return integers;
  }

  /** Runs a check of the core and adds the array's name to what it says. */
  static <T> T naming(String where, Supplier<T> check) {
    try {
      return check.get();
    } catch (IllegalArgumentException e) {
      throw new InputException(where + ": " + e.getMessage(), e);
    }
  }
}
