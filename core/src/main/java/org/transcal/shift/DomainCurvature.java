package org.transcal.shift;

import java.util.Arrays;
import java.util.Optional;
import org.transcal.kernel.ColumnProducts;
import org.transcal.kernel.HalfRows;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.SharedLoop;
import org.transcal.optim.Cholesky;
import org.transcal.optim.RoundVariables;

/**
 * Second derivatives of {@link DomainLoss} where it was evaluated last.
 *
 * <p>They only say how far to go: sums are of single precision where rows are and may take it, and
 * where rows are many for each column, every so-manieth row stands for all.
 */
final class DomainCurvature {
  /** As many values as stay near from one pass to the next: a part of them would save little. */
  private static final int NEAR_VALUES = 1 << 22;

  /** As many values as are read so fast that half as many bytes would save little. */
  private static final int NEARER_VALUES = 1 << 21;

  /** Rows for each column from which products with the curvature are estimated at first. */
  private static final int ROWS_PER_COLUMN = 50;

  /** Rows for each column from which the curvature of pairs of columns is estimated. */
  private static final int SAMPLE_PER_COLUMN = 8;

  private static final int SMALLEST_SAMPLE = 1024;

  /** Up to so many columns their products always cost less than they save. */
  private static final int FEW_COLUMNS = 512;

  /** The same with more columns, where products of columns cost more than passes over rows. */
  private static final int SAMPLE_OF_MANY = 4;

  /** With more columns, rows for each from which their products still cost less. */
  private static final int ROWS_OF_MANY = 8;

  /** With more columns than this, their products would need too much memory. */
  private static final int MOST_COLUMNS = 4096;

  private static final int CHUNK = 32;

  /** Of the diagonal: keeps sums of single precision positive definite. */
  private static final double SINGLE_ROUNDING = 1e-6;

  private final DomainRows source;
  private final DomainRows target;
  private final int columns;
  private final double[] center;
  private final double[] ofColumns;
  private final boolean near;

  /** Second derivative of each row's loss in its score. */
  private final double[] ofRows;

  private int stride;
  private DomainRows sourceRows;
  private DomainRows targetRows;

  /** Steps that come short before half precision is blamed: most do where the loss is curved. */
  private int patience = 4;

  /** The rows looked at in half precision; none where floats serve. */
  private Optional<Halves> halves = Optional.empty();

  private record Halves(HalfRows source, HalfRows target) {}

  /**
   * No rows are curved yet.
   *
   * @param ofColumns second derivatives at 0 of each variable alone
   * @param near whether sums of single precision bear the columns as they are stored
   * @param stride of how many rows one is looked at, at first
   */
  DomainCurvature(
      DomainRows source,
      DomainRows target,
      double[] center,
      double[] ofColumns,
      boolean near,
      int stride) {
    this.source = source;
    this.target = target;
    this.columns = center.length;
    this.center = center;
    this.ofColumns = ofColumns;
    this.near = near;
    this.ofRows = new double[source.size() + target.size()];
    look(stride);
  }

  /** Of how many rows one is enough to estimate curvature. */
  static int stride(long rows, int columns) {
    return rows * columns < NEAR_VALUES
        ? 1
        : (int) Math.max(1, rows / (ROWS_PER_COLUMN * (columns + 1L)));
  }

  private void look(int everySoMany) {
    stride = everySoMany;
    sourceRows = source.every(stride);
    targetRows = target.every(stride);
    halves = halved();
  }

  private Optional<Halves> halved() {
    if ((long) columns * (sourceRows.size() + targetRows.size()) < NEARER_VALUES) {
      return Optional.empty();
    }
    return Kernels.halved(sourceRows.rows(), sourceRows.counted(), center)
        .flatMap(
            ofSource ->
                Kernels.halved(targetRows.rows(), targetRows.counted(), center)
                    .map(ofTarget -> new Halves(ofSource, ofTarget)));
  }

  /** Notes the second derivative of a row's loss in its score. */
  void put(int row, double value) {
    ofRows[row] = value;
  }

  /** The intercept for the rows as they are stored, not centred. */
  double offset(double[] point) {
    double offset = point[columns];
    for (int j = 0; j < columns; j++) {
      offset -= point[j] * center[j];
    }
    return offset;
  }

  /** See {@link org.transcal.optim.CurvedFunction#productError}. */
  double error() {
    // Of a sample from whose m rows d columns are estimated: about the root of d/m.
    return stride == 1 ? 0 : Math.sqrt((double) columns * stride / ofRows.length);
  }

