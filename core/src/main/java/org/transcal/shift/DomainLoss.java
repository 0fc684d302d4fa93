package org.transcal.shift;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.optim.CurvedFunction;
import org.transcal.optim.DifferentiableFunction;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.RoundVariables;
import org.transcal.optim.Termination;
import org.transcal.optim.TruncatedNewton;
import org.transcal.optim.VectorMinimum;

/**
 * Logistic loss of telling source rows from target rows, plus ½‖β‖².
 *
 * <p>Variables are (β, b) with features centred, which only the intercept b notices. Rows are
 * summed in blocks of fixed size and the blocks in order, so the sums have the same bits whatever
 * the number of threads. Loss and gradient are sums of doubles; curvature, which only says how far
 * to go, is of single precision where rows are.
 */
final class DomainLoss implements CurvedFunction {
  /** Rows whose scores are at hand at once, and whose features are still near when added. */
  private static final int CHUNK = 32;

  private static final TruncatedNewton NEWTON = new TruncatedNewton(1e-7, 1e-6, 200);

  /** For where rounding misleads Newton steps. */
  private static final LimitedMemoryBfgs SLOW = new LimitedMemoryBfgs(1e-7, 5000, 20);

  /** A column farther from 0 than this many deviations, or units, is centred in a copy. */
  private static final double FAR = 1e3;

  /** Sums of single precision bear columns this many deviations from 0. */
  private static final double NEAR = 30;

  /** Beyond it single-precision sums of squares overflow: a copy in double precision is used. */
  private static final double LARGEST_SINGLE = 1e15;

  private final DomainRows source;
  private final DomainRows target;
  private final int columns;
  private final double[] center;
  private final double[] moved;

  /** Second derivatives at 0 of each variable alone. */
  private final double[] ofColumns;

  /** Of the loss where it was evaluated last. */
  private final DomainCurvature curvature;

  private DomainLoss(
      DomainRows source, DomainRows target, double[] center, double[] moved, int stride) {
    this.source = source;
    this.target = target;
    this.columns = source.rows().columns();
    this.center = center;
    this.moved = moved;
    this.ofColumns = curvatureOfColumns(stride);
    double total = source.total() + target.total();
    boolean near =
        IntStream.range(0, columns)
            .allMatch(j -> Math.abs(center[j]) <= NEAR * 2 * Math.sqrt(ofColumns[j] / total));
    this.curvature = new DomainCurvature(source, target, center, ofColumns, near, stride);
  }

  /** The loss where each row counts so often. */
  static DomainLoss of(
      Matrix sourceRows, double[] sourceCounts, Matrix targetRows, double[] targetCounts) {
    DomainRows source = DomainRows.of(sourceRows, sourceCounts, 1);
    DomainRows target = DomainRows.of(targetRows, targetCounts, -1);
    long rows = (long) source.size() + target.size();
    return of(source, target, DomainCurvature.stride(rows, sourceRows.columns()));
  }

  /** The loss whose curvature is at first estimated from one of so many rows. */
  static DomainLoss of(DomainRows source, DomainRows target, int stride) {
    double[] center = means(source, target);
    if (!isLarge(source) && !isLarge(target) && !isFar(source, target, center)) {
      return new DomainLoss(source, target, center, new double[center.length], stride);
    }
    // Far from 0, scores and slopes are differences of large sums, whose rounding a search would
    // take for slopes and never end. Near 0 the copy would buy nothing.
    DomainRows movedSource = source.minus(center);
    DomainRows movedTarget = target.minus(center);
    return new DomainLoss(
        movedSource, movedTarget, means(movedSource, movedTarget), center, stride);
  }

  private static boolean isLarge(DomainRows domain) {
    return domain.rows() instanceof Matrix.OfFloats
        && Kernels.firstBeyond(domain.rows(), LARGEST_SINGLE) >= 0;
  }

  private static double[] means(DomainRows source, DomainRows target) {
    double[] sums = DomainRows.sum(source, target, source.rows().columns(), DomainLoss::addRows);
    double total = source.total() + target.total();
    Arrays.setAll(sums, j -> sums[j] / total);
    return sums;
  }

  private static void addRows(DomainRows domain, int from, int to, int at, double[] sums) {
    double[] counts = Arrays.copyOfRange(domain.counts(), from, to);
    Kernels.addRows(domain.rows(), domain.counted(), from, to, counts, sums);
  }

  private static boolean isFar(DomainRows source, DomainRows target, double[] center) {
    if (Arrays.stream(center).allMatch(mean -> Math.abs(mean) <= FAR)) {
      return false;
    }
    double[] squares = new double[center.length];
    double[] row = new double[center.length];
    for (DomainRows domain : new DomainRows[] {source, target}) {
      for (int i = 0; i < domain.size(); i++) {
        domain.rows().copyRow(domain.counted()[i], row);
        for (int j = 0; j < row.length; j++) {
          squares[j] += domain.counts()[i] * (row[j] - center[j]) * (row[j] - center[j]);
        }
      }
    }
    double total = source.total() + target.total();
    return IntStream.range(0, center.length)
        .anyMatch(j -> Math.abs(center[j]) > FAR * Math.max(1, Math.sqrt(squares[j] / total)));
  }

  /** The fitted classifier. */
  record Fit(double[] coefficients, double intercept, VectorMinimum minimum) {}

