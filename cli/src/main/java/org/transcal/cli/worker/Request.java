package org.transcal.cli.worker;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.JsonCodec;
import org.transcal.io.npy.NpyArray;

/**
 * What a program asks for.
 *
 * <p>On the stream: the length of a header (8 bytes, big-endian), the header {@code {"arguments":
 * ["fit", …], "parts": ["target_logits", …]}}, then the length and the bytes of each part.
 *
 * @param arguments words of a command line
 * @param parts files in memory by name, such as arrays as {@code .npy}
 */
record Request(List<String> arguments, Map<String, byte[]> parts) {
  static final int LONGEST_HEADER = 1 << 20;
  private static final int BUFFER = 1 << 16;
  private static final int MOST_PARTS = 1000;
  private static final Path NAME = Path.of("request");

  private record Header(Optional<List<String>> arguments, Optional<List<String>> parts) {}

  /** Reads the next request; empty at the end of the stream. */
  static Optional<Request> read(DataInputStream in) throws IOException {
    long length;
    try {
      length = in.readLong();
    } catch (EOFException end) {
      return Optional.empty();
    }
    if (length < 0 || length > LONGEST_HEADER) {
      throw new IOException("header of " + length + " bytes; at most " + LONGEST_HEADER);
    }
    Header header = readHeader(in.readNBytes((int) length));
    List<String> names = header.parts().orElse(List.of());
    if (names.size() > MOST_PARTS) {
      throw new IOException(names.size() + " parts; at most " + MOST_PARTS);
    }
    return Optional.of(new Request(header.arguments().orElse(List.of()), readParts(names, in)));
  }

  private static Header readHeader(byte[] header) throws IOException {
    try {
      return JsonCodec.decode(ByteSource.of(NAME, header), Header.class);
    } catch (InputException malformed) {
      // The parts that follow are unknown, so there is no next request either.
      throw new IOException(malformed);
    }
  }

  /** Reads all parts even if one does not fit in memory, so that the next request can follow. */
  private static Map<String, byte[]> readParts(List<String> names, DataInputStream in)
      throws IOException {
    Map<String, byte[]> parts = new LinkedHashMap<>();
    Optional<InputException> tooLarge = Optional.empty();
    for (String name : names) {
      long length = in.readLong();
      if (length < 0) {
        throw new IOException("part " + name + " of " + length + " bytes");
      }
      try {
        byte[] bytes = Allocation.bytes(name, tooLarge.isPresent() ? 0 : length);
        in.readFully(bytes);
        drop(length - bytes.length, in);
        parts.put(name, bytes);
      } catch (InputException failure) {
        drop(length, in);
        parts.clear();
        tooLarge = Optional.of(failure);
      }
    }
    if (tooLarge.isPresent()) {
      throw tooLarge.get();
    }
    return parts;
  }

  /** Reads and discards bytes; a pipe cannot skip them. */
  private static void drop(long count, DataInputStream in) throws IOException {
    byte[] chunk = new byte[(int) Math.min(count, BUFFER)];
    for (long left = count; left > 0; left -= Math.min(left, chunk.length)) {
      in.readFully(chunk, 0, (int) Math.min(left, chunk.length));
    }
  }

  /** A part under its own name; empty if there is none. */
  Optional<ByteSource> source(String name) {
    return Optional.ofNullable(parts.get(name)).map(bytes -> ByteSource.of(Path.of(name), bytes));
  }

  /** An array that the request must have. */
  NpyArray array(String name) {
    return NpyArray.in(
        source(name).orElseThrow(() -> new InputException(name + ": this array is missing")));
  }
}
