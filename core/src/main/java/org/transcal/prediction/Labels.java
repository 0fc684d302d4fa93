package org.transcal.prediction;

import java.util.Arrays;
import java.util.Optional;
import org.transcal.matrix.Frequencies;

/** True classes, one per row, each in {@code 0 … classes − 1}, or {@value #UNKNOWN}. */
public final class Labels {
  /** The label of an unlabelled row, where unlabelled rows are allowed. */
  public static final int UNKNOWN = -1;

  private final int[] values;
  private final int classes;

  private Labels(int[] values, int classes, int lowest) {
    if (classes < 2) {
      throw new IllegalArgumentException(
          "Labels have " + classes + " class(es); at least 2 are needed");
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] < lowest || values[i] >= classes) {
        String allowed =
            classes
                + " classes must be in 0 … "
                + (classes - 1)
                + (lowest < 0 ? ", or -1 for unlabelled" : "")
                + (values[i] == classes && Arrays.stream(values).noneMatch(label -> label == 0)
                    ? "; if they start at 1, subtract 1"
                    : "");
        throw new IllegalArgumentException(
            "Label at row " + i + " is " + values[i] + "; labels of " + allowed);
      }
    }
    this.values = values;
    this.classes = classes;
  }

  /** Copies the labels. */
  public static Labels copyOf(int[] labels, int classes) {
    return new Labels(labels.clone(), classes, 0);
  }

  /** Copies labels of which some may be {@link #UNKNOWN}. */
  public static Labels partial(int[] labels, int classes) {
    return new Labels(labels.clone(), classes, UNKNOWN);
  }

  /** Number of rows. */
  public int rows() {
    return values.length;
  }

  /** Number of classes, K, whether or not each of them occurs. */
  public int classes() {
    return classes;
  }

  /** The label of a row, or {@link #UNKNOWN}. */
  public int get(int row) {
    return values[row];
  }

  /** Number of rows whose class is known. */
  public int known() {
    return (int) Arrays.stream(values).filter(label -> label != UNKNOWN).count();
  }

  /** Frequencies with 0 for rows whose class is unknown; empty if no row is left. */
  public Optional<Frequencies> countKnown(Frequencies frequencies) {
    if (known() == values.length) {
      return Optional.of(frequencies);
    }
    double[] counts = frequencies.toArray();
    Arrays.setAll(counts, i -> values[i] == UNKNOWN ? 0 : counts[i]);
    return Arrays.stream(counts).allMatch(count -> count == 0)
        ? Optional.empty()
        : Optional.of(Frequencies.copyOf(counts));
  }

  /** The labels of the given rows. */
  public Labels select(int[] rows) {
    int[] selected = new int[rows.length];
    Arrays.setAll(selected, i -> values[rows[i]]);
    return new Labels(selected, classes, UNKNOWN);
  }

  /** 1 if a prediction is the label, else 0; {@code what} names the predictions. */
  double[] matches(int[] predictions, String what) {
    requireRows(predictions.length, what);
    double[] matches = new double[predictions.length];
    Arrays.setAll(matches, i -> predictions[i] == values[i] ? 1 : 0);
    return matches;
  }

  /** A copy of the labels. */
  public int[] toArray() {
    return values.clone();
  }

  /** Fails unless there is one label per row; {@code what} names the rows. */
  public Labels requireRows(int rows, String what) {
    if (values.length != rows) {
      throw new IllegalArgumentException(
          what + " has " + rows + " rows but there are " + values.length + " labels");
    }
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Labels labels
        && classes == labels.classes
        && Arrays.equals(values, labels.values);
  }

  @Override
  public int hashCode() {
    return 31 * classes + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Labels of " + values.length + " rows, " + classes + " classes";
  }
}
