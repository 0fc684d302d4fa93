package org.transcal.kernel;

/**
 * Halves arrays by adding or comparing their two halves.
 *
 * <p>All lengths are constants: only then does C2 vectorise the loops.
 */
final class Folding {
  /** Length of an array to fold. */
  static final int LENGTH = 1024;

  /** Length after the first fold. */
  static final int HALF = LENGTH / 2;

  /** Length after all four folds. */
  static final int FOLDED = LENGTH / 16;

  private Folding() {}

  /** The larger values of the two halves of x. */
  static void maxima(float[] x, float[] half) {
    for (int j = 0; j < HALF; j++) {
      half[j] = Math.max(x[j], x[j + HALF]);
    }
  }

  /** Folds the first {@link #HALF} values three times, in place. */
  static void maxima(float[] x) {
    for (int j = 0; j < HALF / 2; j++) {
      x[j] = Math.max(x[j], x[j + HALF / 2]);
    }
    for (int j = 0; j < HALF / 4; j++) {
      x[j] = Math.max(x[j], x[j + HALF / 4]);
    }
    for (int j = 0; j < HALF / 8; j++) {
      x[j] = Math.max(x[j], x[j + HALF / 8]);
    }
  }

  /** The sums of the two halves of x. */
  static void sums(float[] x, float[] half) {
    for (int j = 0; j < HALF; j++) {
      half[j] = x[j] + x[j + HALF];
    }
  }

  /** Folds the first {@link #HALF} values three times, in place. */
  static void sums(float[] x) {
    for (int j = 0; j < HALF / 2; j++) {
      x[j] += x[j + HALF / 2];
    }
    for (int j = 0; j < HALF / 4; j++) {
      x[j] += x[j + HALF / 4];
    }
    for (int j = 0; j < HALF / 8; j++) {
      x[j] += x[j + HALF / 8];
    }
  }
}
