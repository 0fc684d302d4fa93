package org.transcal.metric;

/**
 * The distinct confidences in ascending order, each with how many rows had it and how many of those
 * were right.
 *
 * <p>Ties are one level and absent rows are none, so what is computed from levels depends neither
 * on the order of rows nor on how equal rows are written down. There is at least one level. Levels
 * are visited by {@code for (int i = 0; i < levels.end(); i = levels.next(i))}.
 */
public abstract class ConfidenceLevels {
  ConfidenceLevels() {}

  /** Where the last level ends. */
  public abstract int end();

  /** Where a level ends and the next one starts. */
  public abstract int next(int level);

  /** The confidence of a level; it increases from level to level. */
  public abstract double confidence(int level);

  /** Rows of a level, by frequency; above 0. */
  public abstract double count(int level);

  /** Rows of a level that were right, by frequency. */
  public abstract double correct(int level);

  /** All rows, by frequency. */
  public abstract double total();

  /** Σ (confidence − correctness) over the rows of a level; above 0 means overconfident. */
  public double gap(int level) {
    return count(level) * confidence(level) - correct(level);
  }

  /** Where the level that holds the row of this rank (from 1) ends. */
  abstract int endOfRank(double rank);

  /** Rows before a level, by frequency. */
  abstract double countBefore(int level);

  /** Wrong rows before a level, by frequency. */
  abstract double wrongBefore(int level);
}
