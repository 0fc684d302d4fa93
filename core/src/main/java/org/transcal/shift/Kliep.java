package org.transcal.shift;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.transcal.optim.Termination;

/**
 * Density ratio by Kullback-Leibler importance estimation: the mixture of Gaussian bumps that makes
 * target rows likeliest, among those whose mean over source rows is 1.
 *
 * <p>Scaled so that each bump has source mean 1 the coefficients are shares that add up to 1, and
 * the likelihood is that of mixture proportions: multiplying each share by the mean of its part in
 * the target rows (EM) never lowers it and has no step size to go wrong. The width is that of the
 * best mean log ratio on target rows left out, in {@value #FOLDS} folds.
 */
public record Kliep() implements DensityRatioEstimator {
  private static final double[] WIDTHS = {0.25, 0.5, 0.75, 1, 1.5, 2};
  private static final int FOLDS = 5;
  private static final int ROUNDS = 500;
  private static final double GAIN = 1e-8;
  private static final double SMALLEST_MEAN = 1e-12;

  @Override
  public String name() {
    return "kliep";
  }

  @Override
  public ImportanceWeights estimate(TransferTask task) {
    KernelBasis basis = KernelBasis.of(task);
    double best = Double.NEGATIVE_INFINITY;
    double width = basis.medianDistance();
    for (double factor : WIDTHS) {
      double each = factor * basis.medianDistance();
      double score = heldOut(basis.source(each), basis.target(each));
      if (score > best) {
        best = score;
        width = each;
      }
    }
    double[] theta = solve(basis.source(width), basis.target(width));
    return KernelExpansion.weights(basis, width, theta, name(), -best, Termination.CONVERGED);
  }

  private static double heldOut(double[][] source, double[][] target) {
    double sum = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      int left = fold;
      double[][] kept = rows(target, i -> i % FOLDS != left);
      double[][] out = rows(target, i -> i % FOLDS == left);
      if (kept.length > 0) {
        sum += logLikelihood(out, solve(source, kept));
      }
    }
    return sum / target.length;
  }

  private static double[][] rows(double[][] all, IntPredicate keep) {
    return IntStream.range(0, all.length)
        .filter(keep)
        .mapToObj(i -> all[i])
        .toArray(double[][]::new);
  }

  static double logLikelihood(double[][] rows, double[] theta) {
    double sum = 0;
    for (double value : KernelExpansion.values(rows, theta)) {
      sum += Math.log(Math.max(value, 1e-300));
    }
    return sum;
  }

  /** θ with mean 1 over source rows that makes target rows likeliest. */
  static double[] solve(double[][] source, double[][] target) {
    int size = source[0].length;
    double[] mean = new double[size];
    for (double[] row : source) {
      for (int l = 0; l < size; l++) {
        mean[l] += row[l] / source.length;
      }
    }
    double[] shares = new double[size];
    // A bump that no source row sees has no finite weight.
    Arrays.setAll(shares, l -> mean[l] > SMALLEST_MEAN ? 1.0 / size : 0);
    double before = Double.NEGATIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = new double[size];
      double likelihood = 0;
      for (double[] row : target) {
        double total = 0;
        for (int l = 0; l < size; l++) {
          total += shares[l] > 0 ? shares[l] * row[l] / mean[l] : 0;
        }
        double safe = Math.max(total, 1e-300);
        likelihood += Math.log(safe) / target.length;
        for (int l = 0; l < size; l++) {
          next[l] += shares[l] > 0 ? shares[l] * row[l] / (mean[l] * safe * target.length) : 0;
        }
      }
      shares = next;
      if (likelihood - before < GAIN) {
        break;
      }
      before = likelihood;
    }
    double[] theta = new double[size];
    double sum = Arrays.stream(shares).sum();
    for (int l = 0; l < size; l++) {
      theta[l] = shares[l] > 0 ? shares[l] / (sum * mean[l]) : 0;
    }
    return theta;
  }
}
