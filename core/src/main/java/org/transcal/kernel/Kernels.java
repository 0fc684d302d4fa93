package org.transcal.kernel;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;

/**
 * Facade of the hot loops: row maxima, sums of exponentials, matrix-vector products.
 *
 * <p>Callers pass matrices and plain arrays; the implementation is chosen here, once.
 */
public final class Kernels {
  /**
   * System property: {@code loops} runs plain loops even if another kernel is on the class path.
   */
  public static final String CHOICE_PROPERTY = "transcal.kernel";

  private static final Kernel KERNEL = choose(System.getProperty(CHOICE_PROPERTY));

  /** The probabilities of one row, allocated once by each thread for its longest row. */
  private static final ThreadLocal<float[]> ONE_ROW = ThreadLocal.withInitial(() -> new float[0]);

  private Kernels() {}

  /** Plain loops if requested, else a kernel on the class path if this JVM can run it. */
  private static Kernel choose(String wish) {
    if (!"loops".equals(wish)) {
      try {
        return ServiceLoader.load(Kernel.class, Kernels.class.getClassLoader())
            .findFirst()
            .orElseGet(LoopKernel::new);
      } catch (ServiceConfigurationError | LinkageError unusable) {
        // The incubator module is not enabled, or vectors are too short to be faster.
      }
    }
    return new LoopKernel();
  }

  /** Name of the implementation in use, such as {@code loops} or {@code vector}. */
  public static String implementation() {
    return KERNEL.name();
  }

  /** Row-major position of the first value that is NaN or of magnitude above a limit, or −1. */
  public static long firstBeyond(Matrix matrix, double limit) {
    return LoopRangeCheck.firstBeyond(matrix, limit);
  }

  /** The column of each row's maximum, the first on ties. */
  public static int[] rowArgMax(Matrix matrix) {
    int[] best = new int[matrix.rows()];
    double[] row = new double[requireColumns(matrix)];
    for (int i = 0; i < best.length; i++) {
      matrix.copyRow(i, row);
      int at = 0;
      for (int j = 1; j < row.length; j++) {
        at = row[j] > row[at] ? j : at;
      }
      best[i] = at;
    }
    return best;
  }

  /** The largest value of a row. */
  public static double rowMax(Matrix matrix, int row) {
    int columns = requireColumns(matrix);
    if (matrix instanceof Matrix.OfFloats floats) {
      return LoopKernel.max(floats.storage(), row * columns, columns);
    }
    return LoopDouble.max(((Matrix.OfDoubles) matrix).storage(), row * columns, columns);
  }

  /** max_k softmax(z / temperature)_k of one row in single precision; allocates nothing. */
  public static double confidence(float[] row, double temperature) {
    if (ONE_ROW.get().length < row.length) {
      ONE_ROW.set(new float[row.length]);
    }
    float[] probabilities = ONE_ROW.get();
    softmax(row, temperature, probabilities);
    return LoopKernel.max(probabilities, 0, row.length);
  }

  /** max_k softmax(z / temperature)_k for each row. */
  public static double[] rowConfidence(Matrix logits, double temperature) {
    double[] confidence = new double[logits.rows()];
    rowConfidenceWithSlope(logits, temperature, confidence, new double[logits.rows()]);
    return confidence;
  }

  /**
   * {@link #rowConfidence} and its derivative in ln temperature, c²·Σ e·g / T with g = z − max z
   * and e = exp(g / T).
   */
  public static void rowConfidenceWithSlope(
      Matrix logits, double temperature, double[] confidence, double[] slope) {
    double inverse = inverse(temperature);
    RowBlocks.over(logits)
        .forEach(
            (from, to) -> {
              RowMoments moments = new RowMoments(to - from);
              moments(logits, from, to, inverse, moments);
              for (int i = from; i < to; i++) {
                double sum = moments.zeroth()[i - from];
                confidence[i] = 1 / sum;
                slope[i] = moments.first()[i - from] * inverse / (sum * sum);
              }
            });
  }

  /** A sum over a block of rows. */
  @FunctionalInterface
  public interface BlockSum {
    /** Adds rows {@code from} to {@code to} to {@code sums}, which start at 0. */
    void add(int from, int to, double[] sums);
  }

  /**
   * Sums over rows in blocks of fixed length, computed in parallel and added in order: the bits do
   * not depend on the number of threads.
   *
   * @param size number of sums
   */
  public static double[] sumByBlocks(int rows, int rowsPerBlock, int size, BlockSum sum) {
    return new RowBlocks(rows, rowsPerBlock).sum(size, sum);
  }

  /** Mean of {@link #rowConfidence} with each row counted by its frequency. */
  public static double meanConfidence(Matrix logits, double temperature, Frequencies frequencies) {
    return frequencies.mean(rowConfidence(logits, temperature));
  }

  /** Writes softmax(z / temperature) of one row, accurate however large z / temperature is. */
  public static void softmaxRow(Matrix logits, int row, double temperature, double[] target) {
    logits.copyRow(row, target);
    softmax(target, logits.columns(), temperature);
  }

