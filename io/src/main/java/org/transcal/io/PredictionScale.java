package org.transcal.io;

import java.util.Locale;
import java.util.stream.IntStream;
import org.transcal.io.array.RowBlock;
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
  LOGITS,
  /** Rows that sum to 1. */
  PROBABILITIES;

  /** The end of the array's name in a task, such as {@code _logits}. */
  String suffix() {
    return "_" + name().toLowerCase(Locale.ROOT);
  }

  /**
   * The values as logits: logarithms if they are probabilities.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public Logits logits(Matrix values) {
    return this == LOGITS ? Logits.of(twoColumns(values)) : probabilities(values).toLogits();
  }

  /**
   * The values of a block as logits.
   *
   * @throws org.transcal.io.file.InputException naming the array and, by its number in the file,
   *     the row that is not on this scale
   */
  public Logits logits(RowBlock block) {
    return block.read(this::logits);
  }

  /** The values of a block as probabilities; errors as those of {@link #logits(RowBlock)}. */
  public Probabilities probabilities(RowBlock block) {
    return block.read(this::probabilities);
  }

  /**
   * The values as probabilities, uncalibrated.
   *
   * @throws IllegalArgumentException naming the row that is not on this scale
   */
  public Probabilities probabilities(Matrix values) {
    return this == LOGITS ? logits(values).softmax(1) : Probabilities.of(twoColumns(values));
  }

  /** Whether values declared as logits look like probabilities. */
  public boolean isDoubtful(Matrix values, Logits read) {
    return this == LOGITS
        && (values.columns() == 1
            ? IntStream.range(0, values.rows()).allMatch(row -> isProbability(values.get(row, 0)))
            : read.looksLikeProbabilities());
  }

  private static boolean isProbability(double value) {
    return value >= 0 && value <= 1;
  }

  /** The values themselves, or two columns from one. */
  private Matrix twoColumns(Matrix values) {
    if (values.columns() != 1) {
      return values;
    }
    double[] both = new double[Math.multiplyExact(2, values.rows())];
    for (int i = 0; i < values.rows(); i++) {
      double value = values.get(i, 0);
      if (this == PROBABILITIES && !isProbability(value)) {
        throw new IllegalArgumentException(
            "Probability at row " + i + " is " + value + "; it must be in 0 … 1");
      }
      both[2 * i] = this == PROBABILITIES ? 1 - value : 0;
      both[2 * i + 1] = value;
    }
    return Matrix.wrap(both, values.rows(), 2);
  }
}
