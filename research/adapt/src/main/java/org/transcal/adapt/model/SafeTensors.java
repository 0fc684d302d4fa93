package org.transcal.adapt.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.JsonCodec;

/**
 * The safetensors format: the size of the header in eight bytes, the header in JSON, then values in
 * single precision, all little-endian. Files are untrusted: every size is checked before memory is
 * allocated.
 */
final class SafeTensors {
  private static final int ALIGNMENT = 8;
  private static final long LONGEST_HEADER = 1 << 20;
  private static final long MOST_VALUES = 1L << 28;

  private final ByteSource source;

  /** A tensor in the header; the entry with metadata has other fields. */
  private record Place(
      Optional<String> dtype,
      Optional<List<Long>> shape,
      @JsonCodec.Name("data_offsets") Optional<List<Long>> offsets) {}

  private SafeTensors(ByteSource source) {
    this.source = source;
  }

  /** Writes tensors in the order of their names, which hold no quotes. */
  static void write(Path file, SortedMap<String, Tensor> tensors) {
    byte[] header = header(tensors);
    int padded = (header.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteBuffer start = ByteBuffer.allocate(Long.BYTES + padded).order(ByteOrder.LITTLE_ENDIAN);
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
    Map<String, Place> places = new LinkedHashMap<>();
    long at = 0;
    for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
      long end = at + (long) Float.BYTES * entry.getValue().values().length;
      List<Long> shape = entry.getValue().shape().stream().map(Integer::longValue).toList();
      places.put(
          entry.getKey(),
          new Place(Optional.of("F32"), Optional.of(shape), Optional.of(List.of(at, end))));
      at = end;
    }
    return JsonCodec.line(places).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads all tensors.
   *
   * @throws InputException naming the file and what is wrong with it
   */
  static Map<String, Tensor> read(Path file) {
    return ByteSource.read(file, SafeTensors::read);
  }

  static Map<String, Tensor> read(ByteSource source) throws IOException {
    return new SafeTensors(source).tensors();
  }

  private Map<String, Tensor> tensors() throws IOException {
    long most = source.size() - Long.BYTES;
    if (most < 0) {
      throw wrong(
          "has %s bytes; a safetensors file starts with the 8-byte header size", source.size());
    }
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(0, length);
    long header = length.getLong(0);
    if (header < 2 || header > LONGEST_HEADER || header > most) {
      throw wrong(
          "gives its header size as %s bytes; it must be in 2 … %s and within the file",
          header, LONGEST_HEADER);
    }
    ByteBuffer json = ByteBuffer.allocate((int) header);
    source.readFully(Long.BYTES, json);
    Map<String, Place> places =
        JsonCodec.decodeMap(ByteSource.of(source.name(), json.array()), Place.class);
    places.remove("__metadata__");
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (Map.Entry<String, Place> place : places.entrySet()) {
      String where = "tensor " + InputException.quote(place.getKey());
      tensors.put(place.getKey(), tensor(where, place.getValue(), Long.BYTES + header));
    }
    return tensors;
  }

  private Tensor tensor(String where, Place place, long dataAt) throws IOException {
    String type = place.dtype().orElse("");
    if (!type.equals("F32")) {
      throw wrong("%s has dtype %s; F32 is needed", where, InputException.quote(type));
    }
    List<Long> shape = place.shape().orElse(List.of());
    List<Long> offsets = place.offsets().orElse(List.of());
    if (Stream.of(shape, offsets).flatMap(List::stream).anyMatch(number -> number < 0)) {
      throw wrong("%s: each number must be an integer in 0 … %s", where, Long.MAX_VALUE);
    }
    long count = 1;
    for (long dimension : shape) {
      if (dimension > MOST_VALUES || count * dimension > MOST_VALUES) {
        throw wrong("%s has shape %s, more than %s values", where, shape, MOST_VALUES);
      }
      count *= dimension;
    }
    long bytesOfData = source.size() - dataAt;
    boolean fits =
        offsets.size() == 2
            && offsets.get(0) <= offsets.get(1)
            && offsets.get(1) <= bytesOfData
            && offsets.get(1) - offsets.get(0) == count * Float.BYTES;
    if (!fits) {
      throw wrong(
          "%s of shape %s has data_offsets %s in %s bytes of data; they must enclose its values",
          where, shape, offsets, bytesOfData);
    }
    float[] values = Allocation.floats(source.name() + ", " + where, count);
    ByteBuffer bytes = ByteBuffer.wrap(Allocation.bytes(where, count * Float.BYTES));
    source.readFully(dataAt + offsets.get(0), bytes);
    bytes.flip().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw wrong("%s: value %s is %s; it must be finite", where, i, values[i]);
      }
    }
    return new Tensor(shape.stream().map(Long::intValue).toList(), values);
  }

  private InputException wrong(String problem, Object... values) {
    return InputException.in(source.name(), problem, values);
  }
}
