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
import org.transcal.io.history.History;
import org.transcal.io.json.NightJson;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;

/** Nights as JSON lines at the end of a file. */
final class JsonLines {
  private static final String START = "{\"schema\":\"" + NightJson.SCHEMA + "\",\"at\":\"";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private JsonLines() {}

  /** Appends nights; replaces a file that has lines of the same times or an incomplete line. */
  static void append(Path file, List<Night> nights) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      try {
        Files.write(file, NightJson.lines(nights), StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new OutputException(file, e);
      }
      return;
    }
    OutputLock lock = OutputLock.waitFor(file, LONGEST_WAIT);
    try {
      if (Files.exists(file) && (hasAny(file, nights) || !endsInLine(file))) {
        replace(file, nights);
      } else {
        write(file, nights);
      }
    } finally {
      lock.close();
    }
  }

  /** Writes all lines or, on a full disk, none, and leaves no new file. */
  private static void write(Path file, List<Night> nights) {
    boolean isNew = Files.notExists(file);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long end = channel.size();
      ByteBuffer lines = ByteBuffer.wrap(NightJson.lines(nights));
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

  private static boolean hasAny(Path file, List<Night> nights) {
    try (Stream<String> lines = lines(file)) {
      return lines.anyMatch(line -> isOfAny(line, nights));
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** Removes the incomplete line of a killed run, but ends that of another program. */
  private static void replace(Path file, List<Night> nights) {
    boolean half = !endsInLine(file);
    try (AtomicFile output = AtomicFile.open(file);
        Stream<String> lines = lines(file)) {
      OutputStream stream = output.stream();
      Iterator<String> all = lines.iterator();
      while (all.hasNext()) {
        String line = all.next();
        boolean isHalf = half && !all.hasNext();
        boolean isOurs = line.startsWith(START) || START.startsWith(line);
        if (!isOfAny(line, nights) && !(isHalf && isOurs)) {
          stream.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
        }
      }
      stream.write(NightJson.lines(nights));
      output.commit();
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** One character per byte, so that other programs' lines are kept whatever their encoding. */
  private static Stream<String> lines(Path file) throws IOException {
    return Files.lines(file, StandardCharsets.ISO_8859_1);
  }

  private static boolean isOfAny(String line, List<Night> nights) {
    int end = line.startsWith(START) ? line.indexOf('"', START.length()) : -1;
    if (end < 0) {
      return false;
    }
    NightTime at;
    try {
      at = NightTime.parse(line.substring(START.length(), end));
    } catch (IllegalArgumentException other) {
      return false;
    }
    return nights.stream().anyMatch(night -> History.isSameNight(night.at(), at));
  }
}
