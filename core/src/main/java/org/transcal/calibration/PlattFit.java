package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.BinaryMap;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;

/**
 * Platt's sigmoid by likelihood.
 *
 * <p>Targets are smoothed, (N₊+1)/(N₊+2) and 1/(N₋+2), so the likelihood has a finite minimum even
 * if the classes can be separated or one of them is absent. The search is over standardised odds.
 */
final class PlattFit {
  private static final double GRADIENT_TOLERANCE = 1e-11;

  /** Odds that differ by a smaller share differ by rounding. */
  private static final double EQUAL = 1e-9;

  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-10, 500, 10);

  private PlattFit() {}

  /** A sigmoid and how the search for it ended. */
  record Fit(BinaryMap.Platt map, Termination termination) {}

  static Fit fit(double[] odds, double[] positive, Frequencies frequencies) {
    double total = frequencies.total();
    double positives = total * frequencies.mean(positive);
    double negatives = total - positives;
    double high = (positives + 1) / (positives + 2);
    double low = 1 / (negatives + 2);
    double center = frequencies.mean(odds);
    double[] squares = Arrays.stream(odds).map(x -> (x - center) * (x - center)).toArray();
    double spread = Math.sqrt(frequencies.mean(squares));
    double scale = spread > EQUAL * Math.abs(center) ? spread : 1;
    VectorMinimum minimum =
        SEARCH.minimize(
            (point, gradient) -> {
              Arrays.fill(gradient, 0);
              double loss = 0;
              for (int row = 0; row < odds.length; row++) {
                double x = (odds[row] - center) / scale;
                double score = point[0] * x + point[1];
                double target = positive[row] > 0 ? high : low;
                double residual = frequencies.get(row) * (BinaryMap.sigmoid(score) - target);
                double soft = Math.log1p(Math.exp(-Math.abs(score))) + Math.max(0, score);
                gradient[0] += residual * x;
                gradient[1] += residual;
                loss += frequencies.get(row) * (soft - target * score);
              }
              return loss;
            },
            new double[] {0, Math.log((positives + 1) / (negatives + 1))},
            GRADIENT_TOLERANCE * total);
    double slope = minimum.at()[0] / scale;
    return new Fit(
        new BinaryMap.Platt(slope, minimum.at()[1] - slope * center), minimum.termination());
  }
}
