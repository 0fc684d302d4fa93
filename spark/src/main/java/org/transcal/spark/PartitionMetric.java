package org.transcal.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
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

/**
 * Accumulates a metric over the labelled rows of a partition.
 *
 * @param logits whether the numbers of a row are logits, else probabilities
 */
record PartitionMetric(
    MetricChoice metric, boolean logits, String values, String label, HandleInvalid invalid)
    implements Serializable {
  private static final int BATCH_VALUES = 1 << 15;

  /** The sums of a partition; not a record, because Spark's Kryo cannot serialize records. */
  static final class Part implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Numbers per row; 0 if no row was added. */
    final int classes;

    final double[] sums;
    final long skipped;

    /** Why the partition could not be summed; empty if it was. */
    final String problem;

    Part(int classes, double[] sums, long skipped, String problem) {
      this.classes = classes;
      this.sums = sums;
      this.skipped = skipped;
      this.problem = problem;
    }
  }

  private static final class InvalidRowException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InvalidRowException(String format, Object... arguments) {
      super(String.format(Locale.ROOT, format, arguments));
    }
  }

  /** The only part of a partition. */
  Iterator<Part> of(Iterator<Row> rows) {
    try {
      return List.of(new Sum().of(rows)).iterator();
    } catch (IllegalArgumentException e) {
      // Returned rather than thrown: Spark would retry a failing task and fill the log.
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
          add(rows.next());
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

    private void add(Row row) {
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
      Probabilities probabilities = logits ? Logits.of(matrix).softmax(1) : checked(matrix);
      Labels known = Labels.copyOf(Arrays.copyOf(labels, count), classes);
      sums.add(LabelledPredictions.of(probabilities, known));
      count = 0;
    }

    private double[] numbers(Row row) {
      if (row.isNullAt(0)) {
        throw new InvalidRowException("Column \"%s\" is null; numbers are needed", values);
      }
      int size = VectorValues.size(row.get(0));
      if (size < 2 || size > VectorValues.LARGEST_SIZE) {
        throw new InvalidRowException(
            "Column \"%s\" holds %d numbers in row %d of partition %d; one per class is needed,"
                + " 2 to %d",
            values, size, position, TaskContext.getPartitionId(), VectorValues.LARGEST_SIZE);
      }
      double[] numbers = VectorValues.read(row.get(0));
      int wrong = VectorValues.firstBeyond(numbers, Double.MAX_VALUE);
      if (wrong >= 0) {
        throw new InvalidRowException(
            "Column \"%s\" holds %s; it must be finite",
            values, VectorValues.showAt(numbers, wrong));
      }
      if (classes > 0 && size != classes) {
        // Not an invalid row: either size may be the right one.
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "Column \"%s\" holds %d numbers, %s; other rows hold %d",
                values,
                size,
                VectorValues.show(numbers),
                classes));
      }
      if (invalid == HandleInvalid.SKIP && !logits) {
        checked(Matrix.wrap(numbers, 1, size));
      }
      return numbers;
    }
  }

  private Probabilities checked(Matrix matrix) {
    try {
      return Probabilities.of(matrix);
    } catch (IllegalArgumentException e) {
      throw new InvalidRowException("Column \"%s\": %s", values, e.getMessage());
    }
  }

  private int label(Row row, int classes) {
    int known = VectorValues.label(row, 1, classes);
    if (known < 0) {
      throw new InvalidRowException(
          "Column \"%s\" holds %s; labels of %d classes must be in 0 … %d",
          label, row.get(1), classes, classes - 1);
    }
    return known;
  }
}
