package org.transcal.monitoring;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.matrix.Order;
import org.transcal.parallel.Parallel;
import org.transcal.shift.PreparedTask;

/**
 * How far the batch's features moved from those of the reference.
 *
 * @param auc cross-fitted AUC of a classifier that tells them apart
 * @param knownRows number of reference rows in the comparison
 * @param distances Kolmogorov-Smirnov distance of each column
 * @param critical the distance that hardly any column exceeds by chance
 */
record ColumnShifts(double auc, int knownRows, double[] distances, double critical) {
  private static final int MOST_SHOWN = 10;
  private static final int MOST_NAMED = 2;

  /** Probability that any column exceeds the critical distance by chance. */
  private static final double CHANCE = 0.01;

  /** Values compared on each side. */
  private static final int MOST_VALUES = 4_000_000;

  /** Rows that a segment needs for a comparison of its features. */
  private static final int LEAST_ROWS = 50;

  /** Whether there are enough rows on both sides; all rows of a batch always are. */
  static boolean isEnough(Optional<Segment> segment, Matrix known, Matrix rows) {
    return Math.min(known.rows(), rows.rows()) >= (segment.isPresent() ? LEAST_ROWS : 1);
  }

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
    return new ColumnShifts(auc(known, rows), known.rows(), distances, critical);
  }

  /**
   * How well a linear classifier tells rows from known ones, by their features and by their
   * distance from the centre of the known ones, which detects added noise.
   */
  static double auc(Matrix known, Matrix rows) {
    Matrix before = known.selectRows(Rows.thinned(known.rows(), Findings.MOST_AUC_ROWS));
    Matrix tonight = rows.selectRows(Rows.thinned(rows.rows(), Findings.MOST_AUC_ROWS));
    int columns = known.columns();
    double[] centre = new double[columns];
    double[] spread = new double[columns];
    for (int j = 0; j < columns; j++) {
      int column = j;
      double mean = mean(before.rows(), i -> before.get(i, column));
      centre[j] = mean;
      spread[j] = Math.sqrt(mean(before.rows(), i -> square(before.get(i, column) - mean)));
    }
    return PreparedTask.domainAuc(
        withDistance(before, centre, spread), withDistance(tonight, centre, spread));
  }

  /** The rows with an extra column: the distance of each from a centre. */
  private static Matrix withDistance(Matrix rows, double[] centre, double[] spread) {
    double[][] wider = new double[rows.rows()][centre.length + 1];
    for (int i = 0; i < wider.length; i++) {
      double sum = 0;
      for (int j = 0; j < centre.length; j++) {
        wider[i][j] = rows.get(i, j);
        sum += spread[j] > 0 ? square((rows.get(i, j) - centre[j]) / spread[j]) : 0;
      }
      wider[i][centre.length] = Math.sqrt(sum / centre.length);
    }
    return Matrix.copyOf(wider);
  }

  private static double mean(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToDouble(value).sum() / count;
  }

  private static double square(double x) {
    return x * x;
  }

  private static double[] column(Matrix matrix, int[] rows, int column) {
    return Arrays.stream(rows).mapToDouble(i -> matrix.get(i, column)).sorted().toArray();
  }

  /** The columns that moved most, and more than by chance, as text. */
  Optional<String> moved(List<String> names) {
    List<String> moved =
        largest(names).stream()
            .filter(column -> column.score() > critical)
            .limit(MOST_NAMED)
            .map(BatchResult.FeatureShift::name)
            .toList();
    String columns = moved.size() > 1 ? "features " : "feature ";
    return moved.isEmpty()
        ? Optional.empty()
        : Optional.of(columns + String.join(" and ", moved) + " moved most");
  }

  /** The columns that moved most, in descending order. */
  List<BatchResult.FeatureShift> largest(List<String> names) {
    int[] order = Order.ascending(Arrays.stream(distances).map(d -> -d).toArray());
    return IntStream.of(order)
        .limit(MOST_SHOWN)
        .mapToObj(
            j ->
                new BatchResult.FeatureShift(
                    names.isEmpty() ? Integer.toString(j) : names.get(j), distances[j]))
        .toList();
  }
}
