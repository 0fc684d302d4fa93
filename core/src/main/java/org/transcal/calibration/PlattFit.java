package org.transcal.calibration;

import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.BinaryMap;

/**
 * Platt's sigmoid by Newton's method with step halving.
 *
 * <p>Targets are smoothed, (N₊+1)/(N₊+2) and 1/(N₋+2), so the likelihood has a finite minimum even
 * where the classes can be separated or one of them is absent.
 */
final class PlattFit {
  private static final int LIMIT = 200;
  private static final double GRADIENT_TOLERANCE = 1e-10;
  private static final double RIDGE = 1e-12;

  /** A relative gain below this is rounding: Newton steps have converged. */
  private static final double ROUNDING = 1e-15;

  private PlattFit() {}

  /** A sigmoid and how the search for it ended. */
  record Fit(BinaryMap.Platt map, Termination termination) {}

  static Fit fit(double[] odds, double[] positive, Frequencies frequencies) {
    double positives = frequencies.total() * frequencies.mean(positive);
    double negatives = frequencies.total() - positives;
    double high = (positives + 1) / (positives + 2);
    double low = 1 / (negatives + 2);
    double slope = 0;
    double offset = Math.log((positives + 1) / (negatives + 1));
    double loss = loss(odds, positive, frequencies, high, low, slope, offset);
    Termination termination = Termination.EVALUATION_LIMIT;
    for (int i = 0; i < LIMIT && termination != Termination.CONVERGED; i++) {
      double gradientSlope = 0;
      double gradientOffset = 0;
      double aa = RIDGE;
      double ab = 0;
      double bb = RIDGE;
      for (int row = 0; row < odds.length; row++) {
        double p = BinaryMap.sigmoid(slope * odds[row] + offset);
        double target = positive[row] > 0 ? high : low;
        double residual = frequencies.get(row) * (p - target);
        double curvature = frequencies.get(row) * p * (1 - p);
        gradientSlope += residual * odds[row];
        gradientOffset += residual;
        aa += curvature * odds[row] * odds[row];
        ab += curvature * odds[row];
        bb += curvature;
      }
      double size = Math.hypot(gradientSlope, gradientOffset);
      if (size <= GRADIENT_TOLERANCE * frequencies.total()) {
        termination = Termination.CONVERGED;
        break;
      }
      double determinant = aa * bb - ab * ab;
      double stepSlope = -(bb * gradientSlope - ab * gradientOffset) / determinant;
      double stepOffset = -(aa * gradientOffset - ab * gradientSlope) / determinant;
      double length = 1;
      double next = Double.POSITIVE_INFINITY;
      while (length > 1e-10) {
        next =
            loss(
                odds,
                positive,
                frequencies,
                high,
                low,
                slope + length * stepSlope,
                offset + length * stepOffset);
        if (next <= loss) {
          break;
        }
        length /= 2;
      }
      // The loss is convex: where no length of a Newton step lowers it by more than rounding, the
      // minimum is reached as far as doubles can tell.
      boolean lower = next <= loss;
      if (!lower || loss - next <= ROUNDING * Math.abs(next)) {
        termination = Termination.CONVERGED;
      }
      if (lower) {
        slope += length * stepSlope;
        offset += length * stepOffset;
        loss = next;
      }
    }
    return new Fit(new BinaryMap.Platt(slope, offset), termination);
  }

  private static double loss(
      double[] odds,
      double[] positive,
      Frequencies frequencies,
      double high,
      double low,
      double slope,
      double offset) {
    double sum = 0;
    for (int row = 0; row < odds.length; row++) {
      double score = slope * odds[row] + offset;
      double target = positive[row] > 0 ? high : low;
      double soft = Math.log1p(Math.exp(-Math.abs(score))) + Math.max(0, score);
      sum += frequencies.get(row) * (soft - target * score);
    }
    return sum;
  }
}
