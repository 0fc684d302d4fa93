package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Matrix;
import org.transcal.optim.Termination;

/** Features that are wide and too many to stay near, so that half precision is used. */
class DomainCurvatureTest {
  private static final int ROWS = 1100;
  private static final int COLUMNS = 1000;

  private final Matrix source = rows(1, 0);
  private final Matrix target = rows(2, 0.02);
  private final double[] once = ones();

  /** Columns that depend on one another, far from 0, with a shift. */
  private static Matrix rows(int seed, double shift) {
    Random random = new Random(seed);
    float[] values = new float[ROWS * COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      double common = random.nextGaussian();
      for (int j = 0; j < COLUMNS; j++) {
        values[i * COLUMNS + j] = (float) (5 + shift + common + random.nextGaussian());
      }
    }
    return Matrix.wrap(values, ROWS, COLUMNS);
  }

  private static double[] ones() {
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    return ones;
  }

  private DomainLoss loss() {
    return DomainLoss.of(source, once, target, once);
  }

  private static double length(double[] x) {
    return Math.sqrt(Arrays.stream(x).map(value -> value * value).sum());
  }

  /** The change of the gradient along a direction, by central differences. */
  private double[] change(double[] point, double[] direction) {
    DomainLoss loss = loss();
    double step = 1e-4;
    double[] before = new double[point.length];
    double[] after = new double[point.length];
    double[] moved = point.clone();
    Arrays.setAll(moved, j -> point[j] - step * direction[j]);
    loss.evaluate(moved, before);
    Arrays.setAll(moved, j -> point[j] + step * direction[j]);
    loss.evaluate(moved, after);
    Arrays.setAll(after, j -> (after[j] - before[j]) / (2 * step));
    return after;
  }

  @Test
  void givenManyValues_thenProductsAreChangesOfTheGradientToThreeDigitsAndExactOnceRefined() {
    Random random = new Random(3);
    double[] point = random.doubles(COLUMNS + 1, -0.01, 0.01).toArray();
    double[] direction = random.doubles(COLUMNS + 1, -0.01, 0.01).toArray();
    double[] expected = change(point, direction);
    DomainLoss loss = loss();
    loss.evaluate(point, new double[COLUMNS + 1]);
    double[] product = new double[COLUMNS + 1];
    double[] coarse = new double[COLUMNS + 1];

    loss.multiply(direction, coarse);
    for (int i = 0; i < 10; i++) {
      loss.refineProducts();
    }
    loss.multiply(direction, product);

    double size = length(expected);
    Arrays.setAll(product, j -> product[j] - expected[j]);
    Arrays.setAll(coarse, j -> coarse[j] - expected[j]);
    assertThat(length(coarse)).isCloseTo(0, within(3e-3 * size));
    assertThat(length(product)).isCloseTo(0, within(1e-5 * size));
  }

  @Test
  void givenManyValues_thenTheSearchEndsWhereNoSlopeIsLeft() {
    DomainLoss loss = loss();
    double[] first = new double[COLUMNS + 1];
    loss.evaluate(new double[COLUMNS + 1], first);

    DomainLoss.Fit fit = loss.minimize();

    assertThat(fit.minimum().termination()).isEqualTo(Termination.CONVERGED);
    double[] left = slope(fit);
    assertThat(length(left)).isLessThan(1e-5 * length(first));
  }

  /** The gradient of the penalised loss, one row after the other. */
  private double[] slope(DomainLoss.Fit fit) {
    double[] slope = Arrays.copyOf(fit.coefficients(), COLUMNS + 1);
    for (Matrix rows : new Matrix[] {source, target}) {
      int sign = rows == source ? 1 : -1;
      for (int i = 0; i < ROWS; i++) {
        double score = fit.intercept();
        for (int j = 0; j < COLUMNS; j++) {
          score += fit.coefficients()[j] * rows.get(i, j);
        }
        double missing = sign / (1 + Math.exp(sign * score));
        for (int j = 0; j < COLUMNS; j++) {
          slope[j] -= missing * rows.get(i, j);
        }
        slope[COLUMNS] -= missing;
      }
    }
    return slope;
  }
}
