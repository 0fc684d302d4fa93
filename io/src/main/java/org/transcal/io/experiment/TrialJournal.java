package org.transcal.io.experiment;

import java.io.IOException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.json.JsonCodec;
import org.transcal.io.json.JsonCodec.Rule;
import org.transcal.metric.ReliabilityDiagram;

/**
 * The finished trials of an experiment, so that it can continue after an interruption.
 *
 * <p>A text file with one line per finished trial or portrait: its kind, a key that identifies its
 * inputs, the record in JSON and a checksum. Lines that were cut off or changed are ignored, and
 * their work is repeated. The first line names the layout: a file with another layout is renamed,
 * never overwritten. The file is locked while open, so only one process uses it.
 */
public final class TrialJournal implements AutoCloseable {
  /** The first line; its number changes whenever the records of lines do. */
  private static final String LAYOUT = "transcal.journal/2\n";

  private static final String TRIAL = "trial";
  private static final String PORTRAIT = "portrait";
  private static final char SEPARATOR = '\t';

  private final Path file;
  private final FileChannel channel;
  private final Map<String, String> lines = new HashMap<>();
  private Optional<Path> renamed = Optional.empty();
  private long damaged;

  private TrialJournal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a journal, which need not exist yet, and reads it.
   *
   * @throws InputException if another process has it open
   * @throws OutputException if it cannot be written
   */
  public static TrialJournal open(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Optional<Path> renamed = Optional.empty();
      while (true) {
        TrialJournal journal = new TrialJournal(file, openLocked(file));
        try {
          if (journal.read()) {
            journal.renamed = renamed;
            return journal;
          }
          // Renamed while locked, so that no other process reads or writes it meanwhile.
          renamed = Optional.of(rename(file));
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

  /** Moves a file to the first free name of {@code NAME.old-1}, {@code NAME.old-2} and so on. */
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

  /** Reads all lines, or returns false if the file has another layout. */
  private boolean read() throws IOException {
    // The stream is not closed: that would close the channel.
    byte[] bytes = Channels.newInputStream(channel).readAllBytes();
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (LAYOUT.startsWith(text) && !LAYOUT.equals(text)) {
      clear();
      return true;
    }
    if (!text.startsWith(LAYOUT)) {
      return false;
    }
    String[] found = text.substring(LAYOUT.length()).split("\n", -1);
    for (int i = 0; i < found.length - 1; i++) {
      keep(found[i]);
    }
    if (!found[found.length - 1].isEmpty()) {
      // The last line was cut off: end it, so that the next one starts on its own line.
      damaged++;
      append("\n");
    }
    return true;
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

  /** A trial in JSON, with one of the two outcomes. */
  private record TrialLine(
      String task,
      String method,
      int repeat,
      long seed,
      double seconds,
      Optional<FittedLine> fitted,
      Optional<Trial.Failed> failed) {
    static TrialLine of(Trial trial) {
      return new TrialLine(
          trial.task().full(),
          trial.method(),
          trial.repeat(),
          trial.seed(),
          trial.seconds(),
          trial.fitted().map(FittedLine::of),
          trial.failed());
    }

    Trial trial() {
      Trial.Outcome outcome = fitted.isPresent() ? fitted.get().outcome() : failed.orElseThrow();
      return new Trial(TaskName.of(task), method, repeat, seed, seconds, outcome);
    }
  }

  private record FittedLine(
      OptionalDouble temperature,
      OptionalDouble lambda,
      double estimatedAccuracy,
      Optional<TargetScores> scores,
      Optional<Diagram> diagram) {
    static FittedLine of(Trial.Fitted fitted) {
      return new FittedLine(
          fitted.temperature(),
          fitted.lambda(),
          fitted.estimatedAccuracy(),
          fitted.scores(),
          fitted.diagram().map(d -> new Diagram(d.counts(), d.correctSums(), d.confidenceSums())));
    }

    Trial.Fitted outcome() {
      return new Trial.Fitted(
          temperature,
          lambda,
          estimatedAccuracy,
          scores,
          diagram.map(d -> ReliabilityDiagram.ofSums(d.counts, d.correct, d.confidence)));
    }
  }

  private record Diagram(double[] counts, double[] correct, double[] confidence) {}

  /** The trial of a key, if it is finished. */
  public Optional<Trial> trial(String key) {
    return find(TRIAL, key, TrialLine.class, TrialLine::trial);
  }

  /** The portrait of a key, if it is finished. */
  public Optional<TaskPortrait> portrait(String key) {
    return find(PORTRAIT, key, TaskPortrait.class, Function.identity());
  }

  private synchronized <L extends Record, T> Optional<T> find(
      String kind, String key, Class<L> type, Function<L, T> reader) {
    Optional<String> line = Optional.ofNullable(lines.get(kind + SEPARATOR + key));
    try {
      return line.map(text -> ByteSource.of(file, text.getBytes(StandardCharsets.UTF_8)))
          .map(text -> JsonCodec.decode(text, type, Rule.NOT_FINITE))
          .map(reader);
    } catch (RuntimeException notOurs) {
      // The checksum is right but the fields are not those of a line that was added here.
      lines.remove(kind + SEPARATOR + key);
      damaged++;
      return Optional.empty();
    }
  }

  /** Adds a finished trial. */
  public void add(String key, Trial trial) {
    add(TRIAL, key, TrialLine.of(trial));
  }

  /** Adds a finished portrait. */
  public void add(String key, TaskPortrait portrait) {
    add(PORTRAIT, key, (Record) portrait);
  }

  private synchronized void add(String kind, String key, Record record) {
    String fields = JsonCodec.line(record, Rule.NOT_FINITE);
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

  /** Number of ignored lines, which were cut off or changed. */
  public long damaged() {
    return damaged;
  }

  /** Warnings for the user, one line each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (renamed.isPresent()) {
      String kept = "it is kept as " + renamed.get().getFileName();
      warnings.add(
          file
              + ": was written by another version of transcal; "
              + kept
              + ", and its work is done again");
    }
    if (damaged > 0) {
      String lines = damaged + (damaged == 1 ? " line is" : " lines are");
      warnings.add(file + ": " + lines + " damaged or cut off; that work is done again");
    }
    return warnings;
  }

  /** Removes all lines. */
  public synchronized void clear() {
    try {
      channel.truncate(0);
      append(LAYOUT);
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
