package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Cholesky;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.RoundVariables;
import org.transcal.optim.Termination;
import org.transcal.optim.VectorMinimum;

/**
 * Logistic loss of telling source rows from target rows, plus ½‖β‖².
 *
 * <p>Variables are (β, b) with features centred, which only the intercept b notices. Rows are
 * summed in blocks of fixed size and the blocks in order, so the sums have the same bits whatever
 * the number of threads.
 */
final class DomainLoss {
  private static final int BLOCK = 512;

  /** Rows whose scores are at hand at once, and whose features are still near when added. */
  private static final int CHUNK = 32;

  private static final int SAMPLE_PER_COLUMN = 4;
  private static final int SMALLEST_SAMPLE = 1024;

  /** With more columns than this, products of columns would cost more than they save. */
  private static final int MOST_PAIRED_COLUMNS = 512;

  /** Loose: the sample's minimum is only where the search over all rows starts. */
  private static final LimitedMemoryBfgs ROUGH = new LimitedMemoryBfgs(1e-4, 500, 20);

  private static final LimitedMemoryBfgs EXACT = new LimitedMemoryBfgs(1e-7, 5000, 20);

  /** Few passes: enough where columns hardly depend on one another. */
  private static final LimitedMemoryBfgs FIRST = new LimitedMemoryBfgs(1e-7, 20, 20);

  /** Root of twice the share of the value that may be left to gain. */
  private static final double GAIN_TOLERANCE = 1e-6;

  /** A column farther from 0 than this many deviations, or units, is centred in a copy. */
  private static final double FAR = 1e3;

  /** Rows of one domain that count, with the sign of its margin. */
  private record Domain(Matrix rows, double[] counts, int[] counted, int sign) {
    static Domain of(Matrix rows, double[] counts, int sign) {
      int[] counted = IntStream.range(0, rows.rows()).filter(i -> counts[i] > 0).toArray();
      return new Domain(rows, counts, counted, sign);
    }

    /** Every so-manieth row, standing for the ones between. */
    Domain sample(int stride) {
      int[] sampled =
          IntStream.range(0, (counted.length + stride - 1) / stride)
              .map(i -> counted[i * stride])
              .toArray();
      double before = Arrays.stream(counted).mapToDouble(i -> counts[i]).sum();
      double after = Arrays.stream(sampled).mapToDouble(i -> counts[i]).sum();
      double[] scaled = counts.clone();
      for (int row : sampled) {
        scaled[row] *= before / after;
      }
      return new Domain(rows, scaled, sampled, sign);
    }

    double total() {
      return Arrays.stream(counted).mapToDouble(i -> counts[i]).sum();
    }

    /** The same rows minus an offset of each column. */
    Domain minus(double[] offset) {
      double[] copy = new double[Math.multiplyExact(rows.rows(), offset.length)];
      Arrays.setAll(
          copy,
          at -> rows.get(at / offset.length, at % offset.length) - offset[at % offset.length]);
      return new Domain(Matrix.wrap(copy, rows.rows(), offset.length), counts, counted, sign);
    }
  }

  private final Domain source;
  private final Domain target;
  private final int columns;
  private final double[] center;
  private final double[] moved;

  private DomainLoss(Domain source, Domain target, double[] center, double[] moved) {
    this.source = source;
    this.target = target;
    this.columns = source.rows().columns();
    this.center = center;
    this.moved = moved;
  }

  /** The loss where each row counts so often. */
  static DomainLoss of(
      Matrix sourceRows, double[] sourceCounts, Matrix targetRows, double[] targetCounts) {
    Domain source = Domain.of(sourceRows, sourceCounts, 1);
    Domain target = Domain.of(targetRows, targetCounts, -1);
    double[] center = means(source, target);
    if (!isFar(source, target, center)) {
      return new DomainLoss(source, target, center, new double[center.length]);
    }
    // Far from 0, scores and slopes are differences of large sums, whose rounding a search would
    // take for slopes and never end. Near 0 the copy would buy nothing.
    Domain movedSource = source.minus(center);
    Domain movedTarget = target.minus(center);
    return new DomainLoss(movedSource, movedTarget, means(movedSource, movedTarget), center);
  }

  private static double[] means(Domain source, Domain target) {
    double[] sums = new double[source.rows().columns()];
    for (Domain domain : new Domain[] {source, target}) {
      double[] counts =
          Arrays.stream(domain.counted()).mapToDouble(i -> domain.counts()[i]).toArray();
      Kernels.addRows(domain.rows(), domain.counted(), 0, counts.length, counts, sums);
    }
    double total = source.total() + target.total();
    Arrays.setAll(sums, j -> sums[j] / total);
    return sums;
  }