  /** See {@link org.transcal.optim.CurvedFunction#refineProducts}. */
  void refine() {
    if (stride > 1) {
      look(stride / 2);
    } else if (--patience == 0) {
      halves = Optional.empty();
    }
  }

  /** See {@link org.transcal.optim.CurvedFunction#multiply}. */
  void multiply(double[] vector, double[] product) {
    double[] coefficients = Arrays.copyOf(vector, columns);
    double offset = halves.isEmpty() ? offset(vector) : vector[columns];
    double[] sums =
        DomainRows.sum(
            sourceRows,
            targetRows,
            columns + 1,
            (domain, from, to, at, part) -> add(domain, from, to, coefficients, offset, part));
    double total = sums[columns];
    for (int j = 0; j < columns; j++) {
      product[j] = sums[j] - (halves.isEmpty() ? total * center[j] : 0) + vector[j];
    }
    product[columns] = total;
  }

  private void add(
      DomainRows domain, int from, int to, double[] coefficients, double offset, double[] sums) {
    double[] scales = new double[to - from];
    int first = domain == sourceRows ? 0 : source.size();
    for (int i = 0; i < scales.length; i++) {
      scales[i] = stride * ofRows[first + (from + i) * stride];
    }
    if (halves.isPresent()) {
      HalfRows rows = domain == sourceRows ? halves.get().source() : halves.get().target();
      rows.addCurvature(from, to, scales, coefficients, offset, sums);
      return;
    }
    int[] rows = Arrays.copyOfRange(domain.counted(), from, to);
    if (near) {
      Kernels.addCurvature(domain.rows(), rows, 0, rows.length, scales, coefficients, offset, sums);
      return;
    }
    double[] scores = new double[rows.length];
    Kernels.rowDots(domain.rows(), rows, 0, rows.length, coefficients, scores);
    for (int i = 0; i < scales.length; i++) {
      scales[i] *= scores[i] + offset;
      sums[columns] += scales[i];
    }
    Kernels.addRows(domain.rows(), rows, 0, rows.length, scales, sums);
  }

  /** From second derivatives of pairs of variables over a sample of rows. */
  Optional<RoundVariables> rounder() {
    if (!paysToPair(ofRows.length, columns)) {
      return Optional.empty();
    }
    double[][] lower = sample().sums();
    double[] roots = Arrays.stream(ofColumns).map(Math::sqrt).toArray();
    for (int j = 0; j <= columns; j++) {
      for (int k = 0; k <= j; k++) {
        lower[j][k] *= roots[j] * roots[k];
      }
      lower[j][j] += (j < columns ? 1 : 0) + SINGLE_ROUNDING * ofColumns[j];
    }
    try {
      return Optional.of(Cholesky.of(lower));
    } catch (ArithmeticException notPositive) {
      return Optional.empty();
    }
  }

  /** Whether the curvature of pairs of columns is worth its price. */
  static boolean paysToPair(long rows, long columns) {
    return columns <= FEW_COLUMNS || columns <= MOST_COLUMNS && rows >= ROWS_OF_MANY * columns;
  }

  /** Every so-manieth row, centred, in units of columns and as large as its curvature. */
  private ColumnProducts sample() {
    int rows = ofRows.length;
    int perColumn = columns <= FEW_COLUMNS ? SAMPLE_PER_COLUMN : SAMPLE_OF_MANY;
    int step = Math.max(1, rows / Math.max(SMALLEST_SAMPLE, perColumn * columns));
    int sampled = (rows + step - 1) / step;
    ColumnProducts sample = new ColumnProducts(sampled, columns + 1);
    double[] unit = Arrays.stream(ofColumns).map(value -> 1 / Math.sqrt(value)).toArray();
    SharedLoop.run(
        (sampled + CHUNK - 1) / CHUNK,
        chunk -> {
          int from = chunk * CHUNK;
          int to = Math.min(sampled, from + CHUNK);
          int border = Math.max(from, Math.min(to, (source.size() + step - 1) / step));
          put(sample, source, 0, from, border, step, unit);
          put(sample, target, source.size(), border, to, step, unit);
        });
    return sample;
  }

  private void put(
      ColumnProducts sample,
      DomainRows domain,
      int first,
      int from,
      int to,
      int step,
      double[] unit) {
    int[] rows = new int[to - from];
    double[] sizes = new double[to - from];
    for (int i = from; i < to; i++) {
      rows[i - from] = domain.counted()[i * step - first];
      sizes[i - from] = Math.sqrt(step * ofRows[i * step]);
    }
    sample.put(from, domain.rows(), rows, sizes, center, unit);
  }
}
