package org.transcal.accuracy;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Parallel;
import org.transcal.shift.FeatureSpace;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * For each target row the source validation rows nearest to it, found once: how many of them have
 * the class the model predicts follows from counts.
 *
 * <p>k is the mean number of validation rows per class, at most {@value #MOST_NEIGHBOURS}: were the
 * classes well apart in the source and the target among them, all k would have the predicted class.
 */
final class Neighbourhoods {
  static final int MOST_NEIGHBOURS = 50;

  /** A resample leaves out a third of the rows, so more neighbours are kept than counted. */
  private static final int KEPT = 4;

  /** Validation rows whose own distances say what is usual. */
  private static final int MOST_REFERENCES = 500;

  private static final double USUAL_SHARE = 0.95;

  /** Distances times columns: beyond it target rows are left out evenly. */
  private static final double AFFORDABLE = 4e9;

  private final int classes;
  private final int[] predictions;
  private final int[] labels;
  private final int step;
  private final int[][] nearest;
  private final double[][] distances;
  private final Home home;

  private Neighbourhoods(
      int classes,
      int[] predictions,
      int[] labels,
      int step,
      int[][] nearest,
      double[][] distances,
      Home home) {
    this.classes = classes;
    this.predictions = predictions;
    this.labels = labels;
    this.step = step;
    this.nearest = nearest;
    this.distances = distances;
    this.home = home;
  }

  /** The neighbourhoods of a task, found once for all resamples; it must have features. */
  static Neighbourhoods of(PreparedTask prepared) {
    return prepared.deriveOnce(Neighbourhoods.class, Neighbourhoods::find);
  }

  private static Neighbourhoods find(PreparedTask prepared) {
    TransferTask task = prepared.task();
    FeatureSpace space = FeatureSpace.of(prepared);
    Matrix validation = space.sourceValidation();
    Matrix target = space.target();
    int keptRows = Math.min(validation.rows(), KEPT * MOST_NEIGHBOURS);
    double work = (double) target.rows() * validation.rows() * space.columns();
    int step = (int) Math.max(1, Math.ceil(work / AFFORDABLE));
    int rows = (target.rows() + step - 1) / step;
    int[][] nearest = new int[rows][];
    double[][] distances = new double[rows][];
    double[] flat = flat(validation);
    Parallel.forEach(
        rows,
        i -> {
          double[] all = distances(target, i * step, flat);
          nearest[i] = smallest(all, keptRows);
          distances[i] = Arrays.stream(nearest[i]).mapToDouble(j -> all[j]).toArray();
        });
    return new Neighbourhoods(
        task.classes(),
        task.target().logits().predictions(),
        task.sourceValidation().labels().toArray(),
        step,
        nearest,
        distances,
        Home.of(task, validation, flat));
  }

  /** What validation rows are to each other: the scale on which target rows are judged. */
  private record Home(double usualDistance, double agreement) {
    static Home of(TransferTask task, Matrix validation, double[] flat) {
      Frequencies frequencies = task.sourceValidation().frequencies();
      int[] labels = task.sourceValidation().labels().toArray();
      int[] predictions = task.sourceValidation().logits().predictions();
      double wanted = wanted(frequencies, task.classes());
      int step = Math.max(1, validation.rows() / MOST_REFERENCES);
      int[] references =
          IntStream.range(0, validation.rows())
              .filter(i -> i % step == 0 && frequencies.get(i) > 0)
              .toArray();
      double[] closest = new double[references.length];
      double[] agreeing = new double[references.length];
      Parallel.forEach(
          references.length,
          r -> {
            int row = references[r];
            double[] others = frequencies.toArray();
            // A row is not its own neighbour, though a repeat of it is.
            others[row] = Math.max(0, others[row] - 1);
            double[] all = distances(validation, row, flat);
            int[] order = smallest(all, all.length);
            double[] ordered = Arrays.stream(order).mapToDouble(i -> all[i]).toArray();
            closest[r] = ordered[Math.min(1, ordered.length - 1)];
            agreeing[r] =
                Neighbourhoods.agreement(
                    order, ordered, labels, predictions[row], wanted, i -> others[i]);
          });
      if (references.length == 0) {
        return new Home(Double.POSITIVE_INFINITY, 0);
      }
      double agreement = frequencies.select(references).mean(agreeing);
      Arrays.sort(closest);
      return new Home(closest[(int) (USUAL_SHARE * (closest.length - 1))], agreement);
    }
  }

  /** Agreement around validation rows, were they target rows. */
  double agreementAtHome() {
    return home.agreement();
  }

  /** Share of target rows that no validation row is usually near. */
  double outside(Frequencies target) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < nearest.length; i++) {
      double frequency = target.get(i * step);
      sum += distances[i][0] > home.usualDistance() ? frequency : 0;
      total += frequency;
    }
    return total > 0 ? sum / total : 0;
  }

  /** Mean over target rows of the share of their neighbours that have the predicted class. */
  double agreement(Frequencies source, Frequencies target) {
    double wanted = wanted(source, classes);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < nearest.length; i++) {
      double frequency = target.get(i * step);
      if (frequency > 0) {
        sum += frequency * agreement(i, wanted, source);
        total += frequency;
      }
    }
    // Where a resample counts none of the rows kept, nothing is known.
    return total > 0 ? sum / total : 0;
  }

  private double agreement(int row, double wanted, Frequencies source) {
    return agreement(
        nearest[row], distances[row], labels, predictions[row * step], wanted, source::get);
  }

  /** The mean number of rows per class, within reason. */
  private static double wanted(Frequencies source, int classes) {
    return Math.max(1, Math.min(MOST_NEIGHBOURS, Math.rint(source.total() / classes)));
  }

  /** Share of one class among the nearest; rows at equal distance share what is left equally. */
  private static double agreement(
      int[] order,
      double[] distances,
      int[] labels,
      int label,
      double wanted,
      IntToDoubleFunction frequency) {
    double counted = 0;
    double agreeing = 0;
    for (int from = 0; from < order.length && counted < wanted; ) {
      double here = distances[from];
      double tied = 0;
      double tiedAgreeing = 0;
      int to = from;
      while (to < order.length && distances[to] == here) {
        double counts = frequency.applyAsDouble(order[to]);
        tied += counts;
        tiedAgreeing += labels[order[to]] == label ? counts : 0;
        to++;
      }
      double share = tied > 0 ? Math.min(1, (wanted - counted) / tied) : 0;
      counted += share * tied;
      agreeing += share * tiedAgreeing;
      from = to;
    }
    return counted > 0 ? agreeing / counted : 0;
  }

  private static double[] flat(Matrix rows) {
    double[] flat = new double[Math.multiplyExact(rows.rows(), rows.columns())];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      System.arraycopy(row, 0, flat, i * row.length, row.length);
    }
    return flat;
  }

  private static double[] distances(Matrix target, int row, double[] validation) {
    double[] x = new double[target.columns()];
    target.copyRow(row, x);
    double[] squares = new double[validation.length / x.length];
    for (int i = 0; i < squares.length; i++) {
      int start = i * x.length;
      double sum = 0;
      for (int j = 0; j < x.length; j++) {
        double gap = x[j] - validation[start + j];
        sum += gap * gap;
      }
      squares[i] = sum;
    }
    return squares;
  }

  /** Rows of the smallest values, in ascending order; ties with the last are kept, too. */
  private static int[] smallest(double[] values, int count) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double last = sorted[count - 1];
    return IntStream.range(0, values.length)
        .filter(i -> values[i] <= last)
        .boxed()
        .sorted((a, b) -> Double.compare(values[a], values[b]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
