package org.transcal.cli.worker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.transcal.io.array.Precision;
import org.transcal.io.npy.NpyWriter;
import org.transcal.prediction.Probabilities;

/**
 * What a program gets back: files in memory by name.
 *
 * <p>On the stream, as in a {@link Request}: the header {@code {"status": 0, "notes": "warning: …",
 * "parts": ["result.json", …]}}, then the parts. The notes are what the command would print on
 * standard error.
 */
final class Answer {
  private final Map<String, byte[]> parts = new LinkedHashMap<>();

  void add(String name, byte[] bytes) {
    parts.put(name, bytes);
  }

  /** Adds probabilities as {@code .npy}. */
  void add(String name, Probabilities rows, Precision precision) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      NpyWriter.write(bytes, rows, precision);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    add(name, bytes.toByteArray());
  }

  void add(String name, String text) {
    add(name, text.getBytes(StandardCharsets.UTF_8));
  }

  void write(int status, String notes, DataOutputStream out) throws IOException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(header)) {
      json.writeStartObject();
      json.writeNumberField("status", status);
      json.writeStringField("notes", notes);
      json.writeArrayFieldStart("parts");
      for (String name : parts.keySet()) {
        json.writeString(name);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.writeLong(header.size());
    header.writeTo(out);
    for (byte[] part : parts.values()) {
      out.writeLong(part.length);
      out.write(part);
    }
    out.flush();
  }
}
