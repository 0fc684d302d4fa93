package org.transcal.io;

import java.util.List;
import java.util.Optional;
import org.transcal.io.file.Digest;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;

/** An array of a {@code .npy} or {@code .npz} file; its digest is over the data as stored. */
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
    if (ahead.isPresent()) {
      Matrix read = ahead.get();
      ahead = Optional.empty();
      return read;
    }
    Digest sha256 = new Digest();
    Matrix matrix = array.digestedInto(sha256).matrix();
    digest = Optional.of(sha256.hex());
    return matrix;
  }

  @Override
  public double[] vector() {
    Digest sha256 = new Digest();
    double[] vector = array.digestedInto(sha256).vector();
    digest = Optional.of(sha256.hex());
    return vector;
  }

  @Override
  public String digest() {
    if (digest.isEmpty()) {
      Digest sha256 = new Digest();
      array.digestedInto(sha256).digestOnly();
      digest = Optional.of(sha256.hex());
    }
    return digest.get();
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }
}
