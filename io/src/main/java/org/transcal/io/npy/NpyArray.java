package org.transcal.io.npy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * One numpy array whose header has been read and checked: its data have exactly the size that its
 * shape and type need. The data are read on demand.
 */
public final class NpyArray implements StoredArray {
  private final Content content;
  private final String where;
  private final NpyHeader header;
  private final boolean isDigested;
  private Optional<String> digest = Optional.empty();
  private Optional<Matrix> ahead = Optional.empty();

  private NpyArray(Content content, String where, NpyHeader header, boolean isDigested) {
    this.content = content;
    this.where = where;
    this.header = header;
    this.isDigested = isDigested;
  }

  /** Reads the header of a {@code .npy} file; the source must stay open while data are read. */
  public static NpyArray in(ByteSource file) {
    return in(file, file.name().toString());
  }

  /** The same for an array that messages call by another name than its file's. */
  public static NpyArray in(ByteSource file, String where) {
    return file.read(
        source -> {
          long size = source.size();
          return in(
              new Content(source.name(), size, true, at -> source.stream(at, size - at)), where);
        });
  }

  static NpyArray in(Content content, String where) {
    try (InputStream bytes = content.opening().from(0)) {
      NpyHeader header = NpyHeader.read(where, bytes);
      long available = content.size() - header.length();
      if (header.dataBytes() != available) {
        throw InputException.in(
            where,
            "has %s bytes of data where %s of shape %s needs %s",
            available,
            header.type(),
            header.shapeText(),
            header.dataBytes());
      }
      return new NpyArray(content, where, header, false);
    } catch (IOException e) {
      throw ByteSource.unreadable(content.file(), e);
    }
  }

  /** The same array; whatever reads all of its data also computes their digest, in one pass. */
  public NpyArray digested() {
    return new NpyArray(content, where, header, true);
  }

  /** What the header says. */
  public NpyHeader header() {
    return header;
  }

  /** The file that the array is in. */
  public Path file() {
    return content.file();
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public void readAhead() {
    if (header.rank() == 2) {
      ahead = Optional.of(matrix());
    }
  }

  /**
   * A two-dimensional array of numbers, or a vector as a single column; half and single precision
   * are kept as floats, others become doubles. NaN and infinities are allowed.
   */
  @Override
  public Matrix matrix() {
    Optional<Matrix> read = ahead;
    ahead = Optional.empty();
    if (read.isPresent()) {
      return read.get();
    }
    requireNumbers(2);
    int rows = length(0);
    int columns = header.rank() == 1 ? 1 : length(1);
    return reading(elements -> elements.matrix(rows, columns));
  }

  /** All numbers, in single precision and in stored order, divided by a number. */
  public float[] floats(double divisor) {
    requireNumbers(header.rank());
    return reading(elements -> elements.quotients(header.elements(), divisor));
  }

  /** A one-dimensional array of numbers, or a single column. */
  @Override
  public double[] vector() {
    requireNumbers(1);
    int rows = length(0);
    return reading(elements -> elements.doubles(rows, 1));
  }

  @Override
  public boolean isText() {
    return header.type().isText();
  }

  @Override
  public List<String> texts() {
    requireRank(1);
    if (!isText()) {
      throw InputException.in(where, "holds %s; texts (U) are needed", header.type());
    }
    return column();
  }

  /**
   * A one-dimensional array of any type, each element as text: numbers in their shortest form, days
   * and times as in ISO 8601.
   */
  @Override
  public List<String> column() {
    requireRank(1);
    return reading(elements -> elements.texts(length(0)));
  }

  /** A one-dimensional array of bytes. */
  public byte[] bytes() {
    requireRank(1);
    if (header.type().kind() != ElementType.Kind.UNSIGNED || header.type().bytes() != 1) {
      throw InputException.in(where, "holds %s; bytes (u1) are needed", header.type());
    }
    return reading(elements -> elements.bytes(length(0)));
  }

  @Override
  public RowBlocks rows(BlockSize size) {
    return NpyRowBlocks.open(this, 2, size);
  }

  @Override
  public RowBlocks vector(BlockSize size) {
    return NpyRowBlocks.open(this, 1, size);
  }

  @Override
  public String digest() {
    if (digest.isEmpty()) {
      NpyArray whole = digested();
      whole.reading(
          elements -> {
            elements.skip();
            return whole;
          });
      digest = whole.digest;
    }
    return digest.orElseThrow();
  }

  /** The elements in stored order; the caller closes them. */
  Elements elements() throws IOException {
    InputStream bytes = content.opening().from(0);
    try {
      // Cannot fail: the header has been read from the same bytes.
      bytes.skipNBytes(header.length());
      return new Elements(where, header, bytes);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  /** Whether {@link #readAt} is possible. */
  boolean hasRandomAccess() {
    return content.isContiguous();
  }

  /** Fills the target with the elements from a stored index on. */
  void readAt(long first, double[] target) throws IOException {
    byte[] bytes = new byte[Math.multiplyExact(target.length, header.type().bytes())];
    long at = header.length() + first * header.type().bytes();
    try (InputStream stored = content.opening().from(at)) {
      if (stored.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        throw new EOFException("the file ends early");
      }
    }
    header.type().decode(ByteBuffer.wrap(bytes), target, 0, target.length);
  }

  /**
   * Fails unless the array holds numbers and has the given number of dimensions; a vector counts as
   * a single column.
   */
  public void requireNumbers(int rank) {
    requireRank(rank);
    if (!header.type().isNumeric()) {
      throw InputException.in(
          where, "holds %s; numbers are needed", isText() ? "text" : header.type());
    }
  }

  private void requireRank(int rank) {
    boolean column = header.rank() == 1 || header.rank() == 2 && header.dimension(1) == 1;
    if (header.rank() != rank && !column) {
      throw InputException.in(
          where,
          "has %s dimension(s), shape %s; it must have %s%s",
          header.rank(),
          header.shapeText(),
          rank,
          rank == 1 && header.rank() == 2 ? " (one-hot rows: save a.argmax(axis=1))" : "");
    }
  }

  private int length(int dimension) {
    long length = header.dimension(dimension);
    if (length > Allocation.LONGEST) {
      throw InputException.in(
          where,
          "has shape %s; at most %s rows or columns can be held in memory",
          header.shapeText(),
          Allocation.LONGEST);
    }
    return (int) length;
  }

  private interface Reading<T> {
    T from(Elements elements) throws IOException;
  }

  private <T> T reading(Reading<T> reading) {
    try (Elements elements = elements()) {
      Digest sha256 = new Digest();
      if (isDigested) {
        elements.tap(sha256);
      }
      T result = reading.from(elements);
      elements.requireEnd();
      digest = isDigested ? Optional.of(sha256.hex()) : Optional.empty();
      return result;
    } catch (IOException e) {
      throw ByteSource.unreadable(content.file(), e);
    }
  }
}
