package org.transcal.monitoring;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.matrix.Order;
import org.transcal.parallel.Parallel;
import org.transcal.shift.PreparedTask;

/**
 * How far tonight's features moved from those of the reference.
 *
 * @param auc cross-fitted AUC of a classifier that tells them apart
 * @param distances Kolmogorov-Smirnov distance of each column
 * @param critical a distance that by chance hardly any column would have
 */
record ColumnShifts(double auc, double[] distances, double critical) {
  private static final int MOST_SHOWN = 10;
  private static final int MOST_NAMED = 2;

  /** Probability that by chance any column is beyond the critical distance. */
  private static final double CHANCE = 0.01;

  /** Values compared on each side. */
  private static final int MOST_VALUES = 4_000_000;

  static ColumnShifts of(Matrix known, Matrix rows) {
    int columns = known.columns();
    int most = Math.min(Findings.MOST_AUC_ROWS, Math.max(1, MOST_VALUES / columns));
    int[] before = Rows.thinned(known.rows(), most);
    int[] tonight = Rows.thinned(rows.rows(), most);
    double[] distances = new double[columns];
    Parallel.forEach(
        columns,
        j ->
            distances[j] =
                Distance.kolmogorovSmirnov(column(rows, tonight, j), column(known, before, j)));
    double critical =
        Math.sqrt(
            -Math.log(CHANCE / columns / 2) / 2 * (1.0 / before.length + 1.0 / tonight.length));
    return new ColumnShifts(PreparedTask.domainAuc(known, rows), distances, critical);
  }

  private static double[] column(Matrix matrix, int[] rows, int column) {
    return Arrays.stream(rows).mapToDouble(i -> matrix.get(i, column)).sorted().toArray();
  }

  /** The columns that moved most and more than by chance, in words. */
  Optional<String> moved(List<String> names) {
    List<String> moved =
        largest(names).stream()
            .filter(column -> column.score() > critical)
            .limit(MOST_NAMED)
            .map(Night.FeatureShift::name)
            .toList();
    String columns = moved.size() > 1 ? "features " : "feature ";
    return moved.isEmpty()
        ? Optional.empty()
        : Optional.of(columns + String.join(" and ", moved) + " moved most");
  }

  /** The columns that moved farthest, first the farthest. */
  List<Night.FeatureShift> largest(List<String> names) {
    int[] order = Order.ascending(Arrays.stream(distances).map(d -> -d).toArray());
    return IntStream.of(order)
        .limit(MOST_SHOWN)
        .mapToObj(
            j ->
                new Night.FeatureShift(
                    names.isEmpty() ? Integer.toString(j) : names.get(j), distances[j]))
        .toList();
  }
}
