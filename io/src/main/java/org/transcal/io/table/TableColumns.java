package org.transcal.io.table;

import java.util.List;
import java.util.Optional;
import org.transcal.io.PredictionScale;

/**
 * What the columns of a table are.
 *
 * <p>Columns are named by one or more comma-separated names or patterns with {@code *}; several
 * columns are in order of the numbers that their names end in, else in the table's order. One
 * column of lists stands for several.
 *
 * @param predictions the model's output, one column per class
 * @param scale what the output is
 * @param label the true class, as a number from 0 or as text; no value means unknown
 * @param features the model's features
 * @param split which set a row belongs to
 * @param sets the values of {@code split}: of source training, source validation and target rows
 * @param where an SQL condition that rows must meet
 * @param id identifies a row in messages and results
 */
public record TableColumns(
    String predictions,
    PredictionScale scale,
    Optional<String> label,
    Optional<String> features,
    Optional<String> split,
    List<String> sets,
    Optional<String> where,
    Optional<String> id) {
  /** The usual values of the column that tells the sets apart. */
  public static final List<String> SETS = List.of("source_train", "source_val", "target");

  /** Checks that each of the three sets has a value of its own. */
  public TableColumns {
    sets = List.copyOf(sets);
    if (sets.size() != 3 || sets.stream().distinct().count() != 3) {
      throw new IllegalArgumentException(
          "The sets are named "
              + String.join(",", sets)
              + "; three different names are needed: of source training, source validation and"
              + " target rows");
    }
  }
}
