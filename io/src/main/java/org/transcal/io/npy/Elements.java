package org.transcal.io.npy;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;

/** The elements of an array, decoded one chunk after another in the order they are stored. */
public final class Elements implements Closeable {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int MOST_TEXTS = 1_000_000;

  private final String where;
  private final NpyHeader header;
  private final ElementType type;
  private final InputStream bytes;
  private final byte[] chunk;
  private Optional<Digest> digest = Optional.empty();

  Elements(NpyArray array, InputStream bytes) {
    this.where = array.where();
    this.header = array.header();
    this.type = header.type();
    this.bytes = bytes;
    int perChunk = Math.max(1, CHUNK_BYTES / type.bytes());
    long wanted = Math.min(perChunk, header.elements()) * type.bytes();
    this.chunk = Allocation.bytes(where, wanted);
  }

  void tap(Digest into) {
    digest = Optional.of(into);
  }

  /** Reads the next elements into floats; for half and single precision only. */
  public void read(float[] target, int at, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, chunk.length / type.bytes());
      type.decode(fill(part), target, at + done, part);
      done += part;
    }
  }

  /** Reads the next elements into doubles. */
  public void read(double[] target, int at, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, chunk.length / type.bytes());
      type.decode(fill(part), target, at + done, part);
      done += part;
    }
  }

  /** Fails unless all bytes have been read; in an archive this also compares the checksum. */
  public void requireEnd() throws IOException {
    if (bytes.read() >= 0) {
      throw new InputException(where + ": goes on after its last element");
    }
  }

  float[] floats(int rows, int columns) throws IOException {
    float[] all = Allocation.floats(where, (long) rows * columns);
    if (header.isRowMajor()) {
      read(all, 0, all.length);
    } else {
      readColumns(rows, columns, (at, value) -> all[at] = (float) value);
    }
    return all;
  }

  double[] doubles(int rows, int columns) throws IOException {
    double[] all = Allocation.doubles(where, (long) rows * columns);
    if (header.isRowMajor()) {
      read(all, 0, all.length);
    } else {
      readColumns(rows, columns, (at, value) -> all[at] = value);
    }
    return all;
  }

  /** Takes one value of a matrix and its row-major index. */
  private interface Cell {
    void set(int at, double value);
  }

  private void readColumns(int rows, int columns, Cell cell) throws IOException {
    double[] part = new double[Math.min(rows, chunk.length / type.bytes())];
    for (int column = 0; column < columns; column++) {
      for (int row = 0; row < rows; row += part.length) {
        int count = Math.min(part.length, rows - row);
        read(part, 0, count);
        for (int i = 0; i < count; i++) {
          cell.set((row + i) * columns + column, part[i]);
        }
      }
    }
  }

  List<String> texts(int count) throws IOException {
    if (count > MOST_TEXTS) {
      throw InputException.in(where, "holds %s texts; at most %s are accepted", count, MOST_TEXTS);
    }
    List<String> texts = new ArrayList<>();
    int[] points = new int[type.bytes() / Integer.BYTES];
    for (int row = 0; row < count; row++) {
      ByteBuffer element = fill(1).order(type.order());
      int length = 0;
      for (int i = 0; i < points.length; i++) {
        points[i] = element.getInt();
        if (!Character.isValidCodePoint(points[i])) {
          throw new InputException(where + ": text at row " + row + " is not valid Unicode");
        }
        length = points[i] == 0 ? length : i + 1;
      }
      texts.add(new String(points, 0, length));
    }
    return texts;
  }

  void skip() throws IOException {
    long left = header.elements();
    while (left > 0) {
      int part = (int) Math.min(left, chunk.length / type.bytes());
      fill(part);
      left -= part;
    }
  }

  private ByteBuffer fill(int elements) throws IOException {
    int wanted = elements * type.bytes();
    if (bytes.readNBytes(chunk, 0, wanted) < wanted) {
      throw new EOFException("the file ends early");
    }
    digest.ifPresent(into -> into.update(chunk, 0, wanted));
    return ByteBuffer.wrap(chunk, 0, wanted).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
