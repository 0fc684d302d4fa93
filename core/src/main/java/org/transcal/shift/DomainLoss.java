package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Cholesky;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;

/**
 * Logistic loss of telling source rows from target rows, plus ½‖β‖².
 *
 * <p>Variables are (β, b) with features centred, which only the intercept b notices. Rows are
 * summed in blocks of fixed size and the blocks in order, so the sums have the same bits whatever
 * the number of threads.
 */
final class DomainLoss {
  private static final int BLOCK = 1024;
  private static final int SAMPLE_PER_COLUMN = 8;
  private static final int SMALLEST_SAMPLE = 4096;

  /** Loose: the sample's minimum is only where the search over all rows starts. */
  private static final LimitedMemoryBfgs ROUGH = new LimitedMemoryBfgs(1e-4, 500, 20);

  private static final LimitedMemoryBfgs EXACT = new LimitedMemoryBfgs(1e-8, 2000, 20);

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
  }

  private final Domain source;
  private final Domain target;
  private final int columns;
  private final double[] center;

  private DomainLoss(Domain source, Domain target, double[] center) {
    this.source = source;
    this.target = target;
    this.columns = source.rows().columns();
    this.center = center;
  }

  /** The loss where each row counts so often. */
  static DomainLoss of(
      Matrix sourceRows, double[] sourceCounts, Matrix targetRows, double[] targetCounts) {
    Domain source = Domain.of(sourceRows, sourceCounts, 1);
    Domain target = Domain.of(targetRows, targetCounts, -1);
    double[] center = new double[sourceRows.columns()];
    for (Domain domain : new Domain[] {source, target}) {
      for (int row : domain.counted()) {
        Kernels.addRow(domain.rows(), row, domain.counts()[row], center);
      }
    }
    double total = source.total() + target.total();
    Arrays.setAll(center, j -> center[j] / total);
    return new DomainLoss(source, target, center);
  }

  /** The fitted classifier. */
  record Fit(double[] coefficients, double intercept, VectorMinimum minimum) {}

  /**
   * The minimum. A sample of rows gives the start and the curvature; in variables in which that
   * curvature is round, a few dozen passes over all rows converge.
   */
  Fit minimize() {
    int rows = source.counted().length + target.counted().length;
    int wanted = Math.max(SMALLEST_SAMPLE, SAMPLE_PER_COLUMN * columns);
    int stride = Math.max(1, rows / wanted);
    DomainLoss sample =
        stride == 1 ? this : new DomainLoss(source.sample(stride), target.sample(stride), center);
    double[] start = new double[columns + 1];
    double[] near = sample.search(ROUGH, start, Cholesky.of(sample.curvature(start))).at();
    Found found = search(EXACT, near, Cholesky.of(sample.curvature(near)));
    double[] at = found.at();
    return new Fit(Arrays.copyOf(at, columns), offset(at), found.minimum());
  }

  /** The intercept for features that are not centred. */
  private double offset(double[] point) {
    double offset = point[columns];
    for (int j = 0; j < columns; j++) {
      offset -= point[j] * center[j];
    }
    return offset;
  }

  /** A minimum and its point in the variables of the loss. */
  private record Found(double[] at, VectorMinimum minimum) {}

  /** Searches in the variables y = Lᵀ·x. */
  private Found search(LimitedMemoryBfgs minimizer, double[] start, Cholesky round) {
    VectorMinimum minimum =
        minimizer.minimize(
            (point, gradient) -> {
              double[] slope = new double[point.length];
              double value = evaluate(round.solveUpper(point), slope);
              System.arraycopy(round.solveLower(slope), 0, gradient, 0, gradient.length);
              return value;
            },
            round.multiplyUpper(start));
    return new Found(round.solveUpper(minimum.at()), minimum);
  }

  /** The loss and its gradient in (β, b). */
  double evaluate(double[] point, double[] gradient) {
    double[] coefficients = Arrays.copyOf(point, columns);
    double offset = offset(point);
    Arrays.fill(gradient, 0);
    double value =
        domainLoss(source, coefficients, offset, gradient)
            + domainLoss(target, coefficients, offset, gradient);
    double residuals = gradient[columns];
    for (int j = 0; j < columns; j++) {
      value += point[j] * point[j] / 2;
      gradient[j] += point[j] - residuals * center[j];
    }
    return value;
  }

  /** Adds Σ count · log(1 + exp(−sign · score)) and its slopes. */
  private double domainLoss(
      Domain domain, double[] coefficients, double offset, double[] gradient) {
    int blocks = (domain.counted().length + BLOCK - 1) / BLOCK;
    double[][] slopes = new double[blocks][];
    double[] values = new double[blocks];
    IntStream.range(0, blocks)
        .parallel()
        .forEach(
            block -> {
              slopes[block] = new double[columns + 1];
              values[block] = blockLoss(domain, block, coefficients, offset, slopes[block]);
            });
    double value = 0;
    for (int block = 0; block < blocks; block++) {
      value += values[block];
      for (int j = 0; j <= columns; j++) {
        gradient[j] += slopes[block][j];
      }
    }
    return value;
  }

  private double blockLoss(
      Domain domain, int block, double[] coefficients, double offset, double[] slope) {
    int end = Math.min(domain.counted().length, (block + 1) * BLOCK);
    double value = 0;
    for (int i = block * BLOCK; i < end; i++) {
      int row = domain.counted()[i];
      double count = domain.counts()[row];
      double margin = domain.sign() * (Kernels.rowDot(domain.rows(), row, coefficients) + offset);
      double e = Math.exp(-Math.abs(margin));
      value += count * (Math.log1p(e) + Math.max(0, -margin));
      double wrong = margin >= 0 ? e / (1 + e) : 1 / (1 + e);
      double residual = -domain.sign() * count * wrong;
      Kernels.addRow(domain.rows(), row, residual, slope);
      slope[columns] += residual;
    }
    return value;
  }

  /** The matrix of second derivatives, lower triangle. */
  private double[][] curvature(double[] point) {
    double[] coefficients = Arrays.copyOf(point, columns);
    double offset = offset(point);
    double[][] curvature = new double[columns + 1][];
    Arrays.setAll(curvature, j -> new double[j + 1]);
    for (int j = 0; j < columns; j++) {
      curvature[j][j] = 1;
    }
    // Far from every row the logistic function is flat, and b would have no curvature at all.
    curvature[columns][columns] = 1e-8 * (source.total() + target.total());
    addCurvature(source, coefficients, offset, curvature);
    addCurvature(target, coefficients, offset, curvature);
    return curvature;
  }

  private void addCurvature(
      Domain domain, double[] coefficients, double offset, double[][] curvature) {
    double[] row = new double[columns + 1];
    for (int i : domain.counted()) {
      double score = Kernels.rowDot(domain.rows(), i, coefficients) + offset;
      double e = Math.exp(-Math.abs(score));
      double weight = domain.counts()[i] * e / ((1 + e) * (1 + e));
      domain.rows().copyRow(i, row);
      for (int j = 0; j < columns; j++) {
        row[j] -= center[j];
      }
      row[columns] = 1;
      for (int j = 0; j <= columns; j++) {
        Kernels.addScaled(weight * row[j], row, curvature[j], j + 1);
      }
    }
  }
}
