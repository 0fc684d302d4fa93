package org.transcal.prediction;

import java.util.Arrays;
import java.util.Optional;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Lazy;

/**
 * Class probabilities, one row per example, each row summing to one.
 *
 * <p>Probabilities made from logits keep the logits, so that log probabilities are exact even if
 * the probability itself underflows.
 */
public abstract sealed class Probabilities {
  /** Largest deviation of a row sum from one in single-precision files. */
  private static final double ROW_SUM_TOLERANCE = 1e-3;

  /** The smallest probability that {@link #toLogits()} distinguishes from zero. */
  private static final double SMALLEST = Float.MIN_NORMAL;

  /** Logits, or probabilities themselves. */
  private final Matrix matrix;

  private Probabilities(Matrix matrix) {
    this.matrix = matrix;
  }

  /** {@code softmax(z / temperature)}. */
  public static Probabilities softmax(Logits logits, double temperature) {
    if (!(temperature > 0 && temperature < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "Temperature is " + temperature + "; it must be positive and finite");
    }
    return new Softmax(logits, temperature);
  }

  /**
   * Shares a matrix of probabilities.
   *
   * @throws IllegalArgumentException naming the row, class and value at fault
   */
  public static Probabilities of(Matrix values) {
    if (values.rows() == 0) {
      throw new IllegalArgumentException("Probabilities have no rows; at least one is needed");
    }
    if (values.columns() < 2) {
      throw new IllegalArgumentException(
          "Probabilities have " + values.columns() + " column(s); at least 2 classes are needed");
    }
    fault(values)
        .ifPresent(
            message -> {
              throw new IllegalArgumentException(message);
            });
    return new Given(values);
  }

  /** What is wrong with the first row that is not a row of probabilities. */
  static Optional<String> fault(Matrix values) {
    for (int i = 0; i < values.rows(); i++) {
      double sum = 0;
      for (int k = 0; k < values.columns(); k++) {
        double p = values.get(i, k);
        if (!(p >= 0 && p <= 1 + ROW_SUM_TOLERANCE)) {
          return Optional.of(
              "Probability at row " + i + ", class " + k + " is " + p + "; it must be in [0, 1]");
        }
        sum += p;
      }
      if (!(Math.abs(sum - 1) <= ROW_SUM_TOLERANCE)) {
        return Optional.of("Probabilities of row " + i + " sum to " + sum + "; they must sum to 1");
      }
    }
    return Optional.empty();
  }

  /** Number of examples. */
  public final int rows() {
    return matrix.rows();
  }

  /** Number of classes, K. */
  public final int classes() {
    return matrix.columns();
  }

  /** Probability of a class in a row. */
  public abstract double get(int row, int label);

  /** Natural logarithm of {@link #get}, exact even if that underflows. */
  public abstract double log(int row, int label);

  /** Writes a row of probabilities into the first {@link #classes()} elements of the target. */
  public abstract void copyRow(int row, double[] target);

  /** Writes rows {@code from} to {@code to}, one after another, in single precision. */
  public void copyRows(int from, int to, float[] target) {
    double[] row = new double[classes()];
    for (int i = from; i < to; i++) {
      copyRow(i, row);
      for (int k = 0; k < row.length; k++) {
        target[(i - from) * row.length + k] = (float) row[k];
      }
    }
  }

  /** The most probable class of each row and its probability. */
  public abstract TopPredictions top();

  /** One class in every row, whether or not it is the most probable, with its probability. */
  public TopPredictions always(int label) {
    int[] predictions = new int[rows()];
    Arrays.fill(predictions, label);
    double[] confidence = new double[rows()];
    Arrays.setAll(confidence, i -> Math.min(1, get(i, label)));
    return new TopPredictions(predictions, confidence);
  }

  /** The same probabilities as a matrix of doubles. */
  public Matrix toMatrix() {
    double[] values = new double[Math.multiplyExact(rows(), classes())];
    double[] row = new double[classes()];
    for (int i = 0; i < rows(); i++) {
      copyRow(i, row);
      System.arraycopy(row, 0, values, i * classes(), classes());
    }
    return Matrix.wrap(values, rows(), classes());
  }

  /**
   * Logits whose softmax is these probabilities: their logarithms, with zero replaced by the
   * smallest normal float (1.2e-38), since logits must be finite.
   */
  public Logits toLogits() {
    double[] values = new double[Math.multiplyExact(rows(), classes())];
    for (int i = 0; i < rows(); i++) {
      for (int k = 0; k < classes(); k++) {
        values[i * classes() + k] = Math.max(log(i, k), Math.log(SMALLEST));
      }
    }
    return Logits.of(Matrix.wrap(values, rows(), classes()));
  }

  @Override
  public final String toString() {
    return "Probabilities " + rows() + "×" + classes();
  }

  private static final class Softmax extends Probabilities {
    private final Matrix logits;
    private final double temperature;
    private final Lazy<Normalizers> normalizers = new Lazy<>(this::normalize);

    /** Needed for single probabilities, not for whole rows. */
    private record Normalizers(double[] max, double[] confidence) {}

    Softmax(Logits logits, double temperature) {
      super(logits.values());
      this.logits = logits.values();
      this.temperature = temperature;
    }

    private Normalizers normalize() {
      double[] max = new double[logits.rows()];
      Arrays.setAll(max, i -> Kernels.rowMax(logits, i));
      return new Normalizers(max, Kernels.rowConfidence(logits, temperature));
    }

    @Override
    public double get(int row, int label) {
      Normalizers known = normalizers.get();
      return Math.exp((logits.get(row, label) - known.max[row]) / temperature)
          * known.confidence[row];
    }

    @Override
    public double log(int row, int label) {
      // Subtract the maximum first: z / T alone may be so large that rounding dominates.
      Normalizers known = normalizers.get();
      return (logits.get(row, label) - known.max[row]) / temperature
          + Math.log(known.confidence[row]);
    }

    @Override
    public void copyRow(int row, double[] target) {
      Kernels.softmaxRow(logits, row, temperature, target);
    }

    @Override
    public void copyRows(int from, int to, float[] target) {
      Kernels.softmax(logits, from, to, temperature, target);
    }

    @Override
    public TopPredictions top() {
      return new TopPredictions(Kernels.rowArgMax(logits), normalizers.get().confidence.clone());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Softmax softmax
          && temperature == softmax.temperature
          && logits.equals(softmax.logits);
    }

    @Override
    public int hashCode() {
      return 31 * logits.hashCode() + Double.hashCode(temperature);
    }
  }

  private static final class Given extends Probabilities {
    private final Matrix values;

    Given(Matrix values) {
      super(values);
      this.values = values;
    }

    @Override
    public double get(int row, int label) {
      return values.get(row, label);
    }

    @Override
    public double log(int row, int label) {
      return Math.log(values.get(row, label));
    }

    @Override
    public void copyRow(int row, double[] target) {
      values.copyRow(row, target);
    }

    @Override
    public TopPredictions top() {
      int[] predictions = Kernels.rowArgMax(values);
      double[] confidence = new double[rows()];
      for (int i = 0; i < confidence.length; i++) {
        confidence[i] = Math.min(1, values.get(i, predictions[i]));
      }
      return new TopPredictions(predictions, confidence);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Given given && values.equals(given.values);
    }

    @Override
    public int hashCode() {
      return values.hashCode();
    }
  }
}
