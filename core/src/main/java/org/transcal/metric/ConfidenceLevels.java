package org.transcal.metric;

/**
 * The distinct confidences in ascending order, each with its number of rows and of correct rows.
 *
 * <p>Ties are one level and absent rows are not included, so the order of rows does not matter.
 * There is at least one level. Iterate with {@code for (int i = 0; i < levels.end(); i =
 * levels.next(i))}.
 */
public sealed interface ConfidenceLevels permits CountedLevels, SortedLevels {
  /** End of the last level. */
  int end();

  /** End of a level, where the next one starts. */
  int next(int level);

  /** The confidence of a level; it increases from level to level. */
  double confidence(int level);

  /** Rows of a level, by frequency; above 0. */
  default double count(int level) {
    return countBefore(next(level)) - countBefore(level);
  }

  /** Correct rows of a level, by frequency. */
  double correct(int level);

  /** All rows, by frequency. */
  default double total() {
    return countBefore(end());
  }

  /** Σ (confidence − correctness) over the rows of a level; above 0 means overconfident. */
  default double gap(int level) {
    return count(level) * confidence(level) - correct(level);
  }

  /** End of the level that contains the row of this rank (from 1). */
  int endOfRank(double rank);

  /** Rows before a level, by frequency. */
  double countBefore(int level);

  /** Wrong rows before a level, by frequency. */
  double wrongBefore(int level);
}
