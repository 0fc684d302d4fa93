package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.BinaryMap;

/**
 * Platt's sigmoid by Newton's method with step halving.
 *
 * <p>Targets are smoothed, (N₊+1)/(N₊+2) and 1/(N₋+2), so the likelihood has a finite minimum even
 * if the classes can be separated or one of them is absent.
 */
final class PlattFit {
  private static final int LIMIT = 200;
  private static final double GRADIENT_TOLERANCE = 1e-10;
  private static final double RIDGE = 1e-12;
  private static final double SHORTEST = 1e-10;

  /** A relative gain below this is rounding: Newton steps have converged. */
  private static final double ROUNDING = 1e-15;

  private final double[] odds;
  private final double[] targets;
  private final Frequencies frequencies;

  private PlattFit(double[] odds, double[] targets, Frequencies frequencies) {
    this.odds = odds;
    this.targets = targets;
    this.frequencies = frequencies;
  }

  /** A sigmoid and how the search for it ended. */
  record Fit(BinaryMap.Platt map, Termination termination) {}

  static Fit fit(double[] odds, double[] positive, Frequencies frequencies) {
    double positives = frequencies.total() * frequencies.mean(positive);
    double negatives = frequencies.total() - positives;
    double high = (positives + 1) / (positives + 2);
    double low = 1 / (negatives + 2);
    double[] targets = Arrays.stream(positive).map(p -> p > 0 ? high : low).toArray();
    return new PlattFit(odds, targets, frequencies)
        .minimize(Math.log((positives + 1) / (negatives + 1)));
  }

  private Fit minimize(double startOffset) {
    double slope = 0;
    double offset = startOffset;
    double loss = loss(slope, offset);
    for (int i = 0; i < LIMIT; i++) {
      double gradientSlope = 0;
      double gradientOffset = 0;
      double aa = RIDGE;
      double ab = 0;
      double bb = RIDGE;
      for (int row = 0; row < odds.length; row++) {
        double p = BinaryMap.sigmoid(slope * odds[row] + offset);
        double residual = frequencies.get(row) * (p - targets[row]);
        double curvature = frequencies.get(row) * p * (1 - p);
        gradientSlope += residual * odds[row];
        gradientOffset += residual;
        aa += curvature * odds[row] * odds[row];
        ab += curvature * odds[row];
        bb += curvature;
      }
      double size = Math.hypot(gradientSlope, gradientOffset);
      if (size <= GRADIENT_TOLERANCE * frequencies.total()) {
        return new Fit(new BinaryMap.Platt(slope, offset), Termination.CONVERGED);
      }
      double determinant = aa * bb - ab * ab;
      double stepSlope = -(bb * gradientSlope - ab * gradientOffset) / determinant;
      double stepOffset = -(aa * gradientOffset - ab * gradientSlope) / determinant;
      double length = 1;
      double next = loss(slope + stepSlope, offset + stepOffset);
      while (!(next <= loss) && length > SHORTEST) {
        length /= 2;
        next = loss(slope + length * stepSlope, offset + length * stepOffset);
      }
      double gain = loss - next;
      if (gain >= 0) {
        slope += length * stepSlope;
        offset += length * stepOffset;
        loss = next;
      }
      // The loss is convex: if no length of a Newton step lowers it by more than rounding, the
      // minimum is reached to double precision.
      if (!(gain > ROUNDING * Math.abs(loss))) {
        return new Fit(new BinaryMap.Platt(slope, offset), Termination.CONVERGED);
      }
    }
    return new Fit(new BinaryMap.Platt(slope, offset), Termination.EVALUATION_LIMIT);
  }

  private double loss(double slope, double offset) {
    double sum = 0;
    for (int row = 0; row < odds.length; row++) {
      double score = slope * odds[row] + offset;
      double soft = Math.log1p(Math.exp(-Math.abs(score))) + Math.max(0, score);
      sum += frequencies.get(row) * (soft - targets[row] * score);
    }
    return sum;
  }
}
