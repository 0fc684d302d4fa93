package org.transcal.spark;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.spark.rows.VectorValues;

/** Calibrates the rows of a partition, some hundred at a time. */
final class RowCalibration implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int BATCH_VALUES = 1 << 13;

  /** Which columns are added. */
  enum Output {
    PROBABILITIES,
    CONFIDENCE,
    BOTH
  }

  private final String column;
  private final int field;
  private final Output output;

  RowCalibration(String column, int field, Output output) {
    this.column = column;
    this.field = field;
    this.output = output;
  }

  Iterator<Row> apply(Iterator<Row> rows, CalibrationModel model) {
    return new Iterator<>() {
      private final Queue<Row> ready = new ArrayDeque<>();

      @Override
      public boolean hasNext() {
        if (ready.isEmpty() && rows.hasNext()) {
          ready.addAll(batch(rows, model));
        }
        return !ready.isEmpty();
      }

      @Override
      public Row next() {
        if (!hasNext()) {
          throw new NoSuchElementException("The partition has no more rows");
        }
        return ready.remove();
      }
    };
  }

  private List<Row> batch(Iterator<Row> rows, CalibrationModel model) {
    int classes = model.classes();
    int capacity = Math.max(1, BATCH_VALUES / classes);
    List<Row> taken = new ArrayList<>(capacity);
    double[] values = new double[capacity * classes];
    while (taken.size() < capacity && rows.hasNext()) {
      Row row = rows.next();
      System.arraycopy(logits(row, classes), 0, values, taken.size() * classes, classes);
      taken.add(row);
    }
    double[] filled = java.util.Arrays.copyOf(values, taken.size() * classes);
    Probabilities calibrated =
        model.calibrate(Logits.of(Matrix.wrap(filled, taken.size(), classes)));
    List<Row> with = new ArrayList<>(taken.size());
    for (int i = 0; i < taken.size(); i++) {
      double[] probabilities = new double[classes];
      calibrated.copyRow(i, probabilities);
      with.add(extended(taken.get(i), probabilities));
    }
    return with;
  }

  private double[] logits(Row row, int classes) {
    String expected = "; " + classes + " finite logits are needed";
    if (row.isNullAt(field)) {
      throw new IllegalArgumentException("Column \"" + column + "\" is null" + expected);
    }
    double[] logits = VectorValues.read(row, field);
    if (logits.length != classes) {
      throw new IllegalArgumentException(
          "Column \""
              + column
              + "\" holds "
              + logits.length
              + " numbers, "
              + VectorValues.show(logits)
              + expected);
    }
    int wrong = VectorValues.firstBeyond(logits, Double.MAX_VALUE);
    if (wrong >= 0) {
      throw new IllegalArgumentException(
          "Column \"" + column + "\" holds " + VectorValues.showAt(logits, wrong) + expected);
    }
    return logits;
  }

  private Row extended(Row row, double[] probabilities) {
    int size = row.size();
    Object[] fields = new Object[output == Output.BOTH ? size + 2 : size + 1];
    for (int i = 0; i < size; i++) {
      fields[i] = row.get(i);
    }
    double confidence = 0;
    for (double p : probabilities) {
      confidence = Math.max(confidence, p);
    }
    if (output != Output.CONFIDENCE) {
      fields[size] = Vectors.dense(probabilities);
    }
    if (output != Output.PROBABILITIES) {
      fields[fields.length - 1] = Math.min(1, confidence);
    }
    return RowFactory.create(fields);
  }
}
