package org.transcal.onnx.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes the fields of one message. */
public final class MessageWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public MessageWriter integer(int number, long value) {
    tag(number, 0);
    varint(value);
    return this;
  }

  public MessageWriter text(int number, String value) {
    return bytes(number, value.getBytes(StandardCharsets.UTF_8));
  }

  public MessageWriter bytes(int number, byte[] value) {
    tag(number, 2);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  /** Adds fields written elsewhere. */
  public MessageWriter fields(byte[] written) {
    bytes.writeBytes(written);
    return this;
  }

  public MessageWriter message(int number, Consumer<MessageWriter> content) {
    MessageWriter inner = new MessageWriter();
    content.accept(inner);
    return bytes(number, inner.toBytes());
  }

  /** The tag and length of a message. */
  public static byte[] header(int number, int length) {
    MessageWriter header = new MessageWriter();
    header.tag(number, 2);
    header.varint(length);
    return header.toBytes();
  }

  public byte[] toBytes() {
    return bytes.toByteArray();
  }

  private void tag(int number, int type) {
    varint((long) number << 3 | type);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