  /**
   * The minimum, by Newton steps. Each column is first measured in units of its own curvature,
   * which is enough where columns hardly depend on one another; else {@link #rounder} is asked.
   */
  Fit minimize() {
    RoundVariables plain =
        RoundVariables.scaled(Arrays.stream(ofColumns).map(Math::sqrt).toArray());
    double rounding = gradientRounding();
    VectorMinimum found = NEWTON.minimize(this, new double[columns + 1], plain, rounding);
    double[] at = found.at();
    if (found.termination() != Termination.CONVERGED) {
      found = SLOW.minimize(in(plain), plain.multiplyUpper(at), rounding);
      at = plain.solveUpper(found.at());
    }
    double intercept = curvature.offset(at);
    for (int j = 0; j < columns; j++) {
      intercept -= at[j] * moved[j];
    }
    return new Fit(Arrays.copyOf(at, columns), intercept, found);
  }

  /** The loss as a function of y = Lᵀ·x. */
  private DifferentiableFunction in(RoundVariables round) {
    return (point, gradient) -> {
      double[] slope = new double[point.length];
      double value = evaluate(round.solveUpper(point), slope);
      System.arraycopy(round.solveLower(slope), 0, gradient, 0, gradient.length);
      return value;
    };
  }

  /**
   * How large a gradient, in units of columns, rounding alone can make: each of n additions errs by
   * an ulp of a sum that is at most Σ|x|, and errors of random sign add up to √n of them.
   */
  private double gradientRounding() {
    double total = source.total() + target.total();
    double squares = 4 * total;
    for (int j = 0; j < columns; j++) {
      double size = Math.sqrt(total) + total * Math.abs(center[j]) / Math.sqrt(ofColumns[j]);
      squares += 4 * size * size;
    }
    return Math.ulp(1.0) * Math.sqrt((source.size() + target.size()) * squares);
  }

  /** The loss and its gradient in (β, b). */
  @Override
  public double evaluate(double[] point, double[] gradient) {
    boolean zero = Arrays.stream(point, 0, columns).allMatch(value -> value == 0);
    double[] coefficients = Arrays.copyOf(point, zero ? 0 : columns);
    double offset = curvature.offset(point);
    double[] sums =
        DomainRows.sum(
            source,
            target,
            columns + 2,
            (domain, from, to, at, part) ->
                addLoss(domain, from, to, at, coefficients, offset, part));
    System.arraycopy(sums, 0, gradient, 0, columns + 1);
    double value = sums[columns + 1];
    double residuals = gradient[columns];
    for (int j = 0; j < columns; j++) {
      value += point[j] * point[j] / 2;
      gradient[j] += point[j] - residuals * center[j];
    }
    return value;
  }

  /**
   * Slopes in (β, b) first, then the loss.
   *
   * @param coefficients none where all are 0
   */
  private void addLoss(
      DomainRows domain,
      int from,
      int to,
      int at,
      double[] coefficients,
      double offset,
      double[] sums) {
    double[] scores = new double[CHUNK];
    double[] odds = new double[CHUNK];
    for (int start = from; start < to; start += CHUNK) {
      int end = Math.min(to, start + CHUNK);
      if (coefficients.length > 0) {
        Kernels.rowDots(domain.rows(), domain.counted(), start, end, coefficients, scores);
      } else {
        Arrays.fill(scores, 0);
      }
      for (int i = 0; i < end - start; i++) {
        scores[i] = domain.sign() * (scores[i] + offset);
        odds[i] = -Math.abs(scores[i]);
      }
      Kernels.exp(odds, end - start);
      // Rows that count the same share a logarithm: the product of a chunk is at most 2^CHUNK.
      double shared = 0;
      double product = 1;
      for (int i = 0; i < end - start; i++) {
        double margin = scores[i];
        double e = odds[i];
        double count = domain.counts()[start + i];
        if (count != shared) {
          sums[columns + 1] += shared * Math.log(product);
          shared = count;
          product = 1;
        }
        product *= 1 + e;
        sums[columns + 1] += count * Math.max(0, -margin);
        double share = 1 / (1 + e);
        curvature.put(at + start - from + i, count * e * share * share);
        scores[i] = -domain.sign() * count * (margin >= 0 ? e * share : share);
        sums[columns] += scores[i];
      }
      sums[columns + 1] += shared * Math.log(product);
      Kernels.addRows(domain.rows(), domain.counted(), start, end, scores, sums);
    }
  }

  @Override
  public void multiply(double[] vector, double[] product) {
    curvature.multiply(vector, product);
  }

  @Override
  public double productError() {
    return curvature.error();
  }

  @Override
  public void refineProducts() {
    curvature.refine();
  }

  @Override
  public Optional<RoundVariables> rounder() {
    return curvature.rounder();
  }

  /** Second derivatives at 0 of each variable alone: the units that columns are measured in. */
  private double[] curvatureOfColumns(int stride) {
    double[] squares =
        DomainRows.sum(source.every(stride), target.every(stride), columns + 1, this::addSquares);
    for (int j = 0; j < columns; j++) {
      squares[j] = squares[j] / 4 + 1;
    }
    squares[columns] /= 4;
    return squares;
  }

  private void addSquares(DomainRows domain, int from, int to, int at, double[] sums) {
    double[] counts = Arrays.copyOfRange(domain.counts(), from, to);
    for (double count : counts) {
      sums[columns] += count;
    }
    Kernels.addSquares(domain.rows(), domain.counted(), from, to, counts, center, sums);
  }
}
