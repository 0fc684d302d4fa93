package org.transcal.monitoring.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;

/** A file of lines that is added to. Texts have one character per byte, whatever their encoding. */
final class LineFile {
  private static final int LONGEST_LINE = 1 << 24;
  private static final int BLOCK = 1 << 16;

  private LineFile() {}

  /** Uses a line without its end. */
  interface Use {
    /**
     * Uses it.
     *
     * @param number its number, from 1
     * @param isWhole whether it has an end; the last line of a killed run has none
     */
    void accept(String line, int number, boolean isWhole) throws IOException;
  }

  /** Reads all lines, none of which may be longer than 16 MiB. */
  static void forEach(Path file, Use use) {
    try (ByteSource source = ByteSource.open(file)) {
      forEach(source, use);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /** The same for lines in memory. */
  static void forEach(ByteSource source, Use use) throws IOException {
    byte[] bytes = new byte[BLOCK];
    long read = 0;
    int from = 0;
    int to = 0;
    int number = 1;
    for (int at = 0; ; at++) {
      if (at == to) {
        if (from == 0 && to == bytes.length) {
          if (to == LONGEST_LINE) {
            throw InputException.in(
                source.name(), "line %d is longer than 16 MiB, so it is damaged", number);
          }
          bytes = Arrays.copyOf(bytes, 2 * to);
        }
        System.arraycopy(bytes, from, bytes, 0, to - from);
        at -= from;
        to -= from;
        from = 0;
        int count = (int) Math.min(bytes.length - to, source.size() - read);
        if (count <= 0) {
          break;
        }
        source.readFully(read, ByteBuffer.wrap(bytes, to, count));
        read += count;
        to += count;
      }
      if (bytes[at] == '\n') {
        use.accept(new String(bytes, from, at - from, StandardCharsets.ISO_8859_1), number, true);
        number++;
        from = at + 1;
      }
    }
    if (to > from) {
      use.accept(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1), number, false);
    }
  }

  /**
   * Adds lines, all or none, under a lock on a hidden file beside the file; readers need none.
   *
   * <p>The file is added to unless lines of it are to go or its last one is incomplete: then it is
   * replaced as a whole. A pipe is written to.
   *
   * @param start how complete lines of ours begin: the incomplete one of a killed run is removed,
   *     that of another program is ended
   * @param edit asked under the lock: what becomes of each line; it goes if empty
   */
  static void add(
      Path file,
      Duration longestWait,
      byte[] added,
      String start,
      Supplier<Function<String, Optional<String>>> edit) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      try {
        Files.write(file, added, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new OutputException(file, e);
      }
      return;
    }
    OutputLock lock = OutputLock.waitFor(file, longestWait);
    try {
      Function<String, Optional<String>> edited = edit.get();
      boolean[] mustChange = {false};
      if (Files.exists(file)) {
        forEach(
            file,
            (line, number, isWhole) -> mustChange[0] |= !isWhole || edited.apply(line).isEmpty());
      }
      if (mustChange[0]) {
        replace(file, added, start, edited);
      } else {
        append(file, added);
      }
    } finally {
      lock.close();
    }
  }

  private static void replace(
      Path file, byte[] added, String start, Function<String, Optional<String>> edited) {
    try (AtomicFile output = AtomicFile.open(file)) {
      OutputStream stream = output.stream();
      forEach(
          file,
          (line, number, isWhole) -> {
            boolean isOurs = line.startsWith(start) || start.startsWith(line);
            Optional<String> kept = isWhole || !isOurs ? edited.apply(line) : Optional.empty();
            if (kept.isPresent()) {
              stream.write((kept.get() + "\n").getBytes(StandardCharsets.ISO_8859_1));
            }
          });
      stream.write(added);
      output.commit();
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** On a full disk the file stays as it was, and a new one is removed. */
  private static void append(Path file, byte[] added) {
    boolean isNew = Files.notExists(file);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long end = channel.size();
      ByteBuffer lines = ByteBuffer.wrap(added);
      try {
        while (lines.hasRemaining()) {
          channel.write(lines, end + lines.position());
        }
        channel.force(true);
      } catch (IOException e) {
        channel.truncate(end);
        if (isNew) {
          Files.deleteIfExists(file);
        }
        throw e;
      }
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }
}
