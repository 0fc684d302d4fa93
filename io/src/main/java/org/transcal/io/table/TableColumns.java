package org.transcal.io.table;

import java.util.List;
import java.util.Optional;
import org.transcal.io.PredictionScale;

/**
 * Which columns of a table hold what.
 *
 * <p>Columns are given by one or more comma-separated names or patterns with {@code *}; columns
 * that match a pattern are ordered by the numbers at the end of their names, else as in the table.
 * One column of lists can replace several columns.
 *
 * @param predictions the model's output, one column per class
 * @param scale whether the output is logits or probabilities
 * @param label the true class, as a number from 0 or as text; no value means unknown
 * @param features the model's features
 * @param split the column that says which set a row belongs to
 * @param sets the values of {@code split}: of source training, source validation and target rows
 * @param where an SQL condition that rows must meet
 * @param id the column that identifies a row in messages and results
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
