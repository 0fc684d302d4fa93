package org.transcal.onnx.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.transcal.io.file.InputException;

/**
 * Walks the fields of one message in place, without allocating memory for them.
 *
 * <p>Every length is checked against the enclosing message before it is used.
 */
public final class FieldCursor {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FOUR_BYTES = 5;
  private static final int LONGEST_VARINT = 10;

  private final Path file;
  private final byte[] bytes;
  private final int end;
  private int next;
  private int number;
  private int type;
  private int fieldStart;
  private int valueStart;
  private long varint;

  private FieldCursor(Path file, byte[] bytes, int start, int end) {
    this.file = file;
    this.bytes = bytes;
    this.next = start;
    this.end = end;
  }

  /** Walks a whole file; the array is shared. */
  public static FieldCursor of(Path file, byte[] bytes) {
    return new FieldCursor(file, bytes, 0, bytes.length);
  }

  /** Moves to the next field; false at the end. */
  public boolean next() {
    if (next == end) {
      return false;
    }
    fieldStart = next;
    long tag = readVarint();
    number = (int) (tag >>> 3);
    type = (int) (tag & 7);
    if (tag >>> 3 == 0 || tag >>> 32 != 0) {
      throw damaged("a field has number " + (tag >>> 3));
    }
    valueStart = next;
    switch (type) {
      case VARINT -> varint = readVarint();
      case EIGHT_BYTES -> skip(Long.BYTES);
      case FOUR_BYTES -> skip(Integer.BYTES);
      case LENGTH_DELIMITED -> {
        long length = readVarint();
        valueStart = next;
        skip(length);
      }
      default -> throw damaged("a field has wire type " + type);
    }
    return true;
  }

  private void skip(long length) {
    if (length < 0 || length > end - next) {
      String text = Long.toUnsignedString(length);
      throw damaged("a field has length " + text + ", but " + (end - next) + " bytes are left");
    }
    next += (int) length;
  }

  private long readVarint() {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT; i++) {
      if (next == end) {
        throw damaged("a number is cut off");
      }
      byte b = bytes[next++];
      value |= (b & 0x7fL) << (7 * i);
      if (b >= 0) {
        return value;
      }
    }
    throw damaged("a number has more than " + LONGEST_VARINT + " bytes");
  }

  public int number() {
    return number;
  }

  /** First byte of the field, its tag included. */
  public int fieldStart() {
    return fieldStart;
  }

  public int start() {
    return valueStart;
  }

  public int end() {
    return next;
  }

  public long integer() {
    requireType(VARINT);
    return varint;
  }

  public String text() {
    requireType(LENGTH_DELIMITED);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, valueStart, next - valueStart))
          .toString();
    } catch (CharacterCodingException e) {
      throw damaged("a text is not UTF-8");
    }
  }

  /** A cursor over a message value. */
  public FieldCursor message() {
    requireType(LENGTH_DELIMITED);
    return new FieldCursor(file, bytes, valueStart, next);
  }

  /** The last text of a field in the rest of this message; empty if there is none. */
  public String lastText(int field) {
    String found = "";
    while (next()) {
      found = number == field ? text() : found;
    }
    return found;
  }

  /** The last integer of a field in the rest of this message; 0 if there is none. */
  public long lastInteger(int field) {
    long found = 0;
    while (next()) {
      found = number == field ? integer() : found;
    }
    return found;
  }

  private void requireType(int wanted) {
    if (type != wanted) {
      throw damaged("field " + number + " has wire type " + type + "; it must be " + wanted);
    }
  }

  /** Bad input at the current field. */
  public InputException damaged(String how) {
    return InputException.in(
        file, "is not an ONNX model, or a damaged one: " + how + " at byte " + fieldStart);
  }
}
