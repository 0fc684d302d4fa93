package org.transcal.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.task.TransferTask;

class FeatureSpaceTest {
  private static final double ROUNDING = 1e-9;

  @Test
  void givenScaledColumn_thenDistancesDoNotNotice() {
    double[][] train = FeatureTask.gaussian(50, 1, 0, 0);
    double[][] target = FeatureTask.gaussian(40, 2, 1, 0);

    FeatureSpace plain = space(train, target);
    FeatureSpace scaled = space(times(train, 1000), times(target, 1000));

    for (int i = 0; i < target.length; i++) {
      for (int j = 0; j < 2; j++) {
        assertThat(scaled.target().get(i, j)).isCloseTo(plain.target().get(i, j), within(ROUNDING));
      }
    }
  }

  @Test
  void givenColumnSilentInSource_thenNotBlownUp() {
    double[][] train = FeatureTask.gaussian(50, 1, 0, 0);
    double[][] target = FeatureTask.gaussian(40, 2, 1, 0);
    for (double[] row : train) {
      row[1] = 0;
    }

    FeatureSpace space = space(train, target);

    for (int i = 0; i < target.length; i++) {
      assertThat(Math.abs(space.target().get(i, 1))).isLessThan(6);
    }
  }

  @Test
  void givenConstantColumn_thenZero() {
    double[][] train = {{1, 7}, {2, 7}, {4, 7}};
    double[][] target = {{1, 7}, {3, 7}};

    FeatureSpace space = space(train, target);

    assertThat(space.target().get(0, 1)).isZero();
    assertThat(space.sourceTrain().get(2, 1)).isZero();
  }

  @Test
  void givenManyColumnsThatVaryInFewDirections_thenDistancesAreKept() {
    int columns = 150;
    SplittableRandom random = new SplittableRandom(5);
    double[][] axes = new double[8][columns];
    for (double[] axis : axes) {
      for (int j = 0; j < columns; j++) {
        axis[j] = random.nextGaussian();
      }
    }
    double[][] train = combinations(axes, 60, random);
    double[][] target = combinations(axes, 30, random);

    FeatureSpace space = space(train, target);

    assertThat(space.columns()).isEqualTo(FeatureSpace.MOST_COLUMNS);
    FeatureSpace whole = space(first(train, 64), first(target, 64));
    assertThat(whole.columns()).isEqualTo(64);
    // The rows span 8 dimensions, so the leading axes hold all of them: norms are kept.
    double kept = squares(space.target());
    double scaledNorm = 0;
    Matrix scaled = standardised(train, target);
    scaledNorm = squares(scaled);
    assertThat(kept).isCloseTo(scaledNorm, within(1e-6 * scaledNorm));
  }

  /** Target rows as the space defines them, before any turning: an independent few lines. */
  private static Matrix standardised(double[][] train, double[][] target) {
    double[][] rows = new double[target.length][target[0].length];
    for (int j = 0; j < rows[0].length; j++) {
      double mean = mean(train, j);
      double spread = Math.sqrt((variance(train, j) + variance(target, j)) / 2);
      for (int i = 0; i < rows.length; i++) {
        rows[i][j] = (target[i][j] - mean) / spread;
      }
    }
    return Matrix.copyOf(rows);
  }

  private static double mean(double[][] rows, int column) {
    double sum = 0;
    for (double[] row : rows) {
      sum += row[column];
    }
    return sum / rows.length;
  }

  private static double variance(double[][] rows, int column) {
    double mean = mean(rows, column);
    double sum = 0;
    for (double[] row : rows) {
      sum += (row[column] - mean) * (row[column] - mean);
    }
    return sum / rows.length;
  }

  private static double squares(Matrix rows) {
    double sum = 0;
    for (double[] row : rows.toArrays()) {
      for (double x : row) {
        sum += x * x;
      }
    }
    return sum;
  }

  private static double[][] combinations(double[][] axes, int rows, SplittableRandom random) {
    double[][] values = new double[rows][axes[0].length];
    for (double[] row : values) {
      for (double[] axis : axes) {
        double share = random.nextGaussian();
        for (int j = 0; j < row.length; j++) {
          row[j] += share * axis[j];
        }
      }
    }
    return values;
  }

  private static double[][] first(double[][] rows, int columns) {
    double[][] cut = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      cut[i] = java.util.Arrays.copyOf(rows[i], columns);
    }
    return cut;
  }

  private static double[][] times(double[][] rows, double factor) {
    double[][] scaled = new double[rows.length][2];
    for (int i = 0; i < rows.length; i++) {
      scaled[i][0] = factor * rows[i][0];
      scaled[i][1] = rows[i][1];
    }
    return scaled;
  }

  private static FeatureSpace space(double[][] train, double[][] target) {
    TransferTask task = FeatureTask.of(train, train, target);
    return FeatureSpace.of(task.features().orElseThrow(), Frequencies.ones(target.length));
  }
}
