package org.transcal.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.SourceValidation;

/** Source validation rows as they come to the driver: logits, label and importance weight. */
final class ValidationRows {
  /**
   * One row.
   *
   * @param weight ln w where a domain classifier found it, w where the row brought it
   */
  record Row(double[] logits, int label, double weight) implements Serializable {
    private static final Comparator<Row> ORDER =
        Comparator.comparingInt(Row::label)
            .thenComparing(Row::logits, Arrays::compare)
            .thenComparingDouble(Row::weight);
  }

  private final List<Row> rows;

  /** Rows in an order of their own, whatever the order they came in: sums then have equal bits. */
  ValidationRows(List<Row> unordered) {
    rows = new ArrayList<>(unordered);
    rows.sort(Row.ORDER);
  }

  SourceValidation labelled() {
    Logits logits =
        Logits.of(Matrix.copyOf(rows.stream().map(Row::logits).toArray(double[][]::new)));
    return new SourceValidation(
        logits,
        Labels.copyOf(rows.stream().mapToInt(Row::label).toArray(), logits.classes()),
        Frequencies.ones(rows.size()));
  }

  double[] weights() {
    return rows.stream().mapToDouble(Row::weight).toArray();
  }
}
