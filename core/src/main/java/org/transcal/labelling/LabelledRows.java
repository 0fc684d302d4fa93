package org.transcal.labelling;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.transcal.task.TransferTask;

/**
 * Target rows that were chosen for labelling, with the labels known so far.
 *
 * @param rows each target row at most once, in the order in which to label them
 */
public record LabelledRows(List<Row> rows) {
  /**
   * One target row.
   *
   * @param row its number, from 0
   * @param label its class, if it is known
   * @param draw how it was drawn; empty if the user chose it
   */
  public record Row(int row, OptionalInt label, Optional<Draw> draw) {
    /** Refuses negative numbers. */
    public Row {
      if (row < 0) {
        throw new IllegalArgumentException("Row is " + row + "; rows are counted from 0");
      }
      if (label.orElse(0) < 0) {
        throw new IllegalArgumentException(
            "Label of row " + row + " is " + label.getAsInt() + "; labels are counted from 0");
      }
    }

    /** A row that the user chose. */
    public static Row of(int row, int label) {
      return new Row(row, OptionalInt.of(label), Optional.empty());
    }

    /** The same row with its label. */
    public Row labelled(int newLabel) {
      return new Row(row, OptionalInt.of(newLabel), draw);
    }
  }

  /**
   * How a row was drawn: at random, without replacement, from the rows of its stratum.
   *
   * @param stratum which stratum, from 0; the rows least likely to be right are in the first
   * @param stratumRows number of target rows in the stratum
   * @param probability with which a row of the stratum is among those drawn in all rounds
   * @param round when it was drawn, from 1
   */
  public record Draw(int stratum, int stratumRows, double probability, int round) {
    /** Checks the numbers. */
    public Draw {
      if (stratum < 0) {
        throw new IllegalArgumentException("Stratum is " + stratum + "; strata are counted from 0");
      }
      if (stratumRows < 1) {
        throw new IllegalArgumentException(
            "Stratum " + stratum + " has " + stratumRows + " rows; it must have at least 1");
      }
      if (!(probability > 0 && probability <= 1)) {
        throw new IllegalArgumentException(
            "Inclusion probability is " + probability + "; it must be above 0 and at most 1");
      }
      if (round < 1) {
        throw new IllegalArgumentException("Round is " + round + "; rounds are counted from 1");
      }
    }
  }

  /** Copies the list and refuses repeated rows and strata of two sizes. */
  public LabelledRows {
    rows = List.copyOf(rows);
    Set<Integer> seen = new HashSet<>();
    Map<Integer, Integer> sizes = new HashMap<>();
    for (Row row : rows) {
      if (!seen.add(row.row)) {
        throw new IllegalArgumentException(
            "Row " + row.row + " is given twice; each row may appear once");
      }
      if (row.draw.isPresent()) {
        Draw draw = row.draw.get();
        int size = sizes.computeIfAbsent(draw.stratum, h -> draw.stratumRows);
        if (size != draw.stratumRows) {
          throw new IllegalArgumentException(
              "Stratum "
                  + draw.stratum
                  + " has "
                  + draw.stratumRows
                  + " rows at row "
                  + row.row
                  + " but "
                  + size
                  + " before");
        }
      }
    }
  }

  /** Number of rows with a label. */
  public int labelled() {
    return (int) rows.stream().filter(row -> row.label.isPresent()).count();
  }

  /** Whether the user chose every row, so that nothing is known about how they were drawn. */
  public boolean isOwnSample() {
    return rows.stream().noneMatch(row -> row.draw.isPresent());
  }

  /**
   * Fails unless rows and labels are those of a task.
   *
   * @throws IllegalArgumentException naming the row at fault
   */
  public LabelledRows requireFor(TransferTask task) {
    int targetRows = task.target().logits().rows();
    for (Row row : rows) {
      if (row.row >= targetRows) {
        throw new IllegalArgumentException(
            "Row is " + row.row + "; the task has target rows 0 … " + (targetRows - 1));
      }
      int stratum = row.draw.map(Draw::stratum).orElse(0);
      if (stratum >= targetRows) {
        throw new IllegalArgumentException(
            "Stratum of row " + row.row + " is " + stratum + "; there are " + targetRows + " rows");
      }
      if (row.label.orElse(0) >= task.classes()) {
        throw new IllegalArgumentException(
            "Label of row "
                + row.row
                + " is "
                + row.label.getAsInt()
                + "; the task has classes 0 … "
                + (task.classes() - 1));
      }
    }
    return this;
  }
}
