package org.transcal.task;

import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;

/** What a density ratio is estimated from: features of the three sets, in the same columns. */
public record DomainFeatures(
    Matrix sourceTrain,
    Frequencies sourceTrainFrequencies,
    Matrix sourceValidation,
    Matrix target) {
  /** No feature is farther from 0: products of squares of all rows stay finite. */
  public static final double LARGEST = 1e30;

  /** Checks that columns agree and values are within ±{@value #LARGEST}. */
  public DomainFeatures {
    check("Source training", sourceTrain, sourceTrain.columns());
    check("Source validation", sourceValidation, sourceTrain.columns());
    check("Target", target, sourceTrain.columns());
    sourceTrainFrequencies.requireRows(sourceTrain.rows(), "Source training");
  }

  /** Number of features, d. */
  public int columns() {
    return sourceTrain.columns();
  }

  /**
   * Fails unless the values are usable as features; {@code set} names the rows.
   *
   * @throws IllegalArgumentException naming row, column and value
   */
  public static void requireUsable(String set, Matrix features) {
    long bad = Kernels.firstBeyond(features, LARGEST);
    if (bad >= 0) {
      int row = (int) (bad / features.columns());
      int column = (int) (bad % features.columns());
      throw new IllegalArgumentException(
          set
              + " feature at row "
              + row
              + ", column "
              + column
              + " is "
              + features.get(row, column)
              + "; features must be finite, within ±"
              + LARGEST);
    }
  }

  private static void check(String set, Matrix features, int columns) {
    if (features.rows() == 0 || features.columns() == 0) {
      throw new IllegalArgumentException(
          set + " features are empty (" + features.rows() + "×" + features.columns() + ")");
    }
    if (features.columns() != columns) {
      throw new IllegalArgumentException(
          set
              + " features have "
              + features.columns()
              + " columns but source training features have "
              + columns);
    }
    requireUsable(set, features);
  }
}
