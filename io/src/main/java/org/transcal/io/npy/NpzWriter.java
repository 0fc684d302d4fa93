package org.transcal.io.npy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.transcal.io.array.Precision;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.Digest;
import org.transcal.io.file.OutputException;
import org.transcal.matrix.Matrix;

/**
 * Writes named arrays into a {@code .npz} file, deflated, which appears under its name only at
 * {@link #commit()}. The same arrays give the same bytes.
 */
public final class NpzWriter implements AutoCloseable {
  /** The earliest time of the zip format, so that the same arrays give the same bytes. */
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path path;
  private final AtomicFile file;
  private final ZipOutputStream zip;
  private final WritableByteChannel channel;
  private final Digest digest = new Digest();
  private final SortedMap<String, String> digests = new TreeMap<>();

  private NpzWriter(Path path, AtomicFile file) {
    this.path = path;
    this.file = file;
    this.zip = new ZipOutputStream(new BufferedOutputStream(file.stream(), BUFFER_BYTES));
    this.channel = Channels.newChannel(zip);
  }

  /** Starts a file. */
  public static NpzWriter open(Path file) {
    return new NpzWriter(file, AtomicFile.open(file));
  }

  /** Adds a matrix, stored as it is: floats as {@code f4}, doubles as {@code f8}. */
  public NpzWriter matrix(String name, Matrix values) {
    Precision precision = values instanceof Matrix.OfFloats ? Precision.FLOAT32 : Precision.FLOAT64;
    ByteBuffer header = NpyHeader.encode(precision.typeName(), values.rows(), values.columns());
    return member(
        name,
        header,
        () -> {
          RowEncoder encoder = new RowEncoder(precision, this::write);
          encoder.write(values);
          encoder.flush();
        });
  }

  /** Adds integers as {@code i4}. */
  public NpzWriter integers(String name, int... values) {
    ByteBuffer bytes = buffer(values.length, Integer.BYTES);
    bytes.asIntBuffer().put(values);
    return member(name, NpyHeader.encode("<i4", values.length), () -> write(bytes));
  }

  /** Adds numbers as {@code f8}. */
  public NpzWriter numbers(String name, double... values) {
    ByteBuffer bytes = buffer(values.length, Double.BYTES);
    bytes.asDoubleBuffer().put(values);
    return member(name, NpyHeader.encode("<f8", values.length), () -> write(bytes));
  }

  /** Adds bytes as {@code u1}. */
  public NpzWriter bytes(String name, byte[] values) {
    return bytes(name, values, new long[] {values.length});
  }

  /** Adds bytes of any shape, such as images, as {@code u1}. */
  public NpzWriter bytes(String name, byte[] values, long... shape) {
    if (LongStream.of(shape).reduce(1, Math::multiplyExact) != values.length) {
      throw new IllegalArgumentException(
          values.length + " bytes do not have the shape " + Arrays.toString(shape));
    }
    return member(name, NpyHeader.encode("|u1", shape), () -> write(ByteBuffer.wrap(values)));
  }

  /** Adds texts as {@code <U}. */
  public NpzWriter texts(String name, List<String> values) {
    int longest = 1;
    for (String value : values) {
      longest = Math.max(longest, value.codePointCount(0, value.length()));
    }
    ByteBuffer bytes = buffer(values.size(), Math.multiplyExact(longest, Integer.BYTES));
    for (int i = 0; i < values.size(); i++) {
      bytes.position(i * longest * Integer.BYTES);
      values.get(i).codePoints().forEach(bytes::putInt);
    }
    bytes.position(0);
    return member(name, NpyHeader.encode("<U" + longest, values.size()), () -> write(bytes));
  }

  private static ByteBuffer buffer(int elements, int elementBytes) {
    return ByteBuffer.allocate(Math.multiplyExact(elements, elementBytes))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private NpzWriter member(String name, ByteBuffer header, Runnable body) {
    if (digests.containsKey(name)) {
      throw new IllegalArgumentException("Array \"" + name + "\" is in the file already");
    }
    try {
      ZipEntry entry = new ZipEntry(name + ".npy");
      entry.setTimeLocal(NO_TIME);
      zip.putNextEntry(entry);
      write(header);
      body.run();
      zip.closeEntry();
      digests.put(name, digest.hex());
      return this;
    } catch (IOException e) {
      throw new OutputException(path, e);
    }
  }

  private void write(ByteBuffer chunk) {
    digest.update(chunk.duplicate());
    try {
      channel.write(chunk);
    } catch (IOException e) {
      throw new OutputException(path, e);
    }
  }

  /** SHA-256 over names, headers and data of the arrays so far, whatever their order. */
  public String digest() {
    return Digest.of(digests);
  }

  /** Completes the file and moves it into place. */
  public void commit() {
    try {
      zip.finish();
      zip.flush();
    } catch (IOException e) {
      throw new OutputException(path, e);
    }
    file.commit();
  }

  /** Removes the file unless it was committed. */
  @Override
  public void close() {
    file.close();
    try {
      // Frees the deflater; without a commit its last bytes cannot be written.
      zip.close();
    } catch (IOException e) {
      // Expected then.
    }
  }
}
