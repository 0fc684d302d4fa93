package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.matrix.Matrix;

/** The sizes of the vectors of a column, which must all be equal. */
final class VectorSizes implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Map<Integer, RowProblem> bySize = new TreeMap<>();

  void add(Matrix rows) {
    if (rows.columns() > 0) {
      double[] first = new double[rows.columns()];
      rows.copyRow(0, first);
      add(
          rows.columns(),
          new RowProblem(
              "", rows.columns() + " numbers", "", VectorValues.show(first), rows.rows()));
    }
  }

  private void add(int size, RowProblem rows) {
    bySize.merge(size, rows, RowProblem::merge);
  }

  void merge(VectorSizes other) {
    other.bySize.forEach(this::add);
  }

  /**
   * The only size, 0 if there are no rows.
   *
   * @throws IllegalArgumentException with an example if there are several
   */
  int require(String column) {
    Comparator<Integer> byRows = Comparator.comparingLong(size -> bySize.get(size).rows());
    // On ties, the smallest size.
    int usual =
        bySize.keySet().stream().max(byRows.thenComparing(Comparator.reverseOrder())).orElse(0);
    for (int size : bySize.keySet()) {
      if (size != usual) {
        String expected = "the other " + bySize.get(usual).rows() + " rows hold " + usual;
        throw new IllegalArgumentException(bySize.get(size).in(column, expected).message());
      }
    }
    return usual;
  }
}
