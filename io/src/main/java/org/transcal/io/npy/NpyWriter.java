package org.transcal.io.npy;

import java.nio.file.Path;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Probabilities;

/**
 * Streams rows into a {@code .npy} file, which appears under its name only at {@link #commit()}.
 */
public final class NpyWriter implements AutoCloseable {
  private NpyWriter() {}

  /** Starts a file; the number of rows need not be known. */
  public static NpyWriter open(Path file, int columns, Precision precision) {
    throw new UnsupportedOperationException("not written yet: " + file + columns + precision);
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
