package org.transcal.shift;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.kernel.GramMatrix;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.LogisticLoss;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Cholesky;
import org.transcal.optim.DifferentiableFunction;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.Preconditioner;
import org.transcal.optim.VectorMinimum;

/**
 * Logistic loss of telling source rows from target rows, plus ½‖β‖².
 *
 * <p>Variables are (β, b) with features centred, which changes only the intercept b. Rows are
 * summed in blocks of fixed size and the blocks in order, so the sums have the same bits for any
 * number of threads.
 */
final class DomainLoss implements DifferentiableFunction {
  /** Rows whose features are still in cache when they are added. */
  private static final int CHUNK = 32;

  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-7, 1000, 10);

  /** A column farther from 0 than this many deviations, or units, is centred in a copy. */
  private static final double FAR = 1e3;

  /** With more columns, a full preconditioner costs more than it saves. */
  private static final int MAX_FULL_COLUMNS = 2048;

  /** Rows per column that the full preconditioner is estimated from. */
  private static final int SAMPLE_PER_COLUMN = 8;

  private static final int LARGEST_SAMPLE = 8192;

  /** Rounding of single-precision sums, so that the preconditioner stays positive definite. */
  private static final double SINGLE_ROUNDING = 1e-4;

  private final DomainRows source;
  private final DomainRows target;
  private final int columns;
  private final double[] center;
  private final double[] moved;

  /** Diagonal of the Hessian at 0. */
  private final double[] diagonal;

  /** Second derivative of each row's loss in its score, at the last point. */
  private final double[] rowCurvature;

  private DomainLoss(DomainRows source, DomainRows target, double[] center, double[] moved) {
    this.source = source;
    this.target = target;
    this.columns = source.rows().columns();
    this.center = center;
    this.moved = moved;
    this.diagonal = squaredDeviations(source, target, center);
    Arrays.setAll(diagonal, j -> diagonal[j] / 4 + 1);
    diagonal[columns] = (source.total() + target.total()) / 4;
    this.rowCurvature = new double[source.size() + target.size()];
  }

  /** The loss with the given count of each row. */
  static DomainLoss of(
      Matrix sourceRows, double[] sourceCounts, Matrix targetRows, double[] targetCounts) {
    DomainRows source = DomainRows.of(sourceRows, sourceCounts, 1);
    DomainRows target = DomainRows.of(targetRows, targetCounts, -1);
    double[] center = means(source, target);
    if (!isFar(source, target, center)) {
      return new DomainLoss(source, target, center, new double[center.length]);
    }
    // Far from 0, scores and slopes are differences of large sums, whose rounding a search would
    // take for slopes and never end.
    DomainRows movedSource = source.minus(center);
    DomainRows movedTarget = target.minus(center);
    return new DomainLoss(movedSource, movedTarget, means(movedSource, movedTarget), center);
  }

  private static double[] means(DomainRows source, DomainRows target) {
    double[] sums =
        DomainRows.sum(
            source,
            target,
            source.rows().columns(),
            (domain, from, to, at, part) ->
                Kernels.addRows(
                    domain.rows(),
                    domain.counted(),
                    from,
                    to,
                    Arrays.copyOfRange(domain.counts(), from, to),
                    part));
    double total = source.total() + target.total();
    Arrays.setAll(sums, j -> sums[j] / total);
    return sums;
  }

  /** Σ (x − center)² of each column; one element more, which is 0. */
  private static double[] squaredDeviations(DomainRows source, DomainRows target, double[] center) {
    return DomainRows.sum(
        source,
        target,
        center.length + 1,
        (domain, from, to, at, part) -> {
          double[] row = new double[center.length];
          for (int i = from; i < to; i++) {
            domain.rows().copyRow(domain.counted()[i], row);
            double count = domain.counts()[i];
            for (int j = 0; j < row.length; j++) {
              part[j] += count * (row[j] - center[j]) * (row[j] - center[j]);
            }
          }
        });
  }

  private static boolean isFar(DomainRows source, DomainRows target, double[] center) {
    if (Arrays.stream(center).allMatch(mean -> Math.abs(mean) <= FAR)) {
      return false;
    }
    double[] squares = squaredDeviations(source, target, center);
    double total = source.total() + target.total();
    return IntStream.range(0, center.length)
        .anyMatch(j -> Math.abs(center[j]) > FAR * Math.max(1, Math.sqrt(squares[j] / total)));
  }

  record Fit(double[] coefficients, double intercept, VectorMinimum minimum) {}

  Fit minimize() {
    VectorMinimum found = SEARCH.minimize(this, new double[columns + 1], gradientRounding());
    double[] coefficients = Arrays.copyOf(found.at(), columns);
    double intercept = offset(found.at()) - Kernels.dot(coefficients, moved, columns);
    return new Fit(coefficients, intercept, found);
  }

  /** The intercept for the rows as they are stored, not centred. */
  private double offset(double[] point) {
    return point[columns] - Kernels.dot(point, center, columns);
  }

  /**
   * How large a gradient rounding alone can cause: each of n additions errs by an ulp of a sum that
   * is at most Σ|x|, and errors of random sign add up to √n of them.
   */
  private double gradientRounding() {
    double total = source.total() + target.total();
    double squares = 4 * total;
    for (int j = 0; j < columns; j++) {
      double size = Math.sqrt(total) + total * Math.abs(center[j]) / Math.sqrt(diagonal[j]);
      squares += 4 * size * size;
    }
    return Math.ulp(1.0) * Math.sqrt((source.size() + target.size()) * squares);
  }

  @Override
  public double evaluate(double[] point, double[] gradient) {
    double[] coefficients = Arrays.copyOf(point, columns);
    double offset = offset(point);
    // Σ slope · (row, 1), and one more sum for the loss.
    double[] sums =
        DomainRows.sum(
            source,
            target,
            columns + 2,
            (domain, from, to, at, part) -> {
              double[] scores = new double[CHUNK];
              for (int start = from; start < to; start += CHUNK) {
                int end = Math.min(to, start + CHUNK);
                Kernels.rowDots(domain.rows(), domain.counted(), start, end, coefficients, scores);
                Arrays.setAll(scores, i -> scores[i] + offset);
                replaceBySlopes(scores, domain, start, end, at + start - from, part);
                Kernels.addRows(domain.rows(), domain.counted(), start, end, scores, part);
              }
            });
    double value = sums[columns + 1];
    for (int j = 0; j < columns; j++) {
      value += point[j] * point[j] / 2;
      gradient[j] = sums[j] + (point[j] - sums[columns] * center[j]);
    }
    gradient[columns] = sums[columns];
    return value;
  }

  /** Adds the losses and slopes of rows, the first of which is {@code at} among all. */
  private void replaceBySlopes(
      double[] scores, DomainRows domain, int start, int end, int at, double[] sums) {
    LogisticLoss loss = new LogisticLoss(end - start);
    loss.compute(scores, end - start, domain.sign());
    for (int i = 0; i < end - start; i++) {
      double times = domain.counts()[start + i];
      rowCurvature[at + i] = times * loss.curvatures()[i];
      scores[i] = times * loss.slopes()[i];
      sums[columns] += scores[i];
      sums[columns + 1] += times * loss.values()[i];
    }
  }

  /** The Hessian estimated from every n-th row; its diagonal if there are many columns. */
  @Override
  public Optional<Preconditioner> preconditioner() {
    double[] roots = Arrays.stream(diagonal).map(Math::sqrt).toArray();
    if (columns > MAX_FULL_COLUMNS) {
      return Optional.of(Preconditioner.diagonal(roots));
    }
    double[][] lower = GramMatrix.of(sample(roots));
    for (int j = 0; j <= columns; j++) {
      for (int k = 0; k <= j; k++) {
        lower[j][k] *= roots[j] * roots[k];
      }
      lower[j][j] += (j < columns ? 1 : 0) + SINGLE_ROUNDING * diagonal[j];
    }
    try {
      return Optional.of(Cholesky.of(lower));
    } catch (ArithmeticException notPositive) {
      return Optional.of(Preconditioner.diagonal(roots));
    }
  }

  /** Every n-th row, centred, with scaled columns, times the root of its curvature. */
  private float[][] sample(double[] scales) {
    int rows = Math.min(LARGEST_SAMPLE, SAMPLE_PER_COLUMN * (columns + 1));
    int step = Math.max(1, rowCurvature.length / rows);
    float[][] sample = new float[(rowCurvature.length + step - 1) / step][columns + 1];
    double[] row = new double[columns];
    for (int i = 0; i < sample.length; i++) {
      int at = i * step;
      DomainRows domain = at < source.size() ? source : target;
      int place = at < source.size() ? at : at - source.size();
      domain.rows().copyRow(domain.counted()[place], row);
      double size = Math.sqrt(step * rowCurvature[at]);
      for (int j = 0; j < columns; j++) {
        sample[i][j] = (float) (size * (row[j] - center[j]) / scales[j]);
      }
      sample[i][columns] = (float) (size / scales[columns]);
    }
    return sample;
  }
}
