package org.transcal.spark.shift;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.transcal.kernel.LogisticLoss;
import org.transcal.optim.Cholesky;
import org.transcal.optim.DifferentiableFunction;
import org.transcal.optim.Preconditioner;
import org.transcal.spark.rows.RowBlock;
import org.transcal.spark.rows.RowStatistics;
import org.transcal.spark.rows.TaskRows;
import org.transcal.spark.sum.ExactSums;

/**
 * The objective of {@code core}'s {@code DomainClassifier}, Σ logistic loss + ½‖β‖², summed on the
 * machines that hold the rows. Variables are (β, b) with features centered.
 *
 * <p>Sums are {@link ExactSums}: partitioning and row order do not change their bits.
 *
 * <p>Cost: one pass over cached rows for each evaluation and preconditioner; a partition returns
 * 4(d + 3) numbers, 2(d + 1)(d + 2) for a preconditioner.
 */
final class DistributedDomainLoss implements DifferentiableFunction {
  /** With more columns than this, products of columns cost more than they save. */
  private static final int MAX_FULL_COLUMNS = 1024;

  private static final int SAMPLE_PER_COLUMN = 8;
  private static final int SMALLEST_SAMPLE = 4096;

  private final JavaRDD<RowBlock> blocks;
  private final CenteredFeatures features;

  /** Roots of the diagonal of the Hessian at 0. */
  private final double[] scales;

  private double[] point = {};
  private int passes;

  /** What a batch adds to sums, starting with the sum of index {@code first}. */
  @FunctionalInterface
  private interface Terms extends Serializable {
    void add(DomainBatch batch, ExactSums sums, int first);
  }

  /** The loss of the rows of both domains. */
  DistributedDomainLoss(JavaRDD<RowBlock> blocks, RowStatistics statistics) {
    this.blocks = blocks;
    double[] low = statistics.low();
    double[] high = statistics.high();
    double[] center = new double[low.length];
    Arrays.setAll(center, j -> low[j] / 2 + high[j] / 2);
    double[] moments = moments(new CenteredFeatures(center.clone(), statistics));
    scales = new double[center.length + 1];
    double total = moments[center.length];
    for (int j = 0; j < center.length; j++) {
      double mean = moments[j] / total;
      double variance = Math.max(0, moments[scales.length + j] / total - mean * mean);
      center[j] += mean;
      scales[j] = Math.sqrt(total * variance / 4 + 1);
    }
    scales[center.length] = Math.sqrt(total / 4);
    features = new CenteredFeatures(center, statistics);
  }

  /** Sums of the variables, then of their squares. */
  private double[] moments(CenteredFeatures around) {
    int size = around.variables();
    double[] bounds = Arrays.copyOf(around.bounds(), 2 * size);
    for (int j = 0; j < size; j++) {
      bounds[size + j] = bounds[j] * bounds[j];
    }
    return pass(
        around,
        bounds,
        (batch, sums, first) -> {
          double[] values = batch.values();
          for (int at = 0; at < batch.count() * size; at += size) {
            sums.addScaled(first, 1, values, at, size);
            for (int j = 0; j < size; j++) {
              sums.add(first + size + j, values[at + j] * values[at + j]);
            }
          }
        });
  }

  CenteredFeatures features() {
    return features;
  }

  int passes() {
    return passes;
  }

  /** Norm of a preconditioned gradient that the rounding of terms alone can cause. */
  double gradientRounding() {
    double squares = 4;
    double[] bounds = features.bounds();
    for (int j = 0; j < scales.length - 1; j++) {
      double column = bounds[j] * Math.sqrt(features.total()) / scales[j];
      squares += column * column;
    }
    return 0x1p-40 * Math.sqrt(squares);
  }

