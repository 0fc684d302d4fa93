package org.transcal.metric;

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
 */
final class SmoothCalibrationError {
  private static final int BISECTIONS = 10;
  private static final double SMALLEST_BANDWIDTH = 1e-3;

  private SmoothCalibrationError() {}

  static double measure(ConfidenceLevels levels) {
    ReflectedSmoother smoother = new ReflectedSmoother(levels);
    double low = 0;
    double high = 1;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (middle < SMALLEST_BANDWIDTH || middle < smoother.error(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.min(1, smoother.error(high));
  }
}
