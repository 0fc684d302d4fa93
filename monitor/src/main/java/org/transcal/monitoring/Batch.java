package org.transcal.monitoring;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * The rows of one batch.
 *
 * @param logits the deployed model's output
 * @param features the features of the same rows; empty if the reference has none
 * @param labels true classes, if any are known; unknown ones are {@link Labels#UNKNOWN}
 * @param columns values that divide the rows into segments, one per row, by column name
 */
public record Batch(
    Logits logits,
    Optional<Matrix> features,
    Optional<Labels> labels,
    Map<String, List<String>> columns) {
  /**
   * Copies the columns and checks that all parts have the same rows.
   *
   * @throws IllegalArgumentException naming the part whose rows or classes do not fit
   */
  public Batch {
    Map<String, List<String>> copies = new LinkedHashMap<>();
    columns.forEach((name, values) -> copies.put(name, List.copyOf(values)));
    columns = Collections.unmodifiableMap(copies);
    int rows = logits.rows();
    features.ifPresent(f -> requireRows("Features", f.rows(), rows));
    labels.ifPresent(
        known -> {
          requireRows("Labels", known.rows(), rows);
          if (known.classes() != logits.classes()) {
            throw new IllegalArgumentException(
                "Labels have " + known.classes() + " classes, logits " + logits.classes());
          }
        });
    columns.forEach((name, values) -> requireRows("Column '" + name + "'", values.size(), rows));
    columns.forEach(Batch::requireShort);
  }

  private static void requireShort(String column, List<String> values) {
    requireShort("Name of a column", column);
    for (int row = 0; row < values.size(); row++) {
      if (values.get(row).length() > Segment.LONGEST_NAME) {
        requireShort("Column '" + column + "', value at row " + row, values.get(row));
      }
    }
  }

  /** Fails if a name is so long that charts, messages and histories could not hold it. */
  static void requireShort(String what, String name) {
    if (name.length() > Segment.LONGEST_NAME) {
      throw new IllegalArgumentException(
          what
              + " has "
              + name.length()
              + " characters; names may have at most "
              + Segment.LONGEST_NAME);
    }
  }

  private static void requireRows(String what, int actual, int expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          what + ": " + actual + " rows; logits have " + expected + ", one each is needed");
    }
  }

  /** Fails unless classes and feature columns are those of the source. */
  void requireFits(int classes, Optional<Matrix> sourceFeatures) {
    if (logits.classes() != classes) {
      throw new IllegalArgumentException(
          "Batch has " + logits.classes() + " classes; the reference has " + classes);
    }
    if (features.isPresent() != sourceFeatures.isPresent()) {
      throw new IllegalArgumentException(
          features.isPresent()
              ? "Batch has features but the reference has none; leave them out, or learn the"
                  + " reference from a task with features"
              : "Batch has no features; the reference was learned with "
                  + sourceFeatures.orElseThrow().columns()
                  + " feature columns, which every batch needs");
    }
    int columns = features.map(Matrix::columns).orElse(0);
    int known = sourceFeatures.map(Matrix::columns).orElse(0);
    if (columns != known) {
      throw new IllegalArgumentException(
          "Batch has " + columns + " feature columns; the reference has " + known);
    }
  }
}
