package org.transcal.adapt.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/**
 * Ten digits of seven segments, drawn bright on dark in the source. In the target the light falls
 * from one side and the contrast is lower: pixel j is {@code 0.5 x + 1.5 j/63}. Undoing that is the
 * known solution.
 */
public final class SegmentDigits {
  private static final int SIDE = 8;
  private static final double NOISE = 0.6;

  /** Segments a to g of each digit, as bits. */
  private static final int[] SEGMENTS = {
    0b0111111, 0b0000110, 0b1011011, 0b1001111, 0b1100110, 0b1101101, 0b1111101, 0b0000111,
    0b1111111, 0b1101111
  };

  private SegmentDigits() {}

  /** Writes and reads two domains, "dark" and "light", with a number of rows each. */
  public static DataSet write(Path file, int rows) {
    SplittableRandom random = new SplittableRandom(4);
    int pixels = SIDE * SIDE;
    float[] values = new float[2 * rows * pixels];
    int[] labels = new int[2 * rows];
    int[] domains = new int[2 * rows];
    for (int i = 0; i < 2 * rows; i++) {
      labels[i] = i % 10;
      domains[i] = i < rows ? 0 : 1;
      for (int j = 0; j < pixels; j++) {
        double x = (isLit(labels[i], j / SIDE, j % SIDE) ? 1 : 0) + NOISE * random.nextGaussian();
        values[i * pixels + j] = (float) (domains[i] == 0 ? x : 0.5 * x + 1.5 * j / 63);
      }
    }
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("x", Matrix.wrap(values, 2 * rows, pixels))
          .integers("y", labels)
          .integers("domain", domains)
          .texts("domain_names", List.of("dark", "light"));
      writer.commit();
    }
    return DataSetFiles.read(file);
  }

  /** The same domains as grey images of bytes, 1 × 8 × 8, with less noise. */
  public static DataSet writeImages(Path file, int rows) {
    SplittableRandom random = new SplittableRandom(5);
    int pixels = SIDE * SIDE;
    byte[] values = new byte[2 * rows * pixels];
    int[] labels = new int[2 * rows];
    int[] domains = new int[2 * rows];
    for (int i = 0; i < 2 * rows; i++) {
      labels[i] = i % 10;
      domains[i] = i < rows ? 0 : 1;
      for (int j = 0; j < pixels; j++) {
        double x = (isLit(labels[i], j / SIDE, j % SIDE) ? 1 : 0) + 0.15 * random.nextGaussian();
        double light = domains[i] == 0 ? x : 0.5 * x + 1.5 * j / 63;
        values[i * pixels + j] = (byte) Math.max(0, Math.min(255, Math.round(60 * light + 75)));
      }
    }
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .bytes("x", values, 2L * rows, 1, SIDE, SIDE)
          .integers("y", labels)
          .integers("domain", domains)
          .texts("domain_names", List.of("dark", "light"));
      writer.commit();
    }
    return DataSetFiles.read(file);
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
