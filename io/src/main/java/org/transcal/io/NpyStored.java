package org.transcal.io;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.transcal.io.file.Digest;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;

/** An array of a {@code .npy} or {@code .npz} file; its digest covers the data as stored. */
final class NpyStored implements StoredArray {
  private final NpyArray array;
  private Optional<String> digest = Optional.empty();
  private Optional<Matrix> ahead = Optional.empty();

  NpyStored(NpyArray array) {
    this.array = array;
  }

  @Override
  public String where() {
    return array.where();
  }

  @Override
  public void readAhead() {
    if (array.header().rank() == 2) {
      ahead = Optional.of(matrix());
    }
  }

  @Override
  public Matrix matrix() {
    Optional<Matrix> read = ahead;
    ahead = Optional.empty();
    return read.orElseGet(() -> digested(NpyArray::matrix));
  }

  @Override
  public double[] vector() {
    return digested(NpyArray::vector);
  }

  @Override
  public List<String> texts() {
    return digested(NpyArray::texts);
  }

  @Override
  public List<String> column() {
    return array.column();
  }

  @Override
  public String digest() {
    if (digest.isEmpty()) {
      digested(NpyArray::digestOnly);
    }
    return digest.orElseThrow();
  }

  /** Reads the array and computes its digest in one pass. */
  private <T> T digested(Function<NpyArray, T> reading) {
    Digest sha256 = new Digest();
    T values = reading.apply(array.digestedInto(sha256));
    digest = Optional.of(sha256.hex());
    return values;
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }
}
