package org.transcal.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.transcal.matrix.Matrix;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MergeableMetric;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.spark.rows.VectorValues;

/** Sums a metric over the labelled rows of a partition. */
final class PartitionScore implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int BATCH_VALUES = 1 << 15;

  /** What the numbers of a row are. */
  enum Scale {
    PROBABILITIES,
    LOGITS
  }

  /**
   * What a partition has: sums, or a problem.
   *
   * @param classes numbers a row has
   * @param problem what is wrong with some row; empty where nothing is
   */
  record Part(int classes, double[] sums, String problem) implements Serializable {}

  private final MetricChoice metric;
  private final Scale scale;
  private final String values;
  private final String label;

  PartitionScore(MetricChoice metric, Scale scale, String values, String label) {
    this.metric = metric;
    this.scale = scale;
    this.values = values;
    this.label = label;
  }

  /** One part where the partition has rows, else none. */
  Iterator<Part> of(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return List.<Part>of().iterator();
    }
    try {
      return List.of(sum(rows)).iterator();
    } catch (IllegalArgumentException e) {
      // A problem is an answer, too: a failing task would be tried again, and fill the log.
      return List.of(new Part(0, new double[0], e.getMessage())).iterator();
    }
  }

  private Part sum(Iterator<Row> rows) {
    Row row = rows.next();
    int classes = numbers(row, 0).length;
    if (classes < 2) {
      throw new IllegalArgumentException(
          column(values) + " holds " + classes + " numbers; one a class is needed, at least 2");
    }
    MergeableMetric.Accumulator sums = metric.metric().accumulator(classes);
    int capacity = Math.max(1, BATCH_VALUES / classes);
    double[] batch = new double[capacity * classes];
    int[] labels = new int[capacity];
    int count = 0;
    while (true) {
      System.arraycopy(numbers(row, classes), 0, batch, count * classes, classes);
      labels[count++] = label(row, classes);
      if (count == capacity || !rows.hasNext()) {
        add(batch, labels, count, classes, sums);
        count = 0;
      }
      if (!rows.hasNext()) {
        return new Part(classes, sums.sums(), "");
      }
      row = rows.next();
    }
  }

  private void add(
      double[] batch, int[] labels, int rows, int classes, MergeableMetric.Accumulator sums) {
    Matrix matrix = Matrix.wrap(Arrays.copyOf(batch, rows * classes), rows, classes);
    Probabilities probabilities =
        scale == Scale.LOGITS ? Logits.of(matrix).softmax(1) : checked(matrix);
    sums.add(
        LabelledPredictions.of(probabilities, Labels.copyOf(Arrays.copyOf(labels, rows), classes)));
  }

  private Probabilities checked(Matrix matrix) {
    try {
      return Probabilities.of(matrix);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(column(values) + ": " + e.getMessage(), e);
    }
  }

  private double[] numbers(Row row, int classes) {
    if (row.isNullAt(0)) {
      throw new IllegalArgumentException(column(values) + " is null; numbers are needed");
    }
    double[] numbers = VectorValues.read(row, 0);
    int wrong = VectorValues.firstBeyond(numbers, Double.MAX_VALUE);
    if (wrong >= 0) {
      throw new IllegalArgumentException(
          column(values) + " holds " + VectorValues.showAt(numbers, wrong) + "; it must be finite");
    }
    if (classes > 0 && numbers.length != classes) {
      throw new IllegalArgumentException(
          column(values)
              + " holds "
              + numbers.length
              + " numbers, "
              + VectorValues.show(numbers)
              + ", where other rows hold "
              + classes);
    }
    return numbers;
  }

  private int label(Row row, int classes) {
    double value = row.isNullAt(1) ? Double.NaN : row.getDouble(1);
    if (value >= 0 && value < classes && value == Math.rint(value)) {
      return (int) value;
    }
    throw new IllegalArgumentException(
        column(label)
            + " holds "
            + (row.isNullAt(1) ? "null" : Double.toString(value))
            + "; labels of "
            + classes
            + " classes must be in 0 … "
            + (classes - 1));
  }

  private static String column(String name) {
    return "Column \"" + name + "\"";
  }
}
