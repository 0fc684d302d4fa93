package org.transcal.cli.monitor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchJson;
import org.transcal.monitoring.history.History;

/** Batches as JSON lines at the end of a file. */
final class JsonLines {
  private static final String START = "{\"schema\":\"" + BatchJson.SCHEMA + "\",\"at\":\"";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private JsonLines() {}

  /** Appends batches; replaces a file that has lines of the same times or an incomplete line. */
  static void append(Path file, List<BatchResult> batches) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      try {
        Files.write(file, BatchJson.lines(batches), StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new OutputException(file, e);
      }
      return;
    }
    OutputLock lock = OutputLock.waitFor(file, LONGEST_WAIT);
    try {
      if (Files.exists(file) && (hasAny(file, batches) || !endsInLine(file))) {
        replace(file, batches);
      } else {
        write(file, batches);
      }
    } finally {
      lock.close();
    }
  }

  /** Writes all lines or, on a full disk, none, and leaves no new file. */
  private static void write(Path file, List<BatchResult> batches) {
    boolean isNew = Files.notExists(file);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long end = channel.size();
      ByteBuffer lines = ByteBuffer.wrap(BatchJson.lines(batches));
      try {
        while (lines.hasRemaining()) {
          channel.write(lines, end + lines.position());
        }
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

  private static boolean endsInLine(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return channel.size() == 0
          || (channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n');
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  private static boolean hasAny(Path file, List<BatchResult> batches) {
    try (Stream<String> lines = lines(file)) {
      return lines.anyMatch(line -> isOfAny(line, batches));
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** Removes the incomplete line of a killed run, but ends that of another program. */
  private static void replace(Path file, List<BatchResult> batches) {
    boolean half = !endsInLine(file);
    try (AtomicFile output = AtomicFile.open(file);
        Stream<String> lines = lines(file)) {
      OutputStream stream = output.stream();
      Iterator<String> all = lines.iterator();
      while (all.hasNext()) {
        String line = all.next();
        boolean isHalf = half && !all.hasNext();
        boolean isOurs = line.startsWith(START) || START.startsWith(line);
        if (!isOfAny(line, batches) && !(isHalf && isOurs)) {
          stream.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
        }
      }
      stream.write(BatchJson.lines(batches));
      output.commit();
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** One character per byte, so that other programs' lines are kept whatever their encoding. */
  private static Stream<String> lines(Path file) throws IOException {
    return Files.lines(file, StandardCharsets.ISO_8859_1);
  }

  private static boolean isOfAny(String line, List<BatchResult> batches) {
    int end = line.startsWith(START) ? line.indexOf('"', START.length()) : -1;
    if (end < 0) {
      return false;
    }
    BatchTime at;
    try {
      at = BatchTime.parse(line.substring(START.length(), end));
    } catch (IllegalArgumentException other) {
      return false;
    }
    return batches.stream().anyMatch(batch -> History.isSameBatch(batch.at(), at));
  }
}
