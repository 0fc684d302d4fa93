package org.transcal.example;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * Two domains to train on: clouds of points around the corners of a regular figure, one a class,
 * which in the target are turned about the middle and wider; further columns are noise.
 *
 * <p>A classifier of the source cuts the plane between its clouds, so that in the target it is
 * often wrong and, far from its cuts, sure of itself.
 */
public final class TurnedClouds {
  /** Number of classes. */
  public static final int CLASSES = 4;

  /** Rows of each domain. */
  public static final int ROWS = 2000;

  private static final int COLUMNS = 10;
  private static final double RADIUS = 2.5;
  private static final double TURN = Math.toRadians(24);
  private static final double SOURCE_WIDTH = 1;
  private static final double TARGET_WIDTH = 1.3;

  private final float[] values = new float[2 * ROWS * COLUMNS];
  private final int[] labels = new int[2 * ROWS];

  private TurnedClouds(long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    for (int row = 0; row < 2 * ROWS; row++) {
      boolean source = row < ROWS;
      labels[row] = random.nextInt(CLASSES);
      double angle = 2 * Math.PI * labels[row] / CLASSES + (source ? 0 : TURN);
      for (int j = 0; j < COLUMNS; j++) {
        double corner = j == 0 ? Math.cos(angle) : j == 1 ? Math.sin(angle) : 0;
        values[row * COLUMNS + j] =
            (float) (RADIUS * corner + (source ? SOURCE_WIDTH : TARGET_WIDTH) * normal.sample());
      }
    }
  }

  /** Draws both domains. */
  public static TurnedClouds sample(long seed) {
    return new TurnedClouds(seed);
  }

  /** Inputs: {@link #ROWS} rows of the source, then as many of the target. */
  public Matrix inputs() {
    return Matrix.wrap(values.clone(), 2 * ROWS, COLUMNS);
  }

  /** Classes, in the same order. */
  public Labels labels() {
    return Labels.copyOf(labels, CLASSES);
  }
}
