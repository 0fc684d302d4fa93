package org.transcal.io.npy;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

/** The elements of an array, decoded one chunk after another in the order they are stored. */
final class Elements implements Closeable {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int MOST_TEXTS = 10_000_000;
  private static final int MOST_SHARED = 10_000;

  private final String where;
  private final NpyHeader header;
  private final ElementType type;
  private final InputStream bytes;
  private final byte[] chunk;
  private Optional<Digest> digest = Optional.empty();

  Elements(String where, NpyHeader header, InputStream bytes) {
    this.where = where;
    this.header = header;
    this.type = header.type();
    this.bytes = bytes;
    int perChunk = Math.max(1, CHUNK_BYTES / type.bytes());
    long wanted = Math.min(perChunk, header.elements()) * type.bytes();
    this.chunk = Allocation.bytes(where, wanted);
  }

  void tap(Digest into) {
    digest = Optional.of(into);
  }

  /** Takes some of the elements, given their bytes and how many came before. */
  private interface Part {
    void take(ByteBuffer source, int done, int count);
  }

  private void forEachPart(long count, Part part) throws IOException {
    int perChunk = chunk.length / type.bytes();
    for (long done = 0; done < count; ) {
      int some = (int) Math.min(count - done, perChunk);
      int wanted = some * type.bytes();
      if (bytes.readNBytes(chunk, 0, wanted) < wanted) {
        throw new EOFException("the file ends early");
      }
      digest.ifPresent(into -> into.update(chunk, 0, wanted));
      part.take(ByteBuffer.wrap(chunk, 0, wanted).order(type.order()), (int) done, some);
      done += some;
    }
  }

  /** Reads the next elements into floats; for half and single precision only. */
  void read(float[] target, int at, int count) throws IOException {
    forEachPart(count, (source, done, some) -> type.decode(source, target, at + done, some));
  }

  /** Reads the next elements into doubles. */
  void read(double[] target, int at, int count) throws IOException {
    forEachPart(count, (source, done, some) -> type.decode(source, target, at + done, some));
  }

  /** Fails unless all bytes have been read; in an archive this also compares the checksum. */
  void requireEnd() throws IOException {
    if (bytes.read() >= 0) {
      throw new InputException(where + ": goes on after its last element");
    }
  }

  /** All elements, as floats if these hold every value exactly. */
  Matrix matrix(int rows, int columns) throws IOException {
    if (!type.isSinglePrecision()) {
      return Matrix.wrap(doubles(rows, columns), rows, columns);
    }
    float[] all = Allocation.floats(where, (long) rows * columns);
    if (header.isRowMajor()) {
      read(all, 0, all.length);
    } else {
      readColumns(rows, columns, (at, value) -> all[at] = (float) value);
    }
    return Matrix.wrap(all, rows, columns);
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

  /** The next elements divided by a number, in single precision. */
  float[] quotients(long count, double divisor) throws IOException {
    float[] all = Allocation.floats(where, count);
    double[] part = new double[chunk.length / type.bytes()];
    forEachPart(
        count,
        (source, done, some) -> {
          type.decode(source, part, 0, some);
          for (int i = 0; i < some; i++) {
            all[done + i] = (float) (part[i] / divisor);
          }
        });
    return all;
  }

  /** The next elements as text. */
  List<String> texts(int count) throws IOException {
    if (!type.isNumeric() && count > MOST_TEXTS) {
      throw InputException.in(where, "holds %s texts; at most %s are accepted", count, MOST_TEXTS);
    }
    List<String> texts = new ArrayList<>();
    Map<String, String> known = new HashMap<>();
    forEachPart(
        count,
        (source, done, some) -> {
          for (int i = 0; i < some; i++) {
            String text = type.text(where, done + i, source.slice(i * type.bytes(), type.bytes()));
            // Columns with few distinct values repeat them often.
            texts.add(known.size() < MOST_SHARED ? known.computeIfAbsent(text, t -> t) : text);
          }
        });
    return texts;
  }

  byte[] bytes(int count) throws IOException {
    byte[] all = Allocation.bytes(where, count);
    forEachPart(count, (source, done, some) -> source.get(all, done, some));
    return all;
  }

  /** Reads all elements for their digest alone. */
  void skip() throws IOException {
    forEachPart(header.elements(), (source, done, some) -> {});
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
