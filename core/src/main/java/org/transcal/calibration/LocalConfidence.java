package org.transcal.calibration;

import org.transcal.calibration.TargetConfidence.Mean;

/**
 * Mean target confidence near one temperature, as a parabola in ln T.
 *
 * @param center the temperature
 * @param mean exact confidence and slope there
 * @param curvature second derivative there
 */
record LocalConfidence(double center, Mean mean, double curvature) {
  /** The temperature of a confidence near that of the center. */
  double temperature(double confidence) {
    double rise = confidence - mean.confidence();
    double straight = rise / mean.slope();
    double root = 1 + 2 * curvature * straight / mean.slope();
    return center * Math.exp(root > 0 ? 2 * straight / (1 + Math.sqrt(root)) : straight);
  }

  /** The slope in ln T at a temperature. */
  double slope(double temperature) {
    return mean.slope() + curvature * Math.log(temperature / center);
  }
}
