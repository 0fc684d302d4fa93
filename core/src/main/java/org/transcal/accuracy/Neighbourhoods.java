package org.transcal.accuracy;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.matrix.Order;
import org.transcal.parallel.Parallel;
import org.transcal.prediction.Labels;
import org.transcal.shift.FeatureSpace;
import org.transcal.shift.PreparedTask;
import org.transcal.task.SourceValidation;

/**
 * For each target row the source validation rows nearest to it, found once: how many of them have
 * the class the model predicts follows from counts.
 *
 * <p>k is the mean number of validation rows per class, at most {@value #MOST_NEIGHBOURS}: if the
 * classes were well separated and target rows lay among them, all k would have the predicted class.
 *
 * @param labels classes of the validation rows
 * @param predictions predicted classes of the target rows
 * @param step every step-th target row is looked at
 * @param nearest neighbours of each of these
 * @param usualDistance distance within which nearly all validation rows have another one
 * @param agreementAtHome agreement around validation rows, treated as target rows
 */
record Neighbourhoods(
    Labels labels,
    int[] predictions,
    int step,
    Nearest[] nearest,
    double usualDistance,
    double agreementAtHome) {
  static final int MOST_NEIGHBOURS = 50;

  /** A resample leaves out a third of the rows, so more neighbours are kept than counted. */
  private static final int KEPT = 4;

  /** Validation rows from which the usual distance is computed. */
  private static final int MOST_REFERENCES = 500;

  private static final double USUAL_SHARE = 0.95;

  /** Distances × columns; beyond it, target rows are left out evenly. */
  private static final double AFFORDABLE = 4e9;

  /** Neighbours kept of all target rows, 12 bytes each; beyond it, rows are left out as well. */
  private static final double MOST_KEPT = 5e7;

  /** The neighbourhoods of a task, found once for all resamples; it must have features. */
  static Neighbourhoods of(PreparedTask prepared) {
    return prepared.deriveOnce(Neighbourhoods.class, Neighbourhoods::find);
  }

  private static Neighbourhoods find(PreparedTask prepared) {
    FeatureSpace space = FeatureSpace.of(prepared);
    Matrix home = space.sourceValidation();
    double[][] columns = new double[home.columns()][];
    Arrays.setAll(
        columns, j -> IntStream.range(0, home.rows()).mapToDouble(i -> home.get(i, j)).toArray());
    Matrix target = space.target();
    int kept = Math.min(home.rows(), KEPT * MOST_NEIGHBOURS);
    int step = step(target.rows(), home.rows(), space.columns());
    // Equal target rows have the same neighbours; with few different ones, many are tied.
    Map<Object, Nearest> distinct = new ConcurrentHashMap<>();
    Nearest[] nearest = new Nearest[(target.rows() + step - 1) / step];
    boolean isHome =
        prepared.task().target().logits() == prepared.task().sourceValidation().logits();
    Parallel.forEach(
        nearest.length,
        i -> {
          Nearest all = Nearest.of(target, i * step, columns, kept);
          Nearest found = isHome ? all.without(i * step) : all;
          Object same = List.of(IntBuffer.wrap(found.rows), DoubleBuffer.wrap(found.distances));
          nearest[i] = distinct.computeIfAbsent(same, key -> found);
        });

    SourceValidation source = prepared.task().sourceValidation();
    Frequencies frequencies = source.frequencies();
    int[] predicted = source.logits().predictions();
    double wanted = wanted(source.labels(), frequencies);
    int homeStep = Math.max(1, home.rows() / MOST_REFERENCES);
    int[] references =
        IntStream.range(0, home.rows())
            .filter(i -> i % homeStep == 0 && frequencies.get(i) > 0)
            .toArray();
    double[] closest = new double[references.length];
    double[] agreeing = new double[references.length];
    Parallel.forEach(
        references.length,
        r -> {
          int row = references[r];
          Nearest all = Nearest.of(home, row, columns, home.rows());
          closest[r] = all.distances[Math.min(1, home.rows() - 1)];
          // A row is not its own neighbour, but a duplicate of it is.
          IntToDoubleFunction others =
              i -> i == row ? Math.max(0, frequencies.get(i) - 1) : frequencies.get(i);
          agreeing[r] = all.agreement(source.labels(), predicted[row], wanted, others);
        });
    Arrays.sort(closest);
    boolean known = references.length > 0;
    return new Neighbourhoods(
        source.labels(),
        prepared.task().target().logits().predictions(),
        step,
        nearest,
        known ? closest[(int) (USUAL_SHARE * (closest.length - 1))] : Double.POSITIVE_INFINITY,
        known ? frequencies.select(references).mean(agreeing) : 0);
  }

  static int step(double rows, double homeRows, int columns) {
    double kept = Math.min(homeRows, KEPT * MOST_NEIGHBOURS);
    double work = rows * homeRows * columns / AFFORDABLE;
    return (int) Math.max(1, Math.ceil(Math.max(work, rows * kept / MOST_KEPT)));
  }

  /** Share of target rows with no validation row within the usual distance. */
  double outside(Frequencies target) {
    return mean(target, i -> nearest[i].distances[0] > usualDistance ? 1 : 0);
  }

  /** Mean over target rows of the share of their neighbours that have the predicted class. */
  double agreement(Frequencies source, Frequencies target) {
    double wanted = wanted(labels, source);
    return mean(
        target, i -> nearest[i].agreement(labels, predictions[i * step], wanted, source::get));
  }

  /**
   * For each target row the share of its neighbours that have the predicted class, with one more
   * neighbour that has it with the given probability; NaN for rows that were not looked at.
   */
  double[] ofRows(Frequencies source, double oneMore) {
    double wanted = wanted(labels, source);
    double[] shares = new double[predictions.length];
    Arrays.fill(shares, Double.NaN);
    for (int i = 0; i < nearest.length; i++) {
      double share = nearest[i].agreement(labels, predictions[i * step], wanted, source::get);
      shares[i * step] = (wanted * share + oneMore) / (wanted + 1);
    }
    return shares;
  }

  /** A mean over target rows; 0 if a resample counts none of those looked at. */
  private double mean(Frequencies target, IntToDoubleFunction value) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < nearest.length; i++) {
      double frequency = target.get(i * step);
      if (frequency > 0) {
        sum += frequency * value.applyAsDouble(i);
        total += frequency;
      }
    }
    return total > 0 ? sum / total : 0;
  }

  /** The mean number of rows per class, within limits. */
  private static double wanted(Labels labels, Frequencies source) {
    return Math.max(1, Math.min(MOST_NEIGHBOURS, Math.rint(source.total() / labels.classes())));
  }

  /** Validation rows by their squared distance from a row, the nearest first. */
  private record Nearest(int[] rows, double[] distances) {
    /**
     * At least the given number of rows; ties with the last are kept, too.
     *
     * @param columns the columns of the validation rows, so that the loop over rows is vectorised
     */
    static Nearest of(Matrix from, int row, double[][] columns, int count) {
      double[] squares = new double[columns[0].length];
      for (int j = 0; j < columns.length; j++) {
        double value = from.get(row, j);
        double[] column = columns[j];
        for (int i = 0; i < squares.length; i++) {
          double gap = value - column[i];
          squares[i] += gap * gap;
        }
      }
      int[] rows = Order.smallest(squares, count);
      return new Nearest(rows, Arrays.stream(rows).mapToDouble(i -> squares[i]).toArray());
    }

    /** Without the row itself, if target and validation rows are the same. */
    Nearest without(int self) {
      int[] others = IntStream.range(0, rows.length).filter(at -> rows[at] != self).toArray();
      return others.length == 0
          ? this
          : new Nearest(
              Arrays.stream(others).map(at -> rows[at]).toArray(),
              Arrays.stream(others).mapToDouble(at -> distances[at]).toArray());
    }

    /** Share of one class among the nearest; rows at equal distance share what is left equally. */
    double agreement(Labels labels, int label, double wanted, IntToDoubleFunction frequency) {
      double counted = 0;
      double agreeing = 0;
      for (int from = 0; from < rows.length && counted < wanted; ) {
        double tied = 0;
        double tiedAgreeing = 0;
        int to = from;
        for (; to < rows.length && distances[to] == distances[from]; to++) {
          double counts = frequency.applyAsDouble(rows[to]);
          tied += counts;
          tiedAgreeing += labels.get(rows[to]) == label ? counts : 0;
        }
        double share = tied > 0 ? Math.min(1, (wanted - counted) / tied) : 0;
        counted += share * tied;
        agreeing += share * tiedAgreeing;
        from = to;
      }
      return counted > 0 ? agreeing / counted : 0;
    }
  }
}