  /** Replaces the first {@code count} logits by softmax(z / temperature). */
  public static void softmax(double[] z, int count, double temperature) {
    double max = LoopDouble.max(z, 0, count);
    for (int k = 0; k < count; k++) {
      z[k] = (z[k] - max) / temperature;
    }
    LoopDouble.exp(z, count);
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += z[k];
    }
    double scale = 1 / sum;
    for (int k = 0; k < count; k++) {
      z[k] *= scale;
    }
  }

  /** Writes softmax(z / temperature) of one row in single precision; allocates nothing. */
  public static void softmax(float[] row, double temperature, float[] target) {
    KERNEL.softmax(row, row.length, 0, 1, scale(temperature), target, 0);
  }

  /** Writes softmax(z / temperature) of rows {@code first} to {@code last}, in single precision. */
  public static void softmax(
      Matrix logits, int first, int last, double temperature, float[] target) {
    int columns = requireColumns(logits);
    float scale = scale(temperature);
    RowBlocks.of(last - first, columns)
        .forEach(
            (from, to) -> {
              if (logits instanceof Matrix.OfFloats floats) {
                float[] z = floats.storage();
                int at = from * columns;
                KERNEL.softmax(z, columns, first + from, first + to, scale, target, at);
                return;
              }
              double[] row = new double[columns];
              for (int i = from; i < to; i++) {
                softmaxRow(logits, first + i, temperature, row);
                for (int k = 0; k < columns; k++) {
                  target[i * columns + k] = (float) row[k];
                }
              }
            });
  }

  /** Writes the moments of rows {@code from} to {@code to}. */
  public static void moments(
      Matrix logits, int from, int to, double inverseTemperature, RowMoments moments) {
    int columns = requireColumns(logits);
    Object z =
        logits instanceof Matrix.OfFloats floats
            ? floats.storage()
            : ((Matrix.OfDoubles) logits).storage();
    LoopDouble.moments(z, columns, from, to, inverseTemperature, moments);
  }

  /** The inner products of the listed rows with a vector. */
  public static void rowDots(
      Matrix matrix, int[] rows, int from, int to, double[] vector, double[] products) {
    if (matrix instanceof Matrix.OfFloats floats) {
      KERNEL.dots(floats.storage(), matrix.columns(), rows, from, to, vector, products);
      return;
    }
    for (int i = from; i < to; i++) {
      products[i - from] = rowDot(matrix, rows[i], vector);
    }
  }

  /** The inner product of every row with a vector, in parallel. */
  public static double[] rowDots(Matrix matrix, double[] vector) {
    double[] products = new double[matrix.rows()];
    RowBlocks.over(matrix)
        .forEach(
            (from, to) -> {
              for (int i = from; i < to; i++) {
                products[i] = rowDot(matrix, i, vector);
              }
            });
    return products;
  }

  /** {@code vector += Σ scale · row} over the listed rows. */
  public static void addRows(
      Matrix matrix, int[] rows, int from, int to, double[] scales, double[] vector) {
    if (matrix instanceof Matrix.OfFloats floats) {
      KERNEL.addRows(floats.storage(), matrix.columns(), rows, from, to, scales, vector);
      return;
    }
    for (int i = from; i < to; i++) {
      addRow(matrix, rows[i], scales[i - from], vector);
    }
  }

  /** The inner product of the first {@code count} elements. */
  public static double dot(double[] x, double[] y, int count) {
    return LoopProducts.dot(x, 0, y, count);
  }

  /** The inner product of a row with a vector. */
  public static double rowDot(Matrix matrix, int row, double[] vector) {
    int columns = matrix.columns();
    if (matrix instanceof Matrix.OfFloats floats) {
      return LoopProducts.dot(floats.storage(), row * columns, vector, columns);
    }
    return LoopProducts.dot(((Matrix.OfDoubles) matrix).storage(), row * columns, vector, columns);
  }

  /** {@code vector += scale · row}. */
  public static void addRow(Matrix matrix, int row, double scale, double[] vector) {
    int columns = matrix.columns();
    if (matrix instanceof Matrix.OfFloats floats) {
      LoopProducts.axpy(scale, floats.storage(), row * columns, vector, columns);
    } else if (matrix instanceof Matrix.OfDoubles doubles) {
      LoopProducts.axpy(scale, doubles.storage(), row * columns, vector, columns);
    }
  }

  /** Replaces each of the first {@code count} values, all ≤ 0, by its exponential. */
  public static void exp(double[] x, int count) {
    LoopDouble.exp(x, count);
  }

  /** 1 / T, kept finite: it overflows below 5.6e-309, and 0 · ∞ would be NaN. */
  static double inverse(double temperature) {
    return Math.min(1 / temperature, Double.MAX_VALUE);
  }

  /** The factor that turns gaps into exponents of 2, in single precision. */
  static float scale(double temperature) {
    return (float) Math.min(Float.MAX_VALUE, inverse(temperature) * LoopDouble.LOG2_E);
  }

  private static int requireColumns(Matrix matrix) {
    if (matrix.columns() == 0) {
      throw new IllegalArgumentException("Matrix has no columns; at least one is needed");
    }
    return matrix.columns();
  }
}
