package org.transcal.spark.rows;

import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;

/** Checks the fields of rows; what is wrong is noted, and the row left out. */
final class RowChecks {
  private static final String FINITE = "logits must be finite, within ±" + Logits.LARGEST;

  private final RowPlan plan;
  private final BadRows bad = new BadRows();
  private long position = -1;

  RowChecks(RowPlan plan) {
    this.plan = plan;
  }

  BadRows findings() {
    return bad;
  }

  private void note(String column, String problem, String expected, String example) {
    bad.add(new Finding(column, problem, expected, example, 1));
  }

  /** Counts the rows, so that one without readable content can be found by its position. */
  void next() {
    position++;
  }

  private boolean isTooLarge(String column, Object field) {
    int size = VectorValues.size(field);
    if (size > VectorValues.LARGEST_SIZE) {
      note(
          column,
          "too many numbers",
          "at most " + VectorValues.LARGEST_SIZE + " are read",
          size + " in row " + position + " of partition " + TaskContext.getPartitionId());
      return true;
    }
    return false;
  }

  /** The number of the split a row belongs to, or −1 where it belongs to none. */
  int split(Row row, int field) {
    RowPlan.SplitValues values = plan.splits();
    String text = row.isNullAt(field) ? null : row.getString(field);
    for (Split split : Split.values()) {
      if (values.of(split).equals(text)) {
        return split.ordinal();
      }
    }
    note(
        plan.columns().split(),
        text == null ? "null" : "an unknown split",
        "it must be \""
            + values.sourceTrain()
            + "\", \""
            + values.sourceValidation()
            + "\" or \""
            + values.target()
            + "\"",
        text == null ? "null" : org.transcal.io.file.InputException.quote(text));
    return -1;
  }

  /** Logits of a row, or no numbers where they cannot be used. */
  double[] logits(Row row, int field, Split split) {
    String column = plan.columns().logits();
    if (row.isNullAt(field)) {
      note(column, "null for split \"" + plan.splits().of(split) + "\"", FINITE, "null");
      return new double[0];
    }
    if (isTooLarge(column, row.get(field))) {
      return new double[0];
    }
    double[] values = VectorValues.read(row.get(field));
    if (values.length < 2) {
      note(
          column,
          "fewer than 2 logits",
          "there must be one logit a class, at least 2",
          VectorValues.show(values));
      return new double[0];
    }
    int wrong = VectorValues.firstBeyond(values, Logits.LARGEST);
    if (wrong >= 0) {
      note(
          column,
          "NaN, infinity or too large a number",
          FINITE,
          VectorValues.showAt(values, wrong));
      return new double[0];
    }
    return values;
  }

  /** Features of a row, or no numbers where they cannot be used. */
  double[] features(Row row, int field, Split split) {
    String column = plan.columns().features();
    String expected = "features must be finite, within ±" + DomainFeatures.LARGEST;
    if (row.isNullAt(field)) {
      note(column, "null for split \"" + plan.splits().of(split) + "\"", expected, "null");
      return new double[0];
    }
    if (isTooLarge(column, row.get(field))) {
      return new double[0];
    }
    double[] values = VectorValues.read(row.get(field));
    if (values.length == 0) {
      note(column, "no numbers", "there must be at least one feature", "[]");
      return values;
    }
    int wrong = VectorValues.firstBeyond(values, DomainFeatures.LARGEST);
    if (wrong >= 0) {
      note(
          column,
          "NaN, infinity or too large a number",
          expected,
          VectorValues.showAt(values, wrong));
      return new double[0];
    }
    return values;
  }

  /** The label of a source validation row, or −1 where it cannot be used. */
  int label(Row row, int field, int classes) {
    double value = row.isNullAt(field) ? Double.NaN : row.getDouble(field);
    if (value >= 0 && value < classes && value == Math.rint(value)) {
      return (int) value;
    }
    note(
        plan.columns().label(),
        (row.isNullAt(field) ? "null" : "a class without a logit")
            + " for split \""
            + plan.splits().sourceValidation()
            + "\"",
        "labels of " + classes + " logits must be in 0 … " + (classes - 1),
        row.isNullAt(field) ? "null" : Double.toString(value));
    return -1;
  }

  /** The importance weight of a row, or NaN where it cannot be used. */
  double importance(Row row, int field) {
    double value = row.isNullAt(field) ? Double.NaN : row.getDouble(field);
    if (value >= 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    note(
        plan.columns().importance(),
        "no usable weight",
        "importance weights must be finite and ≥ 0",
        row.isNullAt(field) ? "null" : Double.toString(value));
    return Double.NaN;
  }
}
