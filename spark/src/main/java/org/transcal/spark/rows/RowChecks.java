package org.transcal.spark.rows;

import java.util.Locale;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.transcal.io.file.InputException;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;

/** Checks the fields of rows and collects the problems of those that are left out. */
final class RowChecks {
  private static final double[] INVALID = {};

  private final RowPlan plan;
  private final InvalidRows invalid = new InvalidRows();
  private long position = -1;

  RowChecks(RowPlan plan) {
    this.plan = plan;
  }

  InvalidRows invalidRows() {
    return invalid;
  }

  private void note(String column, String problem, String expected, String example) {
    invalid.add(new RowProblem(column, problem, expected, example, 1));
  }

  void startRow() {
    position++;
  }

  /** The ordinal of the split of a row, or −1 if its split is unknown. */
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
        String.format(
            Locale.ROOT,
            "it must be \"%s\", \"%s\" or \"%s\"",
            values.sourceTrain(),
            values.sourceValidation(),
            values.target()),
        text == null ? "null" : InputException.quote(text));
    return -1;
  }

  /** Logits of a row, or no numbers if they are invalid. */
  double[] logits(Row row, int field, Split split) {
    double[] values = numbers(row, field, split, plan.columns().logits(), "logits", Logits.LARGEST);
    if (values.length == 1) {
      note(
          plan.columns().logits(),
          "fewer than 2 logits",
          "there must be one logit per class, at least 2",
          VectorValues.show(values));
      return INVALID;
    }
    return values;
  }

  /** Features of a row, or no numbers if they are invalid. */
  double[] features(Row row, int field, Split split) {
    return numbers(
        row, field, split, plan.columns().features(), "features", DomainFeatures.LARGEST);
  }

  private double[] numbers(
      Row row, int field, Split split, String column, String what, double largest) {
    if (row.isNullAt(field)) {
      String problem = "null for split \"" + plan.splits().of(split) + "\"";
      note(column, problem, finite(what, largest), "null");
      return INVALID;
    }
    int size = VectorValues.size(row.get(field));
    if (size > VectorValues.LARGEST_SIZE) {
      note(
          column,
          "too many numbers",
          "at most " + VectorValues.LARGEST_SIZE + " are read",
          size + " in row " + position + " of partition " + TaskContext.getPartitionId());
      return INVALID;
    }
    if (size == 0) {
      note(column, "an empty vector", what + " are needed", "[]");
      return INVALID;
    }
    double[] values = VectorValues.read(row.get(field));
    int wrong = VectorValues.firstBeyond(values, largest);
    if (wrong >= 0) {
      String example = VectorValues.showAt(values, wrong);
      note(column, "NaN, infinity or too large a number", finite(what, largest), example);
      return INVALID;
    }
    return values;
  }

  private static String finite(String what, double largest) {
    return what + " must be finite, within ±" + largest;
  }

  /** The label of a source validation row, or −1 if it is invalid. */
  int label(Row row, int field, int classes) {
    int label = VectorValues.label(row, field, classes);
    if (label < 0) {
      note(
          plan.columns().label(),
          (row.isNullAt(field) ? "null" : "a class without a logit")
              + " for split \""
              + plan.splits().sourceValidation()
              + "\"",
          "labels of " + classes + " logits must be in 0 … " + (classes - 1),
          String.valueOf(row.get(field)));
    }
    return label;
  }

  /** The importance weight of a row, or NaN if it is invalid. */
  double importance(Row row, int field) {
    double value = row.isNullAt(field) ? Double.NaN : row.getDouble(field);
    if (value >= 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    note(
        plan.columns().importance(),
        "no usable weight",
        "importance weights must be finite and ≥ 0",
        String.valueOf(row.get(field)));
    return Double.NaN;
  }
}
