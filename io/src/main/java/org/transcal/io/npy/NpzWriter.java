package org.transcal.io.npy;

import java.nio.file.Path;
import java.util.List;
import org.transcal.matrix.Matrix;

/**
 * Writes named arrays into a {@code .npz} file, which appears under its name only at {@link
 * #commit()}. The same arrays give the same bytes.
 */
public final class NpzWriter implements AutoCloseable {
  private NpzWriter() {}

  /** Starts a file. */
  public static NpzWriter open(Path file) {
    throw new UnsupportedOperationException("not written yet: " + file);
  }

  /** Adds a matrix, stored as it is: floats as {@code f4}, doubles as {@code f8}. */
  public NpzWriter matrix(String name, Matrix values) {
    return this;
  }

  /** Adds integers as {@code i4}. */
  public NpzWriter integers(String name, int... values) {
    return this;
  }

  /** Adds numbers as {@code f8}. */
  public NpzWriter numbers(String name, double... values) {
    return this;
  }

  /** Adds texts as {@code <U}. */
  public NpzWriter texts(String name, List<String> values) {
    return this;
  }

  /** Completes the file and moves it into place. */
  public void commit() {}

  /** Removes the file where it was not committed. */
  @Override
  public void close() {}
}
