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
      require(row >= 0, "Row is " + row + "; rows are counted from 0");
      require(
          label.orElse(0) >= 0,
          "Label of row " + row + " is " + label.orElse(0) + "; labels are counted from 0");
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
      require(stratum >= 0, "Stratum is " + stratum + "; strata are counted from 0");
      require(stratumRows > 0, "Stratum " + stratum + " has " + stratumRows + " rows");
      require(
          probability > 0 && probability <= 1,
          "Inclusion probability is " + probability + "; it must be above 0 and at most 1");
      require(round > 0, "Round is " + round + "; rounds are counted from 1");
    }
  }

  /** Copies the list and refuses repeated rows and strata of two sizes. */
  public LabelledRows {
    rows = List.copyOf(rows);
    Set<Integer> seen = new HashSet<>();
    Map<Integer, Integer> sizes = new HashMap<>();
    for (Row row : rows) {
      require(seen.add(row.row), "Row " + row.row + " is given twice; each row may appear once");
      row.draw.ifPresent(
          draw -> {
            int size = sizes.computeIfAbsent(draw.stratum, h -> draw.stratumRows);
            String rest = draw.stratumRows + " rows at row " + row.row + " but " + size + " before";
            require(size == draw.stratumRows, "Stratum " + draw.stratum + " has " + rest);
          });
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
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
    int last = task.target().logits().rows() - 1;
    int lastClass = task.classes() - 1;
    for (Row row : rows) {
      int label = row.label.orElse(0);
      int stratum = row.draw.map(Draw::stratum).orElse(0);
      String where = " of row " + row.row + " is ";
      require(row.row <= last, "Row is " + row.row + "; the task has target rows 0 … " + last);
      require(label <= lastClass, "Label" + where + label + "; classes are 0 … " + lastClass);
      require(stratum <= last, "Stratum" + where + stratum + "; there are not as many rows");
    }
    return this;
  }
}
