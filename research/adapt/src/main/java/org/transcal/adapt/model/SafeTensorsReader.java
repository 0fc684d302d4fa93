package org.transcal.adapt.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/** Reads safetensors from untrusted files: every size is checked before memory is allocated. */
final class SafeTensorsReader {
  private static final long LONGEST_HEADER = 1 << 20;
  private static final int MOST_DIMENSIONS = 8;
  private static final long MOST_VALUES = 1L << 28;

  private final ByteSource source;
  private final long size;
  private long dataAt;

  SafeTensorsReader(ByteSource source) throws IOException {
    this.source = source;
    this.size = source.size();
  }

  Map<String, Tensor> read() throws IOException {
    if (size < SafeTensors.LENGTH_BYTES) {
      throw wrong("has " + size + " bytes; a safetensors file starts with the 8-byte header size");
    }
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(0, length);
    long header = length.getLong(0);
    if (header < 2 || header > LONGEST_HEADER || header > size - SafeTensors.LENGTH_BYTES) {
      throw wrong(
          "gives its header size as "
              + header
              + " bytes; it must be in 2 … "
              + LONGEST_HEADER
              + " and within the file");
    }
    dataAt = SafeTensors.LENGTH_BYTES + header;
    JsonTree json = JsonTree.read(source, SafeTensors.LENGTH_BYTES, header);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (String name : json.names()) {
      if (!name.equals("__metadata__")) {
        tensors.put(name, tensor("tensor " + InputException.quote(name), json.object(name)));
      }
    }
    return tensors;
  }

  private Tensor tensor(String where, JsonTree json) throws IOException {
    String type = json.text("dtype");
    if (!type.equals("F32")) {
      throw wrong(where + " has dtype " + InputException.quote(type) + "; F32 is needed");
    }
    List<Long> shape = json.integers("shape", MOST_DIMENSIONS, 0, Long.MAX_VALUE);
    List<Long> offsets = json.integers("data_offsets", 2, 0, Long.MAX_VALUE);
    long count = 1;
    for (long dimension : shape) {
      if (dimension > MOST_VALUES || count * dimension > MOST_VALUES) {
        throw wrong(where + " has shape " + shape + ", more than " + MOST_VALUES + " values");
      }
      count *= dimension;
    }
    boolean fits =
        offsets.size() == 2
            && offsets.get(0) <= offsets.get(1)
            && offsets.get(1) <= size - dataAt
            && offsets.get(1) - offsets.get(0) == count * Float.BYTES;
    if (!fits) {
      throw wrong(
          where
              + " of shape "
              + shape
              + " has data_offsets "
              + offsets
              + " in "
              + (size - dataAt)
              + " bytes of data; they must enclose its values");
    }
    float[] values = Allocation.floats(source.name() + ", " + where, count);
    ByteBuffer bytes = ByteBuffer.wrap(Allocation.bytes(where, count * Float.BYTES));
    source.readFully(dataAt + offsets.get(0), bytes);
    bytes.flip().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw wrong(where + ": value " + i + " is " + values[i] + "; it must be finite");
      }
    }
    return new Tensor(shape.stream().map(Long::intValue).toList(), values);
  }

  private InputException wrong(String problem) {
    return InputException.in(source.name(), problem);
  }
}
