package org.transcal.monitoring.history;

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
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;

/**
 * A history as a CSV file, see {@link BatchCsv}.
 *
 * <p>Each write replaces the whole file at once, under a lock on a hidden file beside it, so that
 * readers need no lock and never see half of it.
 */
final class CsvHistory implements History {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Path file;
  private final Duration longestWait;
  private final BatchCsv csv;

  CsvHistory(Path file) {
    this(file, LONGEST_WAIT);
  }

  CsvHistory(Path file, Duration longestWait) {
    this.file = file;
    this.longestWait = longestWait;
    this.csv = new BatchCsv(file);
  }

  @Override
  public List<BatchResult> read(int detailed) {
    return Files.exists(file)
        ? ByteSource.read(file, source -> csv.read(source, detailed))
        : List.of();
  }

  @Override
  public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
    OutputLock lock = OutputLock.waitFor(file, longestWait);
    try (AtomicFile output = AtomicFile.open(file);
        Writer text =
            new BufferedWriter(new OutputStreamWriter(output.stream(), StandardCharsets.UTF_8))) {
      text.write(BatchCsv.HEADER);
      Deque<BatchResult> added =
          new ArrayDeque<>(
              batches.stream()
                  .filter(batch -> History.isKept(batch.at(), oldest))
                  .sorted(ORDER)
                  .toList());
      copyOthers(batches.stream().map(BatchResult::at).distinct().toList(), oldest, added, text);
      added.forEach(batch -> append(text, BatchCsv.line(batch)));
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

  /** Copies the lines that are not replaced, each after the added batches that precede it. */
  private void copyOthers(
      List<BatchTime> replaced, Optional<BatchTime> oldest, Deque<BatchResult> added, Writer text)
      throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try (ByteSource source = ByteSource.open(file)) {
      csv.forEach(
          source,
          (line, at) -> {
            if (History.isKept(at, oldest)
                && replaced.stream().noneMatch(time -> History.isSameBatch(at, time))) {
              while (!added.isEmpty() && added.peek().at().compareTo(at) < 0) {
                append(text, BatchCsv.line(added.pop()));
              }
              append(text, BatchCsv.line(line));
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
