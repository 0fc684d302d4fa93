package org.transcal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorHalfRowsTest {
  /** Half of the last of eight binary digits, at most. */
  private static final double HALF = 1.0 / 256;

  private static final int ROWS = 40;

  private final Kernel vectors = new VectorKernel();

  /** Sums one after the other in doubles, and how large they would be without signs. */
  private static double[][] expected(
      double[][] rows, int from, int to, double[] weights, double[] vector, double offset) {
    int columns = vector.length;
    double[][] sums = new double[2][columns + 1];
    for (int i = from; i < to; i++) {
      double score = offset;
      double size = Math.abs(offset);
      for (int j = 0; j < columns; j++) {
        score += rows[i][j] * vector[j];
        size += Math.abs(rows[i][j] * vector[j]);
      }
      for (int j = 0; j <= columns; j++) {
        double value = j < columns ? rows[i][j] : 1;
        sums[0][j] += weights[i - from] * score * value;
        sums[1][j] += weights[i - from] * size * Math.abs(value);
      }
    }
    return sums;
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 65, 79, 80, 95, 96, 127, 128, 200, 257})
  void givenListedRows_thenSumsAgreeToThreeDigits(int columns) {
    SplittableRandom random = new SplittableRandom(columns);
    float[] x = new float[ROWS * columns];
    for (int j = 0; j < x.length; j++) {
      x[j] = (float) (6 * random.nextDouble() - 3);
    }
    double[] center = random.doubles(columns, -1, 1).toArray();
    double[] vector = random.doubles(columns, -1, 1).toArray();
    int[] list = random.ints(37, 0, ROWS).toArray();
    double[][] rows = new double[list.length][columns];
    for (int i = 0; i < list.length; i++) {
      for (int j = 0; j < columns; j++) {
        rows[i][j] = x[list[i] * columns + j] - center[j];
      }
    }
    HalfRows halves = vectors.halved(x, columns, list, center).orElseThrow();

    for (int[] range : new int[][] {{0, 37}, {0, 0}, {1, 2}, {3, 8}, {5, 36}, {36, 37}}) {
      double[] weights = random.doubles(range[1] - range[0], 0, 1).toArray();
      double[] actual = new double[columns + 1];
      halves.addCurvature(range[0], range[1], weights, vector, 0.3, actual);

      double[][] sums = expected(rows, range[0], range[1], weights, vector, 0.3);
      for (int j = 0; j <= columns; j++) {
        assertThat(actual[j]).isCloseTo(sums[0][j], within(HALF * sums[1][j] + 1e-9));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, 1e-45, -1e-40, 1.2e-38, -3e-38, 7e-30, -1e30, 3e38})
  void givenExtremeValuesBesideOthers_thenEachKeepsItsOwn(double extreme) {
    int columns = 64;
    float[] x = new float[columns];
    for (int j = 0; j < columns; j++) {
      x[j] = j % 3 == 0 ? (float) extreme : (float) (j % 2 == 0 ? 1.7 : -0.3);
    }
    HalfRows halves = vectors.halved(x, columns, new int[] {0}, new double[columns]).orElseThrow();
    double[] sums = new double[columns + 1];

    // No row·vector: the sums are the row itself.
    halves.addCurvature(0, 1, new double[] {1}, new double[columns], 1, sums);

    for (int j = 0; j < columns; j++) {
      assertThat(sums[j]).as("column %d", j).isCloseTo(x[j], within(HALF * Math.abs(x[j]) + 1e-37));
    }
  }

  @Test
  void givenFewColumnsOrOtherLoops_thenNone() {
    float[] x = new float[200];
    int[] rows = {0};

    assertThat(vectors.halved(x, 4, rows, new double[4])).isEmpty();
    assertThat(new LoopKernel().halved(x, 200, rows, new double[200])).isEmpty();
    assertThat(new ScalarKernel().halved(x, 200, rows, new double[200])).isEmpty();
  }

  @Test
  void givenAnyRows_thenTheInputIsLeftAlone() {
    float[] x = new float[128];
    Arrays.fill(x, 2.5f);
    float[] before = x.clone();

    vectors.halved(x, 64, new int[] {1, 0, 1}, new double[64]).orElseThrow();

    assertThat(x).containsExactly(before);
  }
}