  private static boolean isFar(Domain source, Domain target, double[] center) {
    if (Arrays.stream(center).allMatch(mean -> Math.abs(mean) <= FAR)) {
      return false;
    }
    double[] squares = new double[center.length];
    double[] row = new double[center.length];
    for (Domain domain : new Domain[] {source, target}) {
      for (int i : domain.counted()) {
        domain.rows().copyRow(i, row);
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
   * The minimum. Each column is first measured in units of its own curvature, which is enough where
   * columns hardly depend on one another. Where a few passes do not converge, the curvature of
   * pairs of columns, from a sample of rows, makes the rest of the way round.
   */
  Fit minimize() {
    double[] start = new double[columns + 1];
    double[] curvature = curvatureOfColumns();
    double rounding = gradientRounding(curvature);
    RoundVariables plain = RoundVariables.scaled(roots(curvature));
    boolean paired = columns <= MOST_PAIRED_COLUMNS;
    Found found =
        search(paired ? FIRST : EXACT, start, plain, Math.max(rounding, goal(start, start, plain)));
    if (paired && found.minimum().termination() == Termination.EVALUATION_LIMIT) {
      DomainLoss sample = sample();
      Cholesky round = Cholesky.of(sample.curvatureOfPairs(found.at()));
      double[] near = sample.search(ROUGH, found.at(), round, rounding).at();
      round = Cholesky.of(sample.curvatureOfPairs(near));
      found = search(EXACT, near, round, Math.max(rounding, goal(start, near, round)));
    }
    double[] at = found.at();
    double intercept = offset(at);
    for (int j = 0; j < columns; j++) {
      intercept -= at[j] * moved[j];
    }
    return new Fit(Arrays.copyOf(at, columns), intercept, found.minimum());
  }

  private DomainLoss sample() {
    int rows = source.counted().length + target.counted().length;
    int wanted = Math.max(SMALLEST_SAMPLE, SAMPLE_PER_COLUMN * columns);
    int stride = Math.max(1, rows / wanted);
    return stride == 1
        ? this
        : new DomainLoss(source.sample(stride), target.sample(stride), center, moved);
  }

  /** The intercept for the rows as they are stored, not centred. */
  private double offset(double[] point) {
    double offset = point[columns];
    for (int j = 0; j < columns; j++) {
      offset -= point[j] * center[j];
    }
    return offset;
  }

  /** A minimum and its point in the variables of the loss. */
  private record Found(double[] at, VectorMinimum minimum) {}

  /**
   * The gradient norm to reach, in round variables: a small part of the one at 0, and so small that
   * half its square, which is what is left to gain, is a small part of the value. Without the first
   * a start at the optimum would never be good enough; without the second, separable domains would
   * stop early, whose value at 0 is many times that at the optimum.
   */
  private double goal(double[] start, double[] near, RoundVariables round) {
    double[] slope = new double[columns + 1];
    double value = evaluate(near, slope);
    if (near != start) {
      evaluate(start, slope);
    }
    double ofStart = EXACT.gradientTolerance() * norm(round.solveLower(slope));
    return Math.min(ofStart, GAIN_TOLERANCE * Math.sqrt(value));
  }

  /**
   * How large a gradient, in round variables, rounding alone can make: each of n additions errs by
   * an ulp of a sum that is at most Σ|x|, and errors of random sign add up to √n of them.
   *
   * @param curvature second derivatives at 0, whose diagonal bounds Σ|x − center|
   */
  private double gradientRounding(double[] curvature) {
    double total = source.total() + target.total();
    double squares = 4 * total;
    for (int j = 0; j < columns; j++) {
      double size = Math.sqrt(total) + total * Math.abs(center[j]) / Math.sqrt(curvature[j]);
      squares += 4 * size * size;
    }
    int rows = source.counted().length + target.counted().length;
    return Math.ulp(1.0) * Math.sqrt(rows * squares);
  }

  private static double norm(double[] x) {
    return Math.sqrt(Arrays.stream(x).map(value -> value * value).sum());
  }

  /** Searches in the variables y = Lᵀ·x, until the gradient there is no larger than a goal. */
  private Found search(
      LimitedMemoryBfgs minimizer, double[] start, RoundVariables round, double goal) {
    VectorMinimum minimum =
        minimizer.minimize(
            (point, gradient) -> {
              double[] slope = new double[point.length];
              double value = evaluate(round.solveUpper(point), slope);
              System.arraycopy(round.solveLower(slope), 0, gradient, 0, gradient.length);
              return value;
            },
            round.multiplyUpper(start),
            goal);
    return new Found(round.solveUpper(minimum.at()), minimum);
  }

  /** The loss and its gradient in (β, b). */
  double evaluate(double[] point, double[] gradient) {
    double[] coefficients = Arrays.copyOf(point, columns);
    double offset = offset(point);
    double[] sums =
        sumByBlocks(
            columns + 2,
            (domain, from, to, part) -> addLoss(domain, from, to, coefficients, offset, part));
    System.arraycopy(sums, 0, gradient, 0, columns + 1);
    double value = sums[columns + 1];
    double residuals = gradient[columns];
    for (int j = 0; j < columns; j++) {
      value += point[j] * point[j] / 2;
      gradient[j] += point[j] - residuals * center[j];
    }
    return value;
  }

  /** Adds the part of one domain's rows to sums. */
  private interface DomainSum {
    void add(Domain domain, int from, int to, double[] sums);
  }

  /** Sums over the rows of both domains, in one go: threads share them all. */
  private double[] sumByBlocks(int size, DomainSum sum) {
    int first = source.counted().length;
    return Kernels.sumByBlocks(
        first + target.counted().length,
        BLOCK,
        size,
        (from, to, part) -> {
          if (from < first) {
            sum.add(source, from, Math.min(to, first), part);
          }
          if (to > first) {
            sum.add(target, Math.max(from, first) - first, to - first, part);
          }
        });
  }

  /** Slopes in (β, b) first, then the loss. */
  private void addLoss(
      Domain domain, int from, int to, double[] coefficients, double offset, double[] sums) {
    double[] scores = new double[CHUNK];
    double[] odds = new double[CHUNK];
    for (int start = from; start < to; start += CHUNK) {
      int end = Math.min(to, start + CHUNK);
      Kernels.rowDots(domain.rows(), domain.counted(), start, end, coefficients, scores);
      for (int i = 0; i < end - start; i++) {
        scores[i] = domain.sign() * (scores[i] + offset);
        odds[i] = -Math.abs(scores[i]);
      }
      Kernels.exp(odds, end - start);
      for (int i = 0; i < end - start; i++) {
        double margin = scores[i];
        double e = odds[i];
        double count = domain.counts()[domain.counted()[start + i]];
        sums[columns + 1] += count * (Math.log1p(e) + Math.max(0, -margin));
        double wrong = (margin >= 0 ? e : 1) / (1 + e);
        scores[i] = -domain.sign() * count * wrong;
        sums[columns] += scores[i];
      }
      Kernels.addRows(domain.rows(), domain.counted(), start, end, scores, sums);
    }
  }

  /** Second derivatives at 0 of each variable alone. */
  private double[] curvatureOfColumns() {
    double[] squares = sumByBlocks(columns + 1, this::addSquares);
    for (int j = 0; j < columns; j++) {
      squares[j] = squares[j] / 4 + 1;
    }
    squares[columns] /= 4;
    return squares;
  }

  private void addSquares(Domain domain, int from, int to, double[] sums) {
    double[] counts = new double[to - from];
    for (int i = from; i < to; i++) {
      counts[i - from] = domain.counts()[domain.counted()[i]];
      sums[columns] += counts[i - from];
    }
    Kernels.addSquares(domain.rows(), domain.counted(), from, to, counts, center, sums);
  }

  private static double[] roots(double[] values) {
    return Arrays.stream(values).map(Math::sqrt).toArray();
  }

  /**
   * Second derivatives of pairs of variables, lower triangle: Σ w (x − c)(x − c)ᵀ from Σ w x xᵀ,
   * which is a sum of stored rows. Columns lie near 0 by {@link #FAR}, so enough digits are left.
   */
  private double[][] curvatureOfPairs(double[] point) {
    double[] coefficients = Arrays.copyOf(point, columns);
    double offset = offset(point);
    double[][] lower = new double[columns + 1][];
    Arrays.setAll(lower, j -> new double[columns + 1]);
    for (Domain domain : new Domain[] {source, target}) {
      int rows = domain.counted().length;
      double[] weights = new double[rows];
      Kernels.rowDots(domain.rows(), domain.counted(), 0, rows, coefficients, weights);
      for (int i = 0; i < rows; i++) {
        double e = Math.exp(-Math.abs(weights[i] + offset));
        weights[i] = domain.counts()[domain.counted()[i]] * e / ((1 + e) * (1 + e));
      }
      IntStream.rangeClosed(0, columns)
          .parallel()
          .forEach(j -> addProducts(domain, weights, j, lower[j]));
    }
    center(lower);
    for (int j = 0; j < columns; j++) {
      lower[j][j] += 1;
    }
    // Far from every row the logistic function is flat, and b would have no curvature at all.
    lower[columns][columns] += 1e-8 * (source.total() + target.total());
    Arrays.setAll(lower, j -> Arrays.copyOf(lower[j], j + 1));
    return lower;
  }

  /** Adds Σ weight · x_j · x_k for all k, where x_d = 1. */
  private void addProducts(Domain domain, double[] weights, int j, double[] sums) {
    double[] scales = weights.clone();
    if (j < columns) {
      for (int i = 0; i < scales.length; i++) {
        scales[i] *= domain.rows().get(domain.counted()[i], j);
      }
    }
    Kernels.addRows(domain.rows(), domain.counted(), 0, scales.length, scales, sums);
    sums[columns] += Arrays.stream(scales).sum();
  }

  /** Turns sums of products into those of centred columns. */
  private void center(double[][] products) {
    double total = products[columns][columns];
    double[] means = new double[columns];
    Arrays.setAll(means, k -> products[columns][k]);
    for (int j = 0; j < columns; j++) {
      for (int k = 0; k <= j; k++) {
        products[j][k] -=
            means[j] * center[k] + center[j] * means[k] - total * center[j] * center[k];
      }
    }
    for (int k = 0; k < columns; k++) {
      products[columns][k] -= total * center[k];
    }
  }
}
