package org.transcal.adapt.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;

/**
 * The safetensors format: the size of the header in eight bytes, the header in JSON, then values in
 * single precision, all little-endian.
 */
final class SafeTensors {
  static final int LENGTH_BYTES = Long.BYTES;
  private static final int ALIGNMENT = 8;

  private SafeTensors() {}

  /** Writes tensors in the order of their names, which hold no quotes. */
  static void write(Path file, SortedMap<String, Tensor> tensors) {
    byte[] header = header(tensors);
    int padded = (header.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteBuffer start = ByteBuffer.allocate(LENGTH_BYTES + padded).order(ByteOrder.LITTLE_ENDIAN);
    start.putLong(padded).put(header);
    while (start.hasRemaining()) {
      start.put((byte) ' ');
    }
    try (AtomicFile output = AtomicFile.open(file)) {
      output.write(start.flip());
      for (Tensor tensor : tensors.values()) {
        ByteBuffer values = ByteBuffer.allocate(tensor.values().length * Float.BYTES);
        values.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(tensor.values());
        output.write(values);
      }
      output.commit();
    }
  }

  private static byte[] header(SortedMap<String, Tensor> tensors) {
    StringJoiner json = new StringJoiner(",", "{", "}");
    long at = 0;
    for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
      long end = at + (long) Float.BYTES * entry.getValue().values().length;
      String shape = entry.getValue().shape().toString().replace(" ", "");
      json.add(
          ("\"" + entry.getKey() + "\":{\"dtype\":\"F32\",\"shape\":" + shape)
              + (",\"data_offsets\":[" + at + "," + end + "]}"));
      at = end;
    }
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads all tensors.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong with it
   */
  static Map<String, Tensor> read(Path file) {
    try (ByteSource source = ByteSource.open(file)) {
      return read(source);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  static Map<String, Tensor> read(ByteSource source) throws IOException {
    return new SafeTensorsReader(source).read();
  }
}
