package org.transcal.table.database;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Values that go through a pipe to the process of DuckDB or come back from it.
 *
 * <p>In the pipe, a block is its length in bytes, its kind, and its values, each after a byte that
 * says what it is.
 */
final class Block {
  /** Kinds: a statement, rows to append, rows, the end of rows, and what went wrong. */
  static final char STATEMENT = 'Q';

  static final char APPEND = 'A';
  static final char ROWS = 'B';
  static final char END = 'Z';
  static final char FAILED = 'X';

  /** A block of this many bytes is sent. */
  static final int FULL = 1 << 18;

  /** What is longer is not read: the other end is broken, or a text is far too long. */
  private static final int LONGEST = 1 << 26;

  private static final int HEADER = 5;

  private final char kind;
  private ByteBuffer bytes;
  private boolean wasNull;

  /** An empty block. */
  Block() {
    kind = ROWS;
    bytes = ByteBuffer.allocate(2 * FULL).position(HEADER);
  }

  /** A block that was received. */
  Block(char kind, byte[] received) {
    this.kind = kind;
    this.bytes = ByteBuffer.wrap(received);
  }

  /** The next block of a pipe. */
  static Block receive(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("a block has " + length + " bytes");
    }
    char kind = (char) in.readByte();
    byte[] received = in.readNBytes(length);
    if (received.length < length) {
      throw new EOFException();
    }
    return new Block(kind, received);
  }

  /** Sends what was put, and empties this block. */
  void send(char as, OutputStream out) throws IOException {
    int end = bytes.position();
    bytes.putInt(0, end - HEADER).put(4, (byte) as);
    out.write(bytes.array(), 0, end);
    out.flush();
    bytes.clear().position(HEADER);
  }

  char kind() {
    return kind;
  }

  boolean isFull() {
    return bytes.position() > FULL;
  }

  boolean hasMore() {
    return bytes.hasRemaining();
  }

  /** Adds a number, a text, or null. */
  Block put(Object value) {
    if (value instanceof Float number) {
      room(4).put((byte) 'F').putFloat(number);
    } else if (value instanceof Double number) {
      room(8).put((byte) 'D').putDouble(number);
    } else if (value instanceof Long || value instanceof Integer) {
      room(8).put((byte) 'L').putLong(((Number) value).longValue());
    } else if (value == null) {
      room(0).put((byte) 'N');
    } else {
      byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
      room(4L + text.length).put((byte) 'S').putInt(text.length).put(text);
    }
    return this;
  }

  private ByteBuffer room(long more) {
    long needed = bytes.position() + 1 + more;
    if (needed > LONGEST) {
      throw new IllegalArgumentException(
          "a row or text is longer than " + (LONGEST >> 20) + " MiB");
    }
    if (needed > bytes.capacity()) {
      bytes = ByteBuffer.allocate((int) Math.min(LONGEST, 2 * needed)).put(bytes.flip());
    }
    return bytes;
  }

  /** The next value as a number; NaN if there is none, or a text. */
  double number() {
    byte type = bytes.get(bytes.position());
    wasNull = type == 'N';
    if (type == 'F' || type == 'D') {
      bytes.get();
      return type == 'F' ? bytes.getFloat() : bytes.getDouble();
    }
    return get() instanceof Long number ? number : Double.NaN;
  }

  /** Whether the last number was SQL's NULL. */
  boolean wasNull() {
    return wasNull;
  }

  /** The next value. */
  Object get() {
    return switch (bytes.get()) {
      case 'N' -> null;
      case 'F' -> (Object) bytes.getFloat();
      case 'D' -> (Object) bytes.getDouble();
      case 'L' -> (Object) bytes.getLong();
      default -> {
        int length = bytes.getInt();
        int start = bytes.position();
        bytes.position(start + length);
        yield new String(bytes.array(), start, length, StandardCharsets.UTF_8);
      }
    };
  }
}
