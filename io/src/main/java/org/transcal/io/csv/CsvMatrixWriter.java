package org.transcal.io.csv;

import java.nio.file.Path;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

/** Streams rows into a CSV file, which appears under its name only at {@link #commit()}. */
public final class CsvMatrixWriter implements AutoCloseable {
  private CsvMatrixWriter() {}

  /** Starts a file without a header line. */
  public static CsvMatrixWriter open(Path file, int columns) {
    throw new UnsupportedOperationException("not written yet: " + file + columns);
  }

  /** Appends rows. */
  public void write(Matrix rows) {}

  /** Appends rows. */
  public void write(Probabilities rows) {}

  /** Completes the file and moves it into place. */
  public void commit() {}

  /** Removes the file where it was not committed. */
  @Override
  public void close() {}
}
