package org.transcal.adapt.model;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.StrictJson;

/**
 * Reads safetensors that may be hostile: every size is checked against the file before memory is
 * asked for.
 */
final class SafeTensorsReader {
  private static final long LONGEST_HEADER = 1 << 20;
  private static final int MOST_TENSORS = 1000;
  private static final int MOST_DIMENSIONS = 8;
  private static final int CHUNK_BYTES = 1 << 18;

  private final ByteSource source;
  private final long size;
  private long dataAt;

  SafeTensorsReader(ByteSource source) throws IOException {
    this.source = source;
    this.size = source.size();
  }

  /** Where the header says that a tensor stands. */
  private static final class Place {
    private String type = "";
    private final List<Long> shape = new ArrayList<>();
    private final List<Long> offsets = new ArrayList<>();
  }

  Map<String, Tensor> read() throws IOException {
    if (size < SafeTensors.LENGTH_BYTES) {
      throw wrong("has " + size + " bytes; safetensors start with 8 bytes for their header");
    }
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(0, length);
    long header = length.getLong(0);
    if (header < 2 || header > LONGEST_HEADER || header > size - SafeTensors.LENGTH_BYTES) {
      throw wrong(
          "says that its header has "
              + header
              + " bytes; it must have 2 … "
              + LONGEST_HEADER
              + " and lie within the file");
    }
    dataAt = SafeTensors.LENGTH_BYTES + header;
    Map<String, Place> places =
        StrictJson.read(
            source.name(), source.stream(SafeTensors.LENGTH_BYTES, header), this::places);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (Map.Entry<String, Place> entry : places.entrySet()) {
      tensors.put(entry.getKey(), tensor(entry.getKey(), entry.getValue()));
    }
    return tensors;
  }

  private Map<String, Place> places(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw wrong("has a header that is no JSON object");
    }
    Map<String, Place> places = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("__metadata__")) {
        json.skipChildren();
        continue;
      }
      if (value != JsonToken.START_OBJECT || places.size() == MOST_TENSORS) {
        throw wrong(
            "tensor "
                + InputException.quote(name)
                + " is no JSON object, or one too many; at most "
                + MOST_TENSORS
                + " are read");
      }
      places.put(name, place(json, name));
    }
    return places;
  }

  private Place place(JsonParser json, String name) throws IOException {
    Place place = new Place();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "dtype" -> place.type = value == JsonToken.VALUE_STRING ? json.getText() : "";
        case "shape" -> integers(json, name, place.shape);
        case "data_offsets" -> integers(json, name, place.offsets);
        default -> json.skipChildren();
      }
    }
    return place;
  }

  private void integers(JsonParser json, String name, List<Long> into) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(
          "tensor " + InputException.quote(name) + " has a shape or offsets that are no list");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      boolean integral =
          json.currentToken() == JsonToken.VALUE_NUMBER_INT
              && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
      if (!integral || into.size() == MOST_DIMENSIONS || json.getLongValue() < 0) {
        throw wrong(
            "tensor "
                + InputException.quote(name)
                + " has a shape or offsets that are not at most "
                + MOST_DIMENSIONS
                + " integers ≥ 0");
      }
      into.add(json.getLongValue());
    }
  }

  private Tensor tensor(String name, Place place) throws IOException {
    String where = "tensor " + InputException.quote(name);
    if (!place.type.equals("F32")) {
      throw wrong(where + " is of type " + InputException.quote(place.type) + "; F32 is needed");
    }
    long count = 1;
    List<Integer> shape = new ArrayList<>();
    for (long dimension : place.shape) {
      if (dimension > Allocation.LONGEST || count * dimension > Allocation.LONGEST) {
        throw wrong(where + " has shape " + place.shape + ", too large to be held in memory");
      }
      count *= dimension;
      shape.add((int) dimension);
    }
    boolean fits =
        place.offsets.size() == 2
            && place.offsets.get(0) <= place.offsets.get(1)
            && place.offsets.get(1) <= size - dataAt
            && place.offsets.get(1) - place.offsets.get(0) == count * Float.BYTES;
    if (!fits) {
      throw wrong(
          where
              + " of shape "
              + place.shape
              + " stands at bytes "
              + place.offsets
              + " of "
              + (size - dataAt)
              + "; that cannot be");
    }
    float[] values = Allocation.floats(source.name() + ", " + where, count);
    fill(values, dataAt + place.offsets.get(0));
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw wrong(where + ": value " + i + " is " + values[i] + "; it must be finite");
      }
    }
    return new Tensor(shape, values);
  }

  private void fill(float[] values, long position) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int perChunk = CHUNK_BYTES / Float.BYTES;
    for (int from = 0; from < values.length; from += perChunk) {
      int count = Math.min(perChunk, values.length - from);
      chunk.clear().limit(count * Float.BYTES);
      source.readFully(position + (long) from * Float.BYTES, chunk);
      chunk.flip();
      chunk.asFloatBuffer().get(values, from, count);
    }
  }

  private InputException wrong(String problem) {
    return InputException.in(source.name(), problem);
  }
}
