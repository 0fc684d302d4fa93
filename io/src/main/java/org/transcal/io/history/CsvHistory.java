package org.transcal.io.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;

/**
 * A history as a CSV file, see {@link NightCsv}.
 *
 * <p>Each write replaces the whole file at once, under a lock on a hidden file beside it, so that
 * readers need no lock and never see half of it.
 */
final class CsvHistory implements History {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Path file;
  private final Duration longestWait;
  private final NightCsv csv;

  CsvHistory(Path file) {
    this(file, LONGEST_WAIT);
  }

  CsvHistory(Path file, Duration longestWait) {
    this.file = file;
    this.longestWait = longestWait;
    this.csv = new NightCsv(file);
  }

  @Override
  public List<Night> read(int detailed) {
    return Files.exists(file)
        ? ByteSource.read(file, source -> csv.read(source, detailed))
        : List.of();
  }

  @Override
  public void write(List<Night> nights, Optional<NightTime> oldest) {
    OutputLock lock = OutputLock.waitFor(file, longestWait);
    try (AtomicFile output = AtomicFile.open(file);
        Writer text =
            new BufferedWriter(new OutputStreamWriter(output.stream(), StandardCharsets.UTF_8))) {
      text.write(NightCsv.HEADER);
      Deque<Night> added =
          new ArrayDeque<>(
              nights.stream()
                  .filter(night -> History.isKept(night.at(), oldest))
                  .sorted(ORDER)
                  .toList());
      copyOthers(nights.stream().map(Night::at).distinct().toList(), oldest, added, text);
      added.forEach(night -> append(text, NightCsv.line(night)));
      text.flush();
      output.commit();
    } catch (IOException e) {
      throw new OutputException(file, e);
    } catch (UncheckedIOException e) {
      throw new OutputException(file, e.getCause());
    } finally {
      lock.close();
    }
  }

  /** Copies the lines that are not replaced, each after the added nights that precede it. */
  private void copyOthers(
      List<NightTime> replaced, Optional<NightTime> oldest, Deque<Night> added, Writer text)
      throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try (ByteSource source = ByteSource.open(file)) {
      csv.forEach(
          source,
          (line, at) -> {
            if (History.isKept(at, oldest)
                && replaced.stream().noneMatch(time -> History.isSameNight(at, time))) {
              while (!added.isEmpty() && added.peek().at().compareTo(at) < 0) {
                append(text, NightCsv.line(added.pop()));
              }
              append(text, NightCsv.line(line));
            }
          });
    }
  }

  private static void append(Writer text, String line) {
    try {
      text.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
