package org.transcal.kernel;

import org.transcal.matrix.Matrix;

/**
 * Columns of single precision, each an array padded so that vectors are full, and the sums over
 * rows of products of two of them. One array for all would be large enough for collectors of
 * garbage to treat it apart, at a price.
 */
public final class ColumnProducts {
  /** Rows are padded to a multiple of this: two of the widest vectors. */
  private static final int UNIT = 32;

  /** Columns that one kernel call multiplies with {@link #RIGHT} others. */
  private static final int LEFT = 4;

  private static final int RIGHT = 2;

  /** Floats that are fetched together. */
  private static final int LINE = 16;

  /** Tiles of columns that stay near while all others pass by, for one thread. */
  private static final int MOST_TOGETHER = 16;

  /** Threads share the work well where there are more groups of tiles than this. */
  private static final int LEAST_GROUPS = 16;

  /** About the rows of which all columns stay near while their products are added. */
  private static final int BLOCK = 1100;

  private final int columns;
  private final int rows;
  private final float[][] values;

  /** Room for rows that all start as 0. */
  public ColumnProducts(int rows, int columns) {
    this.columns = columns;
    this.rows = (rows + UNIT - 1) / UNIT * UNIT;
    this.values = new float[(columns + LEFT - 1) / LEFT * LEFT][this.rows];
  }

  /**
   * Fills some rows with scaled differences of listed rows of a matrix from a center, in units of
   * columns; the rest of their columns with the scale alone.
   *
   * @param at the first of the rows to fill
   * @param units what each column is multiplied by
   */
  public void put(
      int at, Matrix matrix, int[] list, double[] scales, double[] center, double[] units) {
    int given = matrix.columns();
    for (int j = given; j < columns; j++) {
      for (int i = 0; i < list.length; i++) {
        values[j][at + i] = (float) (scales[i] * units[j]);
      }
    }
    if (matrix instanceof Matrix.OfFloats floats) {
      for (int first = 0; first < given; first += LINE) {
        put(
            at,
            floats.storage(),
            list,
            scales,
            center,
            units,
            first,
            Math.min(given, first + LINE));
      }
      return;
    }
    for (int j = 0; j < given; j++) {
      for (int i = 0; i < list.length; i++) {
        double value = matrix.get(list[i], j) - center[j];
        values[j][at + i] = (float) (scales[i] * units[j] * value);
      }
    }
  }

  /** Some columns: as many as are fetched with the first of them. */
  private void put(
      int at,
      float[] x,
      int[] list,
      double[] scales,
      double[] center,
      double[] units,
      int first,
      int last) {
    int given = center.length;
    float[] middle = ScalarKernel.single(center, first, last);
    float[] unit = ScalarKernel.single(units, first, last);
    for (int i = 0; i < list.length; i++) {
      float scale = (float) scales[i];
      int start = list[i] * given + first;
      for (int k = 0; k < middle.length; k++) {
        values[first + k][at + i] = scale * unit[k] * (x[start + k] - middle[k]);
      }
    }
  }

  /** Σ x_j · x_k over rows, lower triangle, to about five digits; threads change no bit. */
  public double[][] sums() {
    double[][] lower = new double[columns][];
    for (int j = 0; j < columns; j++) {
      lower[j] = new double[j + 1];
    }
    int tiles = (columns + LEFT - 1) / LEFT;
    int together = Math.max(1, Math.min(MOST_TOGETHER, tiles / LEAST_GROUPS));
    int groups = (tiles + together - 1) / together;
    SharedLoop.run(
        groups,
        round -> {
          // The last have most to do: they go first.
          int first = (groups - 1 - round) * together;
          add(first, Math.min(tiles, first + together), lower);
        });
    return lower;
  }

  /**
   * The products of some tiles of columns with all before: those are fetched once for all tiles.
   */
  private void add(int firstTile, int endTile, double[][] lower) {
    float[][] sums = new float[endTile - firstTile][];
    for (int tile = firstTile; tile < endTile; tile++) {
      sums[tile - firstTile] = new float[(tile + 1) * LEFT * LEFT];
    }
    int blocks = (rows + BLOCK - 1) / BLOCK;
    int length = (rows / UNIT + blocks - 1) / blocks * UNIT;
    for (int from = 0; from < rows; from += length) {
      int to = Math.min(rows, from + length);
      for (int right = 0; right < endTile * LEFT; right += RIGHT) {
        for (int tile = Math.max(firstTile, right / LEFT); tile < endTile; tile++) {
          float[] into = sums[tile - firstTile];
          Kernels.addProducts(values, from, to, tile * LEFT, right, into, right * LEFT);
        }
      }
    }
    for (int j = firstTile * LEFT; j < Math.min(columns, endTile * LEFT); j++) {
      float[] of = sums[j / LEFT - firstTile];
      for (int k = 0; k <= j; k++) {
        lower[j][k] = of[(k / RIGHT) * RIGHT * LEFT + j % LEFT * RIGHT + k % RIGHT];
      }
    }
  }
}
