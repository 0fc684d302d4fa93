package org.transcal.cli.worker;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.transcal.io.array.Precision;
import org.transcal.io.json.JsonCodec;
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

  private record Header(int status, String notes, Collection<String> parts) {}

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
    Header header = new Header(status, notes, parts.keySet());
    byte[] json = JsonCodec.line(header).getBytes(StandardCharsets.UTF_8);
    out.writeLong(json.length);
    out.write(json);
    for (byte[] part : parts.values()) {
      out.writeLong(part.length);
      out.write(part);
    }
    out.flush();
  }
}
