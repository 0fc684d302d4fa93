package org.transcal.adapt.command;

import java.util.Random;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * Two domains for training: Gaussian clusters at the corners of a regular polygon, one per class,
 * which are rotated about its centre and wider in the target; further columns are noise.
 *
 * <p>A classifier trained on the source is often wrong in the target, and confidently so far from
 * its decision boundaries.
 */
final class TurnedClouds {
  /** Number of classes. */
  static final int CLASSES = 4;

  /** Rows of each domain. */
  static final int ROWS = 2000;

  private static final int COLUMNS = 10;
  private static final double RADIUS = 2.5;
  private static final double ROTATION = Math.toRadians(24);
  private static final double SOURCE_WIDTH = 1;
  private static final double TARGET_WIDTH = 1.3;

  private final float[] values = new float[2 * ROWS * COLUMNS];
  private final int[] labels = new int[2 * ROWS];

  private TurnedClouds(long seed) {
    Random random = new Random(seed);
    for (int row = 0; row < 2 * ROWS; row++) {
      boolean source = row < ROWS;
      labels[row] = random.nextInt(CLASSES);
      double angle = 2 * Math.PI * labels[row] / CLASSES + (source ? 0 : ROTATION);
      for (int j = 0; j < COLUMNS; j++) {
        double corner = j == 0 ? Math.cos(angle) : j == 1 ? Math.sin(angle) : 0;
        values[row * COLUMNS + j] =
            (float)
                (RADIUS * corner + (source ? SOURCE_WIDTH : TARGET_WIDTH) * random.nextGaussian());
      }
    }
  }

  /** Draws both domains. */
  static TurnedClouds sample(long seed) {
    return new TurnedClouds(seed);
  }

  /** Inputs: {@link #ROWS} source rows, then {@link #ROWS} target rows. */
  Matrix inputs() {
    return Matrix.wrap(values.clone(), 2 * ROWS, COLUMNS);
  }

  /** Labels, in the same order. */
  Labels labels() {
    return Labels.copyOf(labels, CLASSES);
  }
}
