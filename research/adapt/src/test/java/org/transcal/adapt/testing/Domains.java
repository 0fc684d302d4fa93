package org.transcal.adapt.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/** A small data set of two domains "a" and "b": clouds around corners, shifted in the second. */
public final class Domains {
  public static final int COLUMNS = 8;

  private Domains() {}

  /** Writes two domains with a number of rows each, classes in turn. */
  public static DataSet write(Path file, int rows, int classes) {
    return write(file, rows, classes, row -> true);
  }

  /** The same rows of which only some are labelled. */
  public static DataSet write(Path file, int rows, int classes, IntPredicate labelled) {
    SplittableRandom random = new SplittableRandom(9);
    float[] values = new float[2 * rows * COLUMNS];
    int[] labels = new int[2 * rows];
    int[] domains = new int[2 * rows];
    for (int i = 0; i < 2 * rows; i++) {
      domains[i] = i < rows ? 0 : 1;
      labels[i] = i % classes;
      for (int j = 0; j < COLUMNS; j++) {
        double corner = j % classes == labels[i] ? 2 : 0;
        double noise = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        values[i * COLUMNS + j] = (float) (corner + noise + (domains[i] == 1 ? 0.5 * j / 8 : 0));
      }
    }
    int[] y =
        IntStream.range(0, labels.length)
            .map(row -> labelled.test(row) ? labels[row] : DataSet.UNLABELLED)
            .toArray();
    try (NpzWriter writer = NpzWriter.open(file)) {
      writer
          .matrix("x", Matrix.wrap(values, 2 * rows, COLUMNS))
          .integers("y", y)
          .integers("domain", domains)
          .texts("domain_names", List.of("a", "b"));
      writer.commit();
    }
    return DataSetFiles.read(file);
  }
}