  /** Sums over both domains, with each row counted. */
  private double[] pass(CenteredFeatures centered, double[] bounds, Terms terms) {
    passes++;
    int size = bounds.length;
    double[] both = Arrays.copyOf(bounds, 2 * size);
    System.arraycopy(bounds, 0, both, size, size);
    ExactSums sums =
        TaskRows.sum(
            blocks,
            both,
            (partition, part) ->
                DomainBatch.forEach(
                    centered, partition, batch -> terms.add(batch, part, batch.domain() * size)));
    double[] total = new double[size];
    Arrays.setAll(
        total, j -> centered.count(0) * sums.value(j) + centered.count(1) * sums.value(size + j));
    return total;
  }

  @Override
  public double evaluate(double[] at, double[] gradient) {
    point = at.clone();
    double[] here = point;
    int size = here.length;
    double[] bounds = Arrays.copyOf(features.bounds(), size + 2);
    bounds[size] = 1 + features.bound(here);
    // Losses may be far below their bound, and a line search needs small differences: what the
    // first sum rounds off goes to a second.
    bounds[size + 1] = 0x1p-40 * bounds[size];
    double[] sums =
        pass(
            features,
            bounds,
            (batch, exact, first) -> {
              LogisticLoss loss = batch.loss(here);
              for (int i = 0; i < batch.count(); i++) {
                exact.addScaled(first, loss.slopes()[i], batch.values(), i * size, size);
                double rest = exact.add(first + size, loss.values()[i]);
                exact.add(first + size + 1, rest);
              }
            });
    double value = sums[size] + sums[size + 1];
    System.arraycopy(sums, 0, gradient, 0, size);
    for (int j = 0; j < size - 1; j++) {
      value += here[j] * here[j] / 2;
      gradient[j] += here[j];
    }
    return value;
  }

  /** The Hessian of a sample of the rows; its diagonal at 0 if there are many columns. */
  @Override
  public Optional<Preconditioner> preconditioner() {
    int size = point.length;
    if (size - 1 > MAX_FULL_COLUMNS) {
      return Optional.of(Preconditioner.diagonal(scales));
    }
    double[] sums = sampledHessian();
    double[][] lower = new double[size][size];
    for (int j = 0, at = 0; j < size; j++) {
      for (int k = 0; k <= j; k++) {
        lower[j][k] = sums[at++];
      }
      // Far from every row the loss is a straight line, and b would have no curvature.
      lower[j][j] += j < size - 1 ? 1 : 1e-8 * features.total();
    }
    try {
      return Optional.of(Cholesky.of(lower));
    } catch (ArithmeticException notPositive) {
      return Optional.of(Preconditioner.diagonal(scales));
    }
  }

  /** Lower triangle, row by row. */
  private double[] sampledHessian() {
    double[] here = point;
    int size = here.length;
    double[] share = new double[2];
    double wanted = Math.max(SMALLEST_SAMPLE, SAMPLE_PER_COLUMN * size);
    Arrays.setAll(share, domain -> Math.min(1, wanted / features.rows(domain)));
    double[] largest = features.bounds();
    double[] bounds = new double[size * (size + 1) / 2];
    for (int j = 0, at = 0; j < size; j++) {
      for (int k = 0; k <= j; k++) {
        bounds[at++] = largest[j] * largest[k] / Math.min(share[0], share[1]);
      }
    }
    return pass(
        features,
        bounds,
        (batch, exact, first) -> {
          double[] values = batch.values();
          LogisticLoss loss = batch.loss(here);
          for (int i = 0; i < batch.count(); i++) {
            if (isSampled(values, i * size, size, share[batch.domain()])) {
              double weight = loss.curvatures()[i] / share[batch.domain()];
              for (int j = 0, at = first; j < size; at += ++j) {
                exact.addScaled(at, weight * values[i * size + j], values, i * size, j + 1);
              }
            }
          }
        });
  }

  /** Whether a hash of a row falls into the share: order and partitions do not matter. */
  private static boolean isSampled(double[] values, int from, int size, double share) {
    if (share >= 1) {
      return true;
    }
    long hash = 0;
    for (int j = from; j < from + size; j++) {
      hash = 31 * hash + Double.doubleToLongBits(values[j]);
    }
    return new SplittableRandom(hash).nextDouble() < share;
  }
}
