package org.transcal.cli.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.history.History;
import org.transcal.io.history.PrometheusText;
import org.transcal.monitoring.Night;

/** The pages that show a history, rebuilt only if its file has changed. */
final class HistoryPages {
  private static final int RETRY_SECONDS = 5;

  private final Path file;
  private final History history;
  private final Function<List<Night>, String> dashboard;
  private Optional<Pages> latest = Optional.empty();

  /** File attributes that differ after a change. */
  record Stamp(long bytes, long changed, String key) {}

  /** Pages of one state of the file; no stamp if it does not exist. */
  record Pages(Optional<Stamp> stamp, byte[] dashboard, byte[] metrics) {}

  HistoryPages(Path file, History history, Function<List<Night>, String> dashboard) {
    this.file = file;
    this.history = history;
    this.dashboard = dashboard;
  }

  /** The pages of the file as it is now. */
  synchronized Pages current() {
    // Before reading, so that a change meanwhile is detected next time.
    Optional<Stamp> stamp = stamp();
    if (latest.isEmpty() || !latest.get().stamp().equals(stamp)) {
      List<Night> nights = history.read(History.DASHBOARD_TIMES);
      latest =
          Optional.of(
              new Pages(
                  stamp,
                  dashboard.apply(nights).getBytes(StandardCharsets.UTF_8),
                  PrometheusText.of(nights).getBytes(StandardCharsets.UTF_8)));
    }
    return latest.get();
  }

  private Optional<Stamp> stamp() {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(
              found.size(),
              found.lastModifiedTime().to(TimeUnit.NANOSECONDS),
              String.valueOf(found.fileKey())));
    } catch (IOException missing) {
      return Optional.empty();
    }
  }

  private Pages available() {
    try {
      return current();
    } catch (InputException | OutputException unreadable) {
      throw HttpFailure.busy(RETRY_SECONDS, unreadable.getMessage());
    }
  }

  void sendDashboard(Call call) throws IOException {
    // The page itself allows its own script and style only, by their hash.
    call.setHeader(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
            + " blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    call.send(200, "text/html; charset=utf-8", available().dashboard());
  }

  void sendMetrics(Call call) throws IOException {
    call.send(200, PrometheusText.MEDIA_TYPE, available().metrics());
  }
}
