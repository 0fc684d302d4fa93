package org.transcal.io;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.transcal.io.array.RowBlock;
import org.transcal.io.file.InputException;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * Whether the numbers of an array are logits or probabilities.
 *
 * <p>A single column is a binary task: the score z of class 1 becomes the logits (0, z), its
 * probability p becomes (1 − p, p).
 *
 * <pre>{@code
 * Matrix values = ArrayFiles.readMatrix(ArrayLocation.parse("scores.npy"));
 * Logits logits = PredictionScale.PROBABILITIES.logits(values);
 * }</pre>
 */
public enum PredictionScale {
  /** Unnormalised scores. */
  LOGITS(
      "_logits",
      values -> Logits.of(Binary.logits(values)),
      values -> Logits.of(Binary.logits(values)).softmax(1)),
  /** Rows that sum to 1. */
  PROBABILITIES(
      "_probabilities",
      values -> Probabilities.of(Binary.probabilities(values)).toLogits(),
      values -> Probabilities.of(Binary.probabilities(values)));

  private final String suffix;
  private final Function<Matrix, Logits> logits;
  private final Function<Matrix, Probabilities> probabilities;

  PredictionScale(
      String suffix,
      Function<Matrix, Logits> logits,
      Function<Matrix, Probabilities> probabilities) {
    this.suffix = suffix;
    this.logits = logits;
    this.probabilities = probabilities;
  }

  /** The end of the array's name in a task, such as {@code _logits}. */
  String suffix() {
    return suffix;
  }

  /**
   * The values as logits: logarithms if they are probabilities.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public Logits logits(Matrix values) {
    return logits.apply(values);
  }

  /**
   * The values of a block as logits.
   *
   * @throws InputException naming the array and, by its number in the file, the row that is not on
   *     this scale
   */
  public Logits logits(RowBlock block) {
    Matrix matrix = block.matrix();
    try {
      return InputException.naming(block.where(), () -> logits(matrix));
    } catch (InputException bad) {
      // Bad rows are rare, so their number in the file is computed only now.
      requireFinite(block);
      for (int row = 0; row < block.rows(); row++) {
        requireRow(block.where(), matrix.rowRange(row, row + 1), block.firstRow() + row);
      }
      throw bad;
    }
  }

  private static void requireFinite(RowBlock block) {
    Matrix matrix = block.matrix();
    long bad = Kernels.firstBeyond(matrix, Double.MAX_VALUE);
    if (bad >= 0) {
      int row = (int) (bad / matrix.columns());
      int column = (int) (bad % matrix.columns());
      throw InputException.in(
          block.where(),
          "logit at row %d, column %d is %s; it must be finite",
          block.firstRow() + row,
          column,
          matrix.get(row, column));
    }
  }

  private void requireRow(String where, Matrix one, long row) {
    try {
      logits(one);
    } catch (IllegalArgumentException bad) {
      String message = bad.getMessage().replaceFirst("\\brow 0\\b", "row " + row);
      throw new InputException(where + ": " + message, bad);
    }
  }

  /**
   * The values as probabilities, uncalibrated.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public Probabilities probabilities(Matrix values) {
    return probabilities.apply(values);
  }

  /** Whether values declared as logits look like probabilities. */
  public boolean isDoubtful(Matrix values, Logits read) {
    return this == LOGITS
        && (values.columns() == 1
            ? Kernels.firstBeyond(values, 1) < 0 && Binary.lowest(values) >= 0
            : read.looksLikeProbabilities());
  }

  /** Two columns from one. */
  private static final class Binary {
    static Matrix logits(Matrix values) {
      return values.columns() == 1 ? withOther(values, z -> 0) : values;
    }

    static Matrix probabilities(Matrix values) {
      if (values.columns() != 1) {
        return values;
      }
      for (int i = 0; i < values.rows(); i++) {
        double p = values.get(i, 0);
        if (!(p >= 0 && p <= 1)) {
          throw new IllegalArgumentException(
              "Probability at row " + i + " is " + p + "; it must be in 0 … 1");
        }
      }
      return withOther(values, p -> 1 - p);
    }

    private static Matrix withOther(Matrix values, DoubleUnaryOperator other) {
      double[] both = new double[Math.multiplyExact(2, values.rows())];
      for (int i = 0; i < values.rows(); i++) {
        both[2 * i] = other.applyAsDouble(values.get(i, 0));
        both[2 * i + 1] = values.get(i, 0);
      }
      return Matrix.wrap(both, values.rows(), 2);
    }

    static double lowest(Matrix values) {
      double lowest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < values.rows(); i++) {
        lowest = Math.min(lowest, values.get(i, 0));
      }
      return lowest;
    }
  }
}
