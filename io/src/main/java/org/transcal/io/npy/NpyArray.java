package org.transcal.io.npy;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/**
 * One numpy array whose header has been read and checked: its data have exactly the size that its
 * shape and type need. The data are read on demand.
 */
public final class NpyArray {
  private final Content content;
  private final String where;
  private final NpyHeader header;
  private final Optional<Digest> digest;

  private NpyArray(Content content, String where, NpyHeader header, Optional<Digest> digest) {
    this.content = content;
    this.where = where;
    this.header = header;
    this.digest = digest;
  }

  /** Reads the header of a {@code .npy} file; the source must stay open while data are read. */
  public static NpyArray in(ByteSource file) {
    return file.read(source -> of(Content.ofFile(source)));
  }

  static NpyArray of(Content content) throws IOException {
    try (InputStream bytes = content.open()) {
      NpyHeader header = NpyHeader.read(content.where(), bytes);
      long available = content.size() - header.length();
      if (header.dataBytes() != available) {
        throw InputException.in(
            content.where(),
            "has %s bytes of data where %s of shape %s needs %s",
            available,
            header.type(),
            header.shapeText(),
            header.dataBytes());
      }
      return new NpyArray(content, content.where(), header, Optional.empty());
    }
  }

  /** The same array; whatever reads all of its data also adds them to the digest. */
  public NpyArray digestedInto(Digest into) {
    return new NpyArray(content, where, header, Optional.of(into));
  }

  /** The same array under another name in messages. */
  public NpyArray named(String newWhere) {
    return new NpyArray(content, newWhere, header, digest);
  }

  /** What the header says. */
  public NpyHeader header() {
    return header;
  }

  /** The file that the array is in. */
  public Path file() {
    return content.source().name();
  }

  /** Names the array in messages. */
  public String where() {
    return where;
  }

  /**
   * A two-dimensional array of numbers, or a vector as a single column; half and single precision
   * are kept as floats, others become doubles. NaN and infinities are allowed.
   */
  public Matrix matrix() {
    requireNumbers(2);
    int rows = length(0);
    int columns = header.rank() == 1 ? 1 : length(1);
    return reading(
        elements ->
            header.type().isSinglePrecision()
                ? Matrix.wrap(elements.floats(rows, columns), rows, columns)
                : Matrix.wrap(elements.doubles(rows, columns), rows, columns));
  }

  /**
   * Images in four dimensions (images × channels × height × width) in single precision, one row per
   * image; bytes are divided by 255.
   */
  public Matrix images() {
    boolean isBytes =
        header.type().kind() == ElementType.Kind.UNSIGNED && header.type().bytes() == 1;
    boolean isRowMajor = header.order() == NpyHeader.ElementOrder.ROW_MAJOR;
    if (header.rank() != 4 || !isRowMajor) {
      throw InputException.in(
          where,
          "has shape %s%s; images are images × channels × height × width, in C order"
              + " (numpy.ascontiguousarray)",
          header.shapeText(),
          isRowMajor ? "" : " in Fortran order");
    }
    if (!isBytes && header.type().kind() != ElementType.Kind.FLOAT) {
      throw InputException.in(
          where,
          "holds %s; images are floats, or bytes (u1) from 0 to 255, which are divided by 255",
          header.type());
    }
    int rows = length(0);
    // Cannot overflow: the header has checked the product.
    long pixels = (long) length(1) * length(2) * length(3);
    if (pixels > Allocation.LONGEST) {
      throw InputException.in(where, "has shape %s; images are too large", header.shapeText());
    }
    return reading(
        elements ->
            Matrix.wrap(elements.quotients(rows * pixels, isBytes ? 255 : 1), rows, (int) pixels));
  }

  /** A one-dimensional array of numbers, or a single column. */
  public double[] vector() {
    requireNumbers(1);
    int rows = length(0);
    return reading(elements -> elements.doubles(rows, 1));
  }

  /** Whether the elements are texts. */
  public boolean isText() {
    return header.type().isText();
  }

  /** A one-dimensional array of texts. */
  public List<String> texts() {
    requireRank(1);
    if (!isText()) {
      throw InputException.in(where, "holds %s; texts (U) are needed", header.type());
    }
    return reading(elements -> elements.texts(length(0)));
  }

  /**
   * A one-dimensional array of any type, each element as text: numbers in their shortest form, days
   * and times as in ISO 8601.
   */
  public List<String> column() {
    requireRank(1);
    int rows = length(0);
    return switch (header.type().kind()) {
      case TEXT, BYTES -> texts();
      case DATETIME -> reading(elements -> elements.times(rows));
      case SIGNED, UNSIGNED -> reading(elements -> elements.integers(rows));
      case FLOAT, BOOLEAN -> Arrays.stream(vector()).mapToObj(this::text).toList();
    };
  }

  private String text(double number) {
    long whole = (long) number;
    return whole == number
        ? Long.toString(whole)
        : header.type().isSinglePrecision()
            ? NumberOutput.toString((float) number, true)
            : NumberOutput.toString(number, true);
  }

  /** A one-dimensional array of bytes. */
  public byte[] bytes() {
    requireRank(1);
    if (header.type().kind() != ElementType.Kind.UNSIGNED || header.type().bytes() != 1) {
      throw InputException.in(where, "holds %s; bytes (u1) are needed", header.type());
    }
    return reading(elements -> elements.bytes(length(0)));
  }

  /** Reads and checks all data for the digest alone. */
  public NpyArray digestOnly() {
    return reading(
        elements -> {
          elements.skip();
          return this;
        });
  }

  /** The elements in stored order; the caller closes them. */
  public Elements elements() {
    try {
      InputStream bytes = content.open();
      try {
        // Cannot fail: the header has been read from the same bytes.
        bytes.skipNBytes(header.length());
        return new Elements(this, bytes);
      } catch (IOException | RuntimeException e) {
        bytes.close();
        throw e;
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(content.source().name(), e);
    }
  }

  /** Random access to the elements, unless they are compressed. */
  public Optional<DirectAccess> directAccess() {
    return content.isContiguous()
        ? Optional.of(
            new DirectAccess(content.source(), header.type(), content.at() + header.length()))
        : Optional.empty();
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
      digest.ifPresent(elements::tap);
      T result = reading.from(elements);
      elements.requireEnd();
      return result;
    } catch (IOException e) {
      throw ByteSource.unreadable(content.source().name(), e);
    }
  }
}
