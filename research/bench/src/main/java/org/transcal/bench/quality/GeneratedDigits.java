package org.transcal.bench.quality;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.io.dataset.DataSet;
import org.transcal.matrix.Matrix;

/**
 * Noisy seven-segment digits of 8 × 8 pixels. Each target domain changes the images in a way that
 * can be undone, so an encoder that is as good as on the source exists.
 */
final class GeneratedDigits {
  static final String NAME = "generated_digits";

  private static final int SIDE = 8;
  private static final int ROWS = 1000;
  private static final double NOISE = 0.6;

  /** Segments a to g of each digit, as bits. */
  private static final int[] SEGMENTS = {
    0b0111111, 0b0000110, 0b1011011, 0b1001111, 0b1100110, 0b1101101, 0b1111101, 0b0000111,
    0b1111111, 0b1101111
  };

  /** What happens to the images of a target domain. */
  private enum Change {
    /** The source: bright digits on dark. */
    DARK,
    /** Light from one side and half the contrast. */
    LIGHT,
    /** A brighter ground and less contrast. */
    DIM,
    /** One pixel to the right; what leaves the image comes back on the left. */
    MOVED
  }

  private GeneratedDigits() {}

  /** The source and three target domains, a thousand rows each. */
  static DataSet generate() {
    SplittableRandom random = new SplittableRandom(4);
    Change[] changes = Change.values();
    int pixels = SIDE * SIDE;
    int rows = ROWS * changes.length;
    float[] values = new float[rows * pixels];
    int[] labels = new int[rows];
    int[] domains = new int[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = i % SEGMENTS.length;
      domains[i] = i / ROWS;
      Change change = changes[domains[i]];
      for (int j = 0; j < pixels; j++) {
        int column = change == Change.MOVED ? (j + SIDE - 1) % SIDE : j % SIDE;
        double x = (isLit(labels[i], j / SIDE, column) ? 1 : 0) + NOISE * random.nextGaussian();
        values[i * pixels + j] =
            (float)
                switch (change) {
                  case DARK, MOVED -> x;
                  case LIGHT -> 0.5 * x + 1.5 * j / (pixels - 1);
                  case DIM -> 0.4 * x + 1;
                };
      }
    }
    return DataSet.of(
        Matrix.wrap(values, rows, pixels),
        labels,
        domains,
        Stream.of(changes).map(change -> change.name().toLowerCase(Locale.ROOT)).toList(),
        IntStream.range(0, SEGMENTS.length).mapToObj(Integer::toString).toList());
  }

  /** Whether a pixel belongs to a lit segment; segments are rows 0, 3 and 7 and half columns. */
  private static boolean isLit(int digit, int row, int column) {
    int lit = SEGMENTS[digit];
    boolean across = column >= 2 && column <= 5;
    return (row == 0 && across && (lit & 1) != 0)
        || (column == 6 && row < 4 && (lit & 2) != 0)
        || (column == 6 && row >= 4 && (lit & 4) != 0)
        || (row == 7 && across && (lit & 8) != 0)
        || (column == 1 && row >= 4 && (lit & 16) != 0)
        || (column == 1 && row < 4 && (lit & 32) != 0)
        || (row == 3 && across && (lit & 64) != 0);
  }
}
