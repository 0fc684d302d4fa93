package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.matrix.Matrix;

/** How long the vectors of a column are: of one length, or something is wrong. */
final class Sizes implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Rows of one length. */
  private record Seen(long rows, String example) implements Serializable {
    Seen merge(Seen other) {
      return new Seen(
          rows + other.rows, example.compareTo(other.example) <= 0 ? example : other.example);
    }
  }

  private final Map<Integer, Seen> seen = new TreeMap<>();

  void add(Matrix rows) {
    if (rows.columns() > 0) {
      double[] first = new double[rows.columns()];
      rows.copyRow(0, first);
      seen.merge(rows.columns(), new Seen(rows.rows(), VectorValues.show(first)), Seen::merge);
    }
  }

  void merge(Sizes other) {
    other.seen.forEach((size, rows) -> seen.merge(size, rows, Seen::merge));
  }

  /** The one length, 0 where there are no rows. */
  int require(String column) {
    if (seen.isEmpty()) {
      return 0;
    }
    int usual = 0;
    for (int size : seen.keySet()) {
      usual = usual == 0 || seen.get(size).rows() > seen.get(usual).rows() ? size : usual;
    }
    for (Map.Entry<Integer, Seen> other : seen.entrySet()) {
      if (other.getKey() != usual) {
        throw new IllegalArgumentException(
            new Finding(
                    column,
                    other.getKey() + " numbers",
                    "the other " + seen.get(usual).rows() + " rows hold " + usual,
                    other.getValue().example(),
                    other.getValue().rows())
                .message());
      }
    }
    return usual;
  }
}
