package org.transcal.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;
import org.transcal.monitoring.history.PrometheusText;

/**
 * The pages that show a history, rebuilt only if its file has changed. One request at a time reads
 * it; pages that take longer than a second are shown as they were.
 */
final class HistoryPages {
  /** Pages sent at a time; the other half of the requests is left to calibration. */
  static final int MOST_PAGES = WebServer.MOST_REQUESTS / 2;

  private static final int RETRY_SECONDS = 5;
  private static final int PATIENCE_SECONDS = 1;

  private final Path file;
  private final History history;
  private final Function<List<BatchResult>, String> dashboard;
  private final Semaphore sending = new Semaphore(MOST_PAGES);
  private volatile Optional<Pages> latest = Optional.empty();
  private CompletableFuture<Pages> reading = CompletableFuture.completedFuture(null);

  /** Pages of one state of the file. */
  record Pages(String stamp, byte[] dashboard, byte[] metrics) {}

  HistoryPages(Path file, History history, Function<List<BatchResult>, String> dashboard) {
    this.file = file;
    this.history = history;
    this.dashboard = dashboard;
  }

  /** Reads the file, however long it takes. */
  Pages current() {
    // Before reading, so that a change meanwhile is detected next time.
    String stamp = stamp();
    List<BatchResult> batches = history.read(History.DASHBOARD_TIMES);
    Pages pages =
        new Pages(
            stamp,
            dashboard.apply(batches).getBytes(StandardCharsets.UTF_8),
            PrometheusText.of(batches).getBytes(StandardCharsets.UTF_8));
    latest = Optional.of(pages);
    return pages;
  }

  /** The reading under way, the last one if the file has not changed since, or a new one. */
  private synchronized CompletableFuture<Pages> reading() {
    if (latest.isPresent() && latest.get().stamp().equals(stamp())) {
      return CompletableFuture.completedFuture(latest.get());
    }
    if (reading.isDone()) {
      reading =
          CompletableFuture.supplyAsync(this::current, work -> WebServer.thread(work).start());
    }
    return reading;
  }

  /** Attributes of the file that differ after a change; empty if it does not exist. */
  private String stamp() {
    try {
      BasicFileAttributes found =
          Files.readAttributes(
              Files.exists(Histories.store(file)) ? Histories.store(file) : file,
              BasicFileAttributes.class);
      return found.size()
          + " "
          + found.lastModifiedTime().to(TimeUnit.NANOSECONDS)
          + " "
          + found.fileKey();
    } catch (IOException missing) {
      return "";
    }
  }

  private Pages available() {
    try {
      return reading().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException slow) {
      return latest.orElseThrow(() -> HttpFailure.busy(RETRY_SECONDS, "the history is being read"));
    } catch (InterruptedException stopped) {
      throw HttpFailure.busy(RETRY_SECONDS, "the server is stopping");
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof InputException || cause instanceof OutputException) {
        throw HttpFailure.busy(RETRY_SECONDS, cause.getMessage());
      }
      throw new IllegalStateException(cause);
    }
  }

  private void send(Call call, String type, Function<Pages, byte[]> page) throws IOException {
    if (!sending.tryAcquire()) {
      throw HttpFailure.busy(1, MOST_PAGES + " pages are being sent; try again");
    }
    try {
      call.send(200, type, page.apply(available()));
    } finally {
      sending.release();
    }
  }

  void sendDashboard(Call call) throws IOException {
    // The page itself allows its own script and style only, by their hash.
    call.setHeader(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
            + " blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    send(call, "text/html; charset=utf-8", Pages::dashboard);
  }

  void sendMetrics(Call call) throws IOException {
    send(call, PrometheusText.MEDIA_TYPE, Pages::metrics);
  }
}
