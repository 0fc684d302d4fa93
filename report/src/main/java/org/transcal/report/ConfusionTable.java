package org.transcal.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;

/**
 * True against predicted classes.
 *
 * @param counts {@code counts[i][j]} rows of class i that were predicted as class j
 */
record ConfusionTable(String caption, List<String> classNames, int[][] counts) {
  private static final int MOST_CLASSES = 12;
  private static final int MOST_CONFUSIONS = 20;

  private record Confusion(int truth, int predicted, int rows) {}

  Element toElement() {
    return classNames.size() <= MOST_CLASSES ? matrix() : mostFrequent();
  }

  private Element matrix() {
    List<String> columns = new ArrayList<>(List.of("true \\ predicted"));
    columns.addAll(classNames);
    Table table = Table.captioned(caption).columns(columns.toArray(new String[0]));
    for (int i = 0; i < counts.length; i++) {
      String[] cells = new String[counts[i].length];
      for (int j = 0; j < cells.length; j++) {
        cells[j] = Integer.toString(counts[i][j]);
      }
      table.row(classNames.get(i), cells);
    }
    return table.toElement();
  }

  private Element mostFrequent() {
    List<Confusion> wrong = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      for (int j = 0; j < counts[i].length; j++) {
        if (i != j && counts[i][j] > 0) {
          wrong.add(new Confusion(i, j, counts[i][j]));
        }
      }
    }
    wrong.sort(Comparator.comparingInt(Confusion::rows).reversed());
    Table table =
        Table.captioned(caption + ": the most frequent confusions")
            .columns("true class", "predicted as", "rows");
    for (Confusion one : wrong.subList(0, Math.min(MOST_CONFUSIONS, wrong.size()))) {
      table.row(
          classNames.get(one.truth()),
          classNames.get(one.predicted()),
          Integer.toString(one.rows()));
    }
    return table.toElement();
  }
}
