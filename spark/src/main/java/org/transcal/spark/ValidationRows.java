package org.transcal.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.shift.DomainScore;
import org.transcal.task.SourceValidation;

/** Source validation rows as the driver collects them: label, logits and importance weight. */
final class ValidationRows {
  private final List<double[]> rows;

  /** Sorts the rows, so that sums over them do not depend on the order in which they arrive. */
  ValidationRows(List<double[]> unordered) {
    rows = new ArrayList<>(unordered);
    rows.sort(Arrays::compare);
  }

  /**
   * The rows of a block.
   *
   * @param score the domain classifier, from which the weight is ln w; if empty, it is the given w
   */
  static List<double[]> of(RowBlock block, List<DomainScore> score) {
    Matrix logits = block.logits();
    double[] odds = score.isEmpty() ? new double[0] : score.get(0).of(block);
    double[] values = new double[logits.columns()];
    List<double[]> list = new ArrayList<>();
    for (int i = 0; i < block.rows(); i++) {
      double[] row = new double[values.length + 2];
      logits.copyRow(i, values);
      row[0] = block.labels()[i];
      System.arraycopy(values, 0, row, 1, values.length);
      row[values.length + 1] = score.isEmpty() ? block.importance()[i] : -odds[i];
      list.add(row);
    }
    return list;
  }

  SourceValidation labelled() {
    Logits logits =
        Logits.of(
            Matrix.copyOf(
                rows.stream()
                    .map(row -> Arrays.copyOfRange(row, 1, row.length - 1))
                    .toArray(double[][]::new)));
    int[] labels = rows.stream().mapToInt(row -> (int) row[0]).toArray();
    return new SourceValidation(
        logits, Labels.copyOf(labels, logits.classes()), Frequencies.ones(rows.size()));
  }

  double[] weights() {
    return rows.stream().mapToDouble(row -> row[row.length - 1]).toArray();
  }
}
