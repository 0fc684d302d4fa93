package org.transcal.io.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes with random access: a file, or an array in memory, which lets tests try hostile input
 * without files.
 */
public abstract class ByteSource implements AutoCloseable {
  private final Path name;

  private ByteSource(Path name) {
    this.name = name;
  }

  /** Opens a file. */
  public static ByteSource open(Path file) {
    try {
      if (!Files.exists(file)) {
        throw InputException.in(file, "there is no such file");
      }
      if (!Files.isRegularFile(file)) {
        throw InputException.in(file, "this is not a file; a regular file is needed");
      }
      return new OfFile(file, FileChannel.open(file, StandardOpenOption.READ));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Something that reads from a source. */
  @FunctionalInterface
  public interface Reading<T> {
    /** Reads. */
    T from(ByteSource source) throws IOException;
  }

  /** Opens a file, reads from it and closes it; a failed read is bad input. */
  public static <T> T read(Path file, Reading<T> reading) {
    try (ByteSource source = open(file)) {
      return source.read(reading);
    }
  }

  /** Reads from this source, which stays open; a failed read is bad input. */
  public final <T> T read(Reading<T> reading) {
    try {
      return reading.from(this);
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** Shares an array; messages call it by the given name. */
  public static ByteSource of(Path name, byte[] bytes) {
    return new OfArray(name, bytes);
  }

  /** Turns a failed read into bad input. */
  public static InputException unreadable(Path file, IOException cause) {
    return new InputException(file + ": cannot be read: " + InputException.reason(cause), cause);
  }

  /** The file's name, for messages. */
  public final Path name() {
    return name;
  }

  /** Closes the source; a failure is bad input. */
  @Override
  public abstract void close();

  /** Number of bytes. */
  public abstract long size() throws IOException;

  /** Reads some bytes at a position; −1 at the end. */
  public abstract int read(long position, ByteBuffer target) throws IOException;

  /** Fills what remains of the buffer or fails. */
  public final void readFully(long position, ByteBuffer target) throws IOException {
    long at = position;
    while (target.hasRemaining()) {
      int count = read(at, target);
      if (count < 0) {
        throw new EOFException("the file ends early");
      }
      at += count;
    }
  }

  /** The bytes of a range as a stream, which ends early if the source does. */
  public final InputStream stream(long position, long length) {
    return new RangeStream(this, position, length);
  }

  private static final class OfFile extends ByteSource {
    private final FileChannel channel;

    OfFile(Path name, FileChannel channel) {
      super(name);
      this.channel = channel;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
      return channel.read(target, position);
    }

    @Override
    public void close() {
      read(
          source -> {
            channel.close();
            return source;
          });
    }
  }

  private static final class OfArray extends ByteSource {
    private final byte[] bytes;

    OfArray(Path name, byte[] bytes) {
      super(name);
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public int read(long position, ByteBuffer target) {
      if (position >= bytes.length) {
        return -1;
      }
      int count = (int) Math.min(target.remaining(), bytes.length - position);
      target.put(bytes, (int) position, count);
      return count;
    }

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** A range of a {@link ByteSource} as a stream; the source stays open when it closes. */
  private static final class RangeStream extends InputStream {
    private final ByteSource source;
    private final long end;
    private long position;

    RangeStream(ByteSource source, long position, long length) {
      this.source = source;
      this.position = position;
      this.end = Math.addExact(position, length);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (position >= end) {
        return -1;
      }
      int wanted = (int) Math.min(length, end - position);
      int count = source.read(position, ByteBuffer.wrap(target, offset, wanted));
      position += Math.max(0, count);
      return count;
    }
  }
}
