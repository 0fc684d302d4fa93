package org.transcal.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.transcal.matrix.Matrix;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MergeableMetric;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.spark.rows.HandleInvalid;
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
   * @param classes how many numbers a row has; 0 where no row was summed
   * @param skipped how many rows were left out
   * @param problem why the partition could not be summed; empty if it was
   */
  record Part(int classes, double[] sums, long skipped, String problem) implements Serializable {}

  /** A row that cannot be used. */
  private static final class InvalidRowException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InvalidRowException(String message) {
      super(message);
    }
  }

  private final MetricChoice metric;
  private final Scale scale;
  private final String values;
  private final String label;
  private final HandleInvalid invalid;

  PartitionScore(
      MetricChoice metric, Scale scale, String values, String label, HandleInvalid invalid) {
    this.metric = metric;
    this.scale = scale;
    this.values = values;
    this.label = label;
    this.invalid = invalid;
  }

  /** One part. */
  Iterator<Part> of(Iterator<Row> rows) {
    try {
      return List.of(new Sum().of(rows)).iterator();
    } catch (IllegalArgumentException e) {
      // A problem is an answer, too: a failing task would be tried again, and fill the log.
      return List.of(new Part(0, new double[0], 0, e.getMessage())).iterator();
    }
  }

  /** The sum of one partition, batch by batch. */
  private final class Sum {
    private int classes;
    private MergeableMetric.Accumulator sums;
    private double[] batch = {};
    private int[] labels = {};
    private int count;
    private long position;
    private long skipped;

    Part of(Iterator<Row> rows) {
      for (; rows.hasNext(); position++) {
        try {
          take(rows.next());
        } catch (InvalidRowException e) {
          if (invalid == HandleInvalid.ERROR) {
            throw e;
          }
          skipped++;
        }
      }
      flush();
      return new Part(classes, classes == 0 ? new double[0] : sums.sums(), skipped, "");
    }

    private void take(Row row) {
      double[] numbers = numbers(row);
      int known = label(row, numbers.length);
      if (classes == 0) {
        start(numbers.length);
      }
      System.arraycopy(numbers, 0, batch, count * classes, classes);
      labels[count++] = known;
      if (count == labels.length) {
        flush();
      }
    }

    private void start(int size) {
      sums = metric.accumulator(size);
      classes = size;
      labels = new int[Math.max(1, BATCH_VALUES / size)];
      batch = new double[labels.length * size];
    }

    private void flush() {
      if (count == 0) {
        return;
      }
      Matrix matrix = Matrix.wrap(Arrays.copyOf(batch, count * classes), count, classes);
      Probabilities probabilities =
          scale == Scale.LOGITS ? Logits.of(matrix).softmax(1) : checked(matrix);
      sums.add(
          LabelledPredictions.of(
              probabilities, Labels.copyOf(Arrays.copyOf(labels, count), classes)));
      count = 0;
    }

    private double[] numbers(Row row) {
      if (row.isNullAt(0)) {
        throw new InvalidRowException(column(values) + " is null; numbers are needed");
      }
      int size = VectorValues.size(row.get(0));
      if (size < 2 || size > VectorValues.LARGEST_SIZE) {
        throw new InvalidRowException(
            column(values)
                + " holds "
                + size
                + " numbers in row "
                + position
                + " of partition "
                + TaskContext.getPartitionId()
                + "; one per class is needed, 2 to "
                + VectorValues.LARGEST_SIZE);
      }
      double[] numbers = VectorValues.read(row.get(0));
      int wrong = VectorValues.firstBeyond(numbers, Double.MAX_VALUE);
      if (wrong >= 0) {
        throw new InvalidRowException(
            column(values)
                + " holds "
                + VectorValues.showAt(numbers, wrong)
                + "; it must be finite");
      }
      if (classes > 0 && size != classes) {
        // Not an invalid row: which of the sizes is right cannot be told.
        throw new IllegalArgumentException(
            column(values)
                + " holds "
                + size
                + " numbers, "
                + VectorValues.show(numbers)
                + ", where other rows hold "
                + classes);
      }
      if (invalid == HandleInvalid.SKIP && scale == Scale.PROBABILITIES) {
        checked(Matrix.wrap(numbers, 1, size));
      }
      return numbers;
    }
  }

  private Probabilities checked(Matrix matrix) {
    try {
      return Probabilities.of(matrix);
    } catch (IllegalArgumentException e) {
      throw new InvalidRowException(column(values) + ": " + e.getMessage());
    }
  }

  private int label(Row row, int classes) {
    double value = row.isNullAt(1) ? Double.NaN : row.getDouble(1);
    if (value >= 0 && value < classes && value == Math.rint(value)) {
      return (int) value;
    }
    throw new InvalidRowException(
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
