package org.transcal.io.npy;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;

/** The elements of an array, decoded one chunk after another in the order they are stored. */
public final class Elements implements Closeable {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int MOST_TEXTS = 10_000_000;
  private static final int MOST_SHARED = 10_000;
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  /** How numpy stores NaT, not a time. */
  private static final long NOT_A_TIME = Long.MIN_VALUE;

  private static final int LAST_YEAR = 9999;

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

  /** The next elements divided by a number, in single precision. */
  float[] quotients(long count, double divisor) throws IOException {
    float[] all = Allocation.floats(where, count);
    double[] part = new double[Math.min(all.length, chunk.length / type.bytes())];
    for (int done = 0; done < all.length; done += part.length) {
      int some = Math.min(part.length, all.length - done);
      read(part, 0, some);
      for (int i = 0; i < some; i++) {
        all[done + i] = (float) (part[i] / divisor);
      }
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
    requireFew(count);
    List<String> texts = new ArrayList<>();
    Map<String, String> known = new HashMap<>();
    int[] points = new int[type.bytes() / Integer.BYTES];
    for (int row = 0; row < count; row++) {
      ByteBuffer element = fill(1).order(type.order());
      String text =
          type.kind() == ElementType.Kind.BYTES ? decoded(element) : decoded(element, points, row);
      // Columns with few distinct values repeat them often.
      texts.add(known.size() < MOST_SHARED ? known.computeIfAbsent(text, t -> t) : text);
    }
    return texts;
  }

  private void requireFew(int count) {
    if (count > MOST_TEXTS) {
      throw InputException.in(where, "holds %s texts; at most %s are accepted", count, MOST_TEXTS);
    }
  }

  private String decoded(ByteBuffer element, int[] points, int row) {
    int length = 0;
    for (int i = 0; i < points.length; i++) {
      points[i] = element.getInt();
      if (!Character.isValidCodePoint(points[i])) {
        throw new InputException(where + ": text at row " + row + " is not valid Unicode");
      }
      length = points[i] == 0 ? length : i + 1;
    }
    return new String(points, 0, length);
  }

  private static String decoded(ByteBuffer element) {
    int length = element.limit();
    while (length > 0 && element.get(length - 1) == 0) {
      length--;
    }
    return new String(element.array(), 0, length, StandardCharsets.UTF_8);
  }

  /** Times as ISO 8601 writes them, in UTC; days if they are stored as such. */
  List<String> times(int count) throws IOException {
    requireFew(count);
    List<String> times = new ArrayList<>();
    boolean isDays = type.unit().equals("D");
    ChronoUnit unit =
        switch (type.unit()) {
          case "D" -> ChronoUnit.DAYS;
          case "h" -> ChronoUnit.HOURS;
          case "m" -> ChronoUnit.MINUTES;
          case "s" -> ChronoUnit.SECONDS;
          case "ms" -> ChronoUnit.MILLIS;
          case "us" -> ChronoUnit.MICROS;
          default -> ChronoUnit.NANOS;
        };
    for (int row = 0; row < count; row++) {
      long time = fill(1).order(type.order()).getLong();
      try {
        LocalDateTime moment = EPOCH.plus(time, unit);
        if (time == NOT_A_TIME || moment.getYear() < 0 || moment.getYear() > LAST_YEAR) {
          throw new DateTimeException("beyond the years of ISO 8601");
        }
        times.add(isDays ? moment.toLocalDate().toString() : moment.toString());
      } catch (DateTimeException | ArithmeticException e) {
        throw InputException.in(
            where,
            "time at row %d is %s; it must be a time in the years 0 to %d",
            row,
            time == NOT_A_TIME ? "NaT" : Long.toString(time),
            LAST_YEAR);
      }
    }
    return times;
  }

  /** Integers as decimal text: a double could not tell large ones apart. */
  List<String> integers(int count) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      texts.add(type.integer(fill(1)));
    }
    return texts;
  }

  byte[] bytes(int count) throws IOException {
    byte[] all = Allocation.bytes(where, count);
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, chunk.length);
      fill(part).get(all, done, part);
      done += part;
    }
    return all;
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
