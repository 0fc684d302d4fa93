package org.transcal.metric;

import java.util.function.IntToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Smooth ECE: the calibration error after smoothing by a Gaussian kernel that is reflected at 0 and
 * 1, with the bandwidth at which bandwidth and error are equal. (Błasiok and Nakkiran 2023.)
 *
 * <p>Symbols: {@code smECE_σ = ∫|Σ_i K_σ(t, c_i)(c_i − r_i)|dt / ∫Σ_i K_σ(t, c_i)dt} over [0, 1],
 * {@code K_σ(t, c) = φ(t − c) + φ(t + c) + φ(2 − t − c)}. The bandwidth is bracketed in [0, 1] by
 * {@value #BISECTIONS} bisections: below it σ &lt; smECE_σ (or σ &lt; {@value
 * #SMALLEST_BANDWIDTH}), at it σ ≥ smECE_σ; the upper end is used.
 *
 * <p>Deviation: the reference implementation halves the mass at exactly 0 and 1; here it counts
 * fully.
 *
 * <p>A kernel is a smooth function of its centre, so a level between grid nodes is replaced by its
 * six neighbours with the weights of Lagrange interpolation: with {@value #NODES_PER_BANDWIDTH}
 * nodes per bandwidth the kernel changes by less than 1e-8 of its height. All kernels are then
 * centred on nodes, and their values are a table. Nodes extend beyond [0, 1] and are mirrored at 0
 * and 1, so the three terms of the kernel are exact at the ends as well.
 *
 * <p>Cost: levels + 1/σ for a bandwidth σ, without one exponential per level.
 */
final class SmoothCalibrationError {
  private static final int BISECTIONS = 10;
  private static final double SMALLEST_BANDWIDTH = 1e-3;
  private static final int NODES_PER_BANDWIDTH = 16;
  private static final int FEWEST_CELLS = 64;

  /** Number of bandwidths beyond which φ is below 1e-14 of its height. */
  private static final double REACH = 8;

  /** Lagrange nodes before and after the cell's own left node. */
  private static final int BEFORE = 2;

  private static final int AFTER = 3;

  private final ConfidenceLevels levels;
  private int cells;
  private double[] gaps = {};

  SmoothCalibrationError(ConfidenceLevels levels) {
    this.levels = levels;
  }

  static double measure(ConfidenceLevels levels) {
    SmoothCalibrationError smooth = new SmoothCalibrationError(levels);
    double low = 0;
    double high = 1;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (middle < SMALLEST_BANDWIDTH || middle < smooth.error(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.min(1, smooth.error(high));
  }

  /** smECE_σ for a bandwidth σ above 0. */
  double error(double bandwidth) {
    // Powers of two, so that a search for σ uses the same grid within an octave.
    int needed = FEWEST_CELLS;
    while (needed * bandwidth < NODES_PER_BANDWIDTH) {
      needed *= 2;
    }
    if (needed != cells) {
      cells = needed;
      gaps = interpolate(levels::gap);
    }
    double height = 1 / (bandwidth * Math.sqrt(2 * Math.PI));
    return height * integralOfAbsolute(smooth(mirrored(), bandwidth)) / mass(bandwidth);
  }

  /** Distributes the weight of each level over nearby nodes; node j is at index j + BEFORE. */
  private double[] interpolate(IntToDoubleFunction weight) {
    double[] nodes = new double[cells + 1 + BEFORE + AFTER];
    for (int i = 0; i < levels.end(); i = levels.next(i)) {
      double position = levels.confidence(i) * cells;
      int left = (int) position;
      double x = position - left;
      double w = weight.applyAsDouble(i);
      double p = x + 2;
      double q = x + 1;
      double r = x - 1;
      double s = x - 2;
      double t = x - 3;
      nodes[left] -= w * q * x * r * s * t / 120;
      nodes[left + 1] += w * p * x * r * s * t / 24;
      nodes[left + 2] -= w * p * q * r * s * t / 12;
      nodes[left + 3] += w * p * q * x * s * t / 12;
      nodes[left + 4] -= w * p * q * x * r * t / 24;
      nodes[left + 5] += w * p * q * x * r * s / 120;
    }
    return nodes;
  }

  /** The gaps with their images in 0 and in 1; node j is at index j + offset(). */
  private double[] mirrored() {
    int offset = offset();
    double[] all = new double[2 * offset + cells + 1];
    for (int index = 0; index < gaps.length; index++) {
      int j = index - BEFORE;
      all[offset + j] += gaps[index];
      all[offset - j] += gaps[index];
      all[offset + 2 * cells - j] += gaps[index];
    }
    return all;
  }

  /** Index of node 0: space for the images and for kernels one node outside [0, 1]. */
  private int offset() {
    return cells + BEFORE + AFTER + 1;
  }

  /** Σ of kernels, of height 1, at nodes −1 … cells + 1; node j is at index j + 1. */
  private double[] smooth(double[] all, double bandwidth) {
    int first = offset() - 1;
    int reach = (int) Math.ceil(REACH * bandwidth * cells);
    double[] kernel = new double[2 * reach + 1];
    for (int k = -reach; k <= reach; k++) {
      double z = k / (bandwidth * cells);
      kernel[k + reach] = Math.exp(-z * z / 2);
    }
    double[] smoothed = new double[cells + 3];
    for (int node = 0; node < all.length; node++) {
      double gap = all[node];
      int centre = node - first;
      // Confident predictions use few of the many nodes of a small bandwidth.
      if (gap != 0) {
        int to = Math.min(smoothed.length - 1, centre + reach);
        for (int j = Math.max(0, centre - reach); j <= to; j++) {
          smoothed[j] += gap * kernel[j - centre + reach];
        }
      }
    }
    return smoothed;
  }

  /** ∫|g| over [0, 1]: a cubic through four nodes in each cell, a line if g changes sign. */
  private double integralOfAbsolute(double[] g) {
    double sum = 0;
    for (int j = 1; j <= cells; j++) {
      double a = g[j];
      double b = g[j + 1];
      if (a * b < 0) {
        sum += (a * a + b * b) / (2 * (Math.abs(a) + Math.abs(b)));
      } else {
        sum += Math.abs(13 * (a + b) - g[j - 1] - g[j + 2]) / 24;
      }
    }
    return sum / cells;
  }

  /**
   * ∫Σ_i K_σ(t, c_i)dt over [0, 1]. The three terms together are one kernel over [−1, 2], which
   * contains all of a kernel of small bandwidth.
   */
  private double mass(double bandwidth) {
    if (REACH * bandwidth <= 1) {
      return levels.total();
    }
    double[] nodes = interpolate(levels::count);
    NormalDistribution kernel = NormalDistribution.of(0, bandwidth);
    double sum = 0;
    for (int index = 0; index < nodes.length; index++) {
      double position = (double) (index - BEFORE) / cells;
      sum += nodes[index] * kernel.probability(-1 - position, 2 - position);
    }
    return sum;
  }
}
