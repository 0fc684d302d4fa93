package org.transcal.io.experiment;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;

/**
 * What an experiment has finished so far, so that it can go on after an interruption.
 *
 * <p>A file to which one line a finished piece of work is appended: its kind, a key that says
 * exactly what it is a result of, its fields, and a checksum. A line that was cut off, or changed,
 * is not used; its work is done again. The first line names the layout: a file of another one is
 * renamed, never written over. One process at a time: the file is locked while open.
 */
public final class TrialJournal implements AutoCloseable {
  /** The first line; the number changes with the fields of a line. */
  private static final String LAYOUT = "transcal.journal/1";

  private static final String TRIAL = "trial";
  private static final String PORTRAIT = "portrait";
  private static final int LONGEST_LINE = 1 << 22;
  private static final char SEPARATOR = '\t';

  private final Path file;
  private final FileChannel channel;
  private final Map<String, String> lines = new HashMap<>();
  private Optional<Path> setAside = Optional.empty();
  private long damaged;

  private TrialJournal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a journal, which need not exist yet, and reads what it holds.
   *
   * @throws InputException where another process has it open
   * @throws OutputException where it cannot be written
   */
  public static TrialJournal open(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Optional<Path> aside = Optional.empty();
      while (true) {
        TrialJournal journal = new TrialJournal(file, openLocked(file));
        try {
          if (journal.hasLayout()) {
            journal.setAside = aside;
            journal.read();
            return journal;
          }
          // Renamed while locked, so that no other process reads or writes it meanwhile.
          aside = Optional.of(rename(file));
          journal.close();
        } catch (IOException | RuntimeException failure) {
          journal.channel.close();
          throw failure;
        }
      }
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** Moves a file to {@code NAME.old-1} or, where that exists, the next number. */
  private static Path rename(Path file) throws IOException {
    for (int number = 1; ; number++) {
      Path other = file.resolveSibling(file.getFileName() + ".old-" + number);
      if (!Files.exists(other, LinkOption.NOFOLLOW_LINKS)) {
        return Files.move(file, other);
      }
    }
  }

  private static FileChannel openLocked(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean free = false;
    try {
      free = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // This process has it open.
    } finally {
      if (!free) {
        channel.close();
      }
    }
    if (!free) {
      throw InputException.in(
          file, "another experiment is writing to this folder; wait for it or use another --out");
    }
    return channel;
  }

  /** Whether the file starts as it should; one that is empty, or was cut off at once, will. */
  private boolean hasLayout() throws IOException {
    byte[] expected = (LAYOUT + "\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer start = ByteBuffer.allocate(expected.length);
    while (start.hasRemaining() && channel.read(start, start.position()) >= 0) {
      // Until the buffer is full or the file ends.
    }
    int length = start.position();
    if (!Arrays.equals(expected, 0, length, start.array(), 0, length)) {
      return false;
    }
    if (length < expected.length) {
      clear();
    }
    return true;
  }

  private void read() throws IOException {
    channel.position(LAYOUT.length() + 1);
    // Not closed: that would close the channel.
    InputStream bytes = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean whole = true;
    for (int next = bytes.read(); next >= 0; next = bytes.read()) {
      whole = next == '\n';
      if (whole) {
        keep(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else if (line.size() <= LONGEST_LINE) {
        line.write(next);
      }
    }
    channel.position(channel.size());
    if (!whole) {
      // The last line was cut off: end it, so that the next does not hang on to it.
      damaged++;
      append("\n");
    }
  }

  private void keep(String line) {
    int end = line.lastIndexOf(SEPARATOR);
    int afterKind = line.indexOf(SEPARATOR);
    int afterKey = line.indexOf(SEPARATOR, afterKind + 1);
    if (end <= afterKey
        || afterKey < 0
        || !checksum(line.substring(0, end)).equals(line.substring(end + 1))) {
      damaged += line.isEmpty() ? 0 : 1;
      return;
    }
    lines.put(line.substring(0, afterKey), line.substring(afterKey + 1, end));
  }

  /** The trial of a key, where it is finished. */
  public Optional<Trial> trial(String key) {
    return find(TRIAL, key).map(TrialFields::read);
  }

  /** The portrait of a key, where it is finished. */
  public Optional<TaskPortrait> portrait(String key) {
    return find(PORTRAIT, key).map(PortraitFields::read);
  }

  private synchronized Optional<String> find(String kind, String key) {
    return Optional.ofNullable(lines.get(kind + SEPARATOR + key));
  }

  /** Notes a finished trial. */
  public void add(String key, Trial trial) {
    add(TRIAL, key, TrialFields.write(trial));
  }

  /** Notes a finished portrait. */
  public void add(String key, TaskPortrait portrait) {
    add(PORTRAIT, key, PortraitFields.write(portrait));
  }

  private synchronized void add(String kind, String key, String fields) {
    String head = kind + SEPARATOR + key;
    String line = head + SEPARATOR + fields;
    append(line + SEPARATOR + checksum(line) + "\n");
    lines.put(head, fields);
  }

  private void append(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** Lines that were cut off or changed, and are not used. */
  public long damaged() {
    return damaged;
  }

  /** What the user should know, one line each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    setAside.ifPresent(
        other ->
            warnings.add(
                file
                    + ": was written by another version of transcal; it is kept as "
                    + other.getFileName()
                    + ", and its work is done again"));
    if (damaged > 0) {
      warnings.add(
          file
              + ": "
              + damaged
              + (damaged == 1 ? " line is" : " lines are")
              + " damaged or cut off; that work is done again");
    }
    return warnings;
  }

  /** Forgets everything. */
  public synchronized void clear() {
    try {
      channel.truncate(0);
      append(LAYOUT + "\n");
      lines.clear();
      damaged = 0;
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  private static String checksum(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }
}
