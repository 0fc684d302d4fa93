package org.transcal.shift;

import java.util.Arrays;
import org.transcal.optim.Cholesky;
import org.transcal.optim.Termination;

/**
 * Density ratio by least squares on Gaussian bumps: uLSIF, and RuLSIF where the ratio is taken
 * relative to a mixture, q/(αq + (1 − α)p) ≤ 1/α, which no outlier blows up.
 *
 * <p>θ = max(0, (H + λI)⁻¹h) with H = αΦ_TᵀΦ_T/n_T + (1 − α)Φ_SᵀΦ_S/n_S and h the target mean of
 * the bumps; width and λ by the leave-one-out score in closed form, each correction divided by its
 * own denominator.
 *
 * <p>Deviation: features are those of a {@link FeatureSpace}, at most 1,000 evenly spaced rows of
 * each domain.
 *
 * @param alpha share of the target in the denominator, in [0, 1); 0 is uLSIF
 */
public record LeastSquaresRatio(double alpha) implements DensityRatioEstimator {
  private static final double[] WIDTHS = {0.25, 0.5, 0.75, 1, 1.5, 2};
  private static final double[] PENALTIES = {1e-3, 1e-2, 1e-1, 1};

  /** Checks α. */
  public LeastSquaresRatio {
    if (!(alpha >= 0 && alpha < 1)) {
      throw new IllegalArgumentException("Share α is " + alpha + "; it must be in [0, 1)");
    }
  }

  /** uLSIF. */
  public static LeastSquaresRatio unconstrained() {
    return new LeastSquaresRatio(0);
  }

  /** RuLSIF with the usual α of 0.1. */
  public static LeastSquaresRatio relative() {
    return new LeastSquaresRatio(0.1);
  }

  @Override
  public String name() {
    return alpha == 0 ? "ulsif" : "rulsif";
  }

  @Override
  public ImportanceWeights estimate(TransferTask task) {
    KernelBasis basis = KernelBasis.of(task);
    double best = Double.POSITIVE_INFINITY;
    double width = basis.medianDistance();
    double penalty = 1;
    for (double factor : WIDTHS) {
      double[][] source = basis.source(factor * basis.medianDistance());
      double[][] target = basis.target(factor * basis.medianDistance());
      for (double each : PENALTIES) {
        double score = leaveOneOut(source, target, alpha, each);
        if (score < best) {
          best = score;
          width = factor * basis.medianDistance();
          penalty = each;
        }
      }
    }
    double[] theta = solve(basis.source(width), basis.target(width), alpha, penalty);
    return KernelExpansion.weights(basis, width, theta, name(), best, Termination.CONVERGED);
  }

  /** θ of given bumps. */
  static double[] solve(double[][] source, double[][] target, double alpha, double penalty) {
    double[][] curvature = curvature(source, target, alpha);
    addDiagonal(curvature, penalty);
    double[] theta = solve(Cholesky.of(curvature), columnMeans(target));
    Arrays.setAll(theta, l -> Math.max(0, theta[l]));
    return theta;
  }

  /**
   * Mean over pairs (source i, target i) of ½w_S(x_i)² − w_T(x_i), with θ fitted without the pair;
   * by the Sherman-Morrison formula, so that nothing is fitted again. Exact for α = 0.
   */
  static double leaveOneOut(double[][] source, double[][] target, double alpha, double penalty) {
    int ns = source.length;
    int nt = target.length;
    int n = Math.min(ns, nt);
    double[][] b = curvature(source, target, alpha);
    addDiagonal(b, penalty * (ns - 1) / ns);
    Cholesky factor = Cholesky.of(b);
    double[] h = columnMeans(target);
    double[] solvedH = solve(factor, h);
    double score = 0;
    for (int i = 0; i < n; i++) {
      double[] x = source[i];
      double[] p = target[i];
      double[] bx = solve(factor, x);
      double[] bp = solve(factor, p);
      double denominator = ns - dot(x, bx);
      double byMean = dot(h, bx) / denominator;
      double byRow = dot(p, bx) / denominator;
      double scale = (ns - 1.0) / (ns * (nt - 1.0));
      double atSource = 0;
      double atTarget = 0;
      for (int l = 0; l < x.length; l++) {
        double theta =
            Math.max(0, scale * (nt * (solvedH[l] + byMean * bx[l]) - (bp[l] + byRow * bx[l])));
        atSource += theta * x[l];
        atTarget += theta * p[l];
      }
      score += atSource * atSource / 2 - atTarget;
    }
    return score / n;
  }

  private static double[][] curvature(double[][] source, double[][] target, double alpha) {
    int size = source[0].length;
    double[][] h = new double[size][size];
    accumulate(h, source, (1 - alpha) / source.length);
    if (alpha > 0) {
      accumulate(h, target, alpha / target.length);
    }
    return h;
  }

  private static void accumulate(double[][] h, double[][] rows, double scale) {
    for (double[] row : rows) {
      for (int l = 0; l < h.length; l++) {
        double x = scale * row[l];
        for (int m = 0; m < h.length; m++) {
          h[l][m] += x * row[m];
        }
      }
    }
  }

  private static void addDiagonal(double[][] h, double penalty) {
    for (int l = 0; l < h.length; l++) {
      h[l][l] += penalty;
    }
  }

  private static double[] columnMeans(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      for (int l = 0; l < mean.length; l++) {
        mean[l] += row[l] / rows.length;
      }
    }
    return mean;
  }

  private static double[] solve(Cholesky factor, double[] right) {
    return factor.solveUpper(factor.solveLower(right));
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int l = 0; l < x.length; l++) {
      sum += x[l] * y[l];
    }
    return sum;
  }
}
