package org.transcal.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;
import org.transcal.serve.RawClient.Answer;

/** A history that changes while it is served. */
class HistoryPagesTest {
  @TempDir private Path folder;
  private final List<Integer> drawn = new ArrayList<>();

  private RunningServer server(Path file, History history) throws IOException {
    HistoryPages pages =
        new HistoryPages(
            file,
            history,
            batches -> {
              drawn.add(batches.size());
              return batches.size() + " nights";
            });
    return new RunningServer(RunningServer.loopback(8), Server.routes(pages, Optional.empty()));
  }

  private static BatchResult batch(String at, double accuracy) {
    Interval interval = new Interval(accuracy - 0.1, accuracy + 0.1);
    return new BatchResult(
        BatchTime.parse(at),
        Optional.empty(),
        1000,
        1000,
        List.of(new Reading(Metric.ACCURACY, accuracy, Optional.of(interval), 0.8, 0.7)),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        1,
        List.of());
  }

  @Test
  void givenBatchesWrittenWhileServing_thenNextAnswerHasThem() throws Exception {
    Path file = folder.resolve("history.jsonl");
    History history = Histories.open(file);
    try (RunningServer server = server(file, Histories.open(file))) {
      Answer before = server.ask("GET /metrics");
      history.write(List.of(batch("2026-11-14", 0.625)), Optional.empty());
      Answer first = server.ask("GET /metrics");
      history.write(List.of(batch("2026-11-15", 0.75)), Optional.empty());
      Answer second = server.ask("GET /metrics");
      Answer page = server.ask("GET /");

      assertThat(before.text()).isEmpty();
      assertThat(first.text()).contains("\ntranscal_accuracy 0.625\n");
      assertThat(second.text()).contains("\ntranscal_accuracy 0.75\n");
      assertThat(page.text()).isEqualTo("2 nights");
      assertThat(server.unexpected).isEmpty();
    }
  }

  @Test
  void givenNoChange_thenDrawnOnce() throws Exception {
    Path file = folder.resolve("history.jsonl");
    Histories.open(file).write(List.of(batch("1", 0.5)), Optional.empty());
    try (RunningServer server = server(file, Histories.open(file))) {
      for (int i = 0; i < 5; i++) {
        assertThat(server.ask("GET /").text()).isEqualTo("1 nights");
        server.ask("GET /metrics");
      }

      assertThat(drawn).containsExactly(1);
    }
  }

  @Test
  void givenReplacementOfSameSizeAndTime_thenDrawnAgain() throws Exception {
    Path file = folder.resolve("history.jsonl");
    Path other = folder.resolve("other.jsonl");
    Histories.open(file).write(List.of(batch("2026-11-14", 0.625)), Optional.empty());
    Histories.open(other).write(List.of(batch("2026-11-14", 0.875)), Optional.empty());
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    assertThat(Files.size(other)).isEqualTo(Files.size(file));
    try (RunningServer server = server(file, Histories.open(file))) {
      server.ask("GET /metrics");
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

      assertThat(server.ask("GET /metrics").text()).contains("\ntranscal_accuracy 0.875\n");
    }
  }

  /** A history whose next readings wait until they are released. */
  private static final class SlowHistory implements History {
    private final AtomicInteger readings = new AtomicInteger();
    private volatile CountDownLatch released = new CountDownLatch(0);

    @Override
    public List<BatchResult> read(int detailed) {
      int batches = readings.incrementAndGet();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return Collections.nCopies(batches, batch("2026-11-14", 0.5));
    }

    @Override
    public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
      throw new AssertionError();
    }
  }

  @Test
  void givenASlowReading_thenOneAtATimeTheOldPageMeanwhileAndTheNewOneAfterwards()
      throws Exception {
    Path file = Files.writeString(folder.resolve("history.jsonl"), "1");
    SlowHistory slow = new SlowHistory();
    try (RunningServer server = server(file, slow)) {
      Answer first = server.ask("GET /");
      slow.released = new CountDownLatch(1);
      Files.writeString(file, "12");
      List<String> meanwhile = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        meanwhile.add(server.ask("GET /").text());
      }
      slow.released.countDown();
      String after = server.ask("GET /").text();
      while (!after.equals("2 nights")) {
        after = server.ask("GET /").text();
      }

      assertThat(first.text()).isEqualTo("1 nights");
      assertThat(meanwhile).containsOnly("1 nights");
      assertThat(slow.readings).hasValue(2);
    }
  }

  @Test
  void givenASlowFirstReading_then503AndEverythingElseIsAnswered() throws Exception {
    SlowHistory slow = new SlowHistory();
    slow.released = new CountDownLatch(1);
    HistoryPages pages =
        new HistoryPages(folder.resolve("none.csv"), slow, batches -> batches.size() + " nights");
    Routes routes = Server.routes(pages, Optional.of(RunningServer.MODEL));
    List<RawClient> readers = new ArrayList<>();
    try (RunningServer server =
        new RunningServer(RunningServer.loopback(WebServer.MOST_REQUESTS), routes)) {
      for (int i = 0; i < WebServer.MOST_REQUESTS; i++) {
        RawClient reader = new RawClient(server.port());
        readers.add(reader);
        reader.sendRequest("GET /metrics", new byte[0]);
      }

      assertThat(server.ask("GET /health").status()).isEqualTo(200);
      assertThat(server.calibrate("{\"logits\": [1,2,3]}", RunningServer.JSON).status())
          .isEqualTo(200);
      for (RawClient reader : readers) {
        Answer answer = reader.read();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("retry-after")).isIn("1", "5");
      }
      assertThat(slow.readings).hasValue(1);
      assertThat(server.ask("GET /").text()).contains("the history is being read");
      slow.released.countDown();
    } finally {
      for (RawClient reader : readers) {
        reader.close();
      }
    }
  }

  @Test
  void givenUnreadableHistory_then503AndLaterAgain() throws Exception {
    Path file = folder.resolve("history.jsonl");
    Files.writeString(file, "this is not a history\n");
    try (RunningServer server = server(file, Histories.open(file))) {
      Answer damaged = server.ask("GET /");
      Answer health = server.ask("GET /health");
      Files.delete(file);
      Histories.open(file).write(List.of(batch("1", 0.5)), Optional.empty());
      Answer mended = server.ask("GET /");

      assertThat(damaged.status()).isEqualTo(503);
      assertThat(damaged.header("retry-after")).isEqualTo("5");
      assertThat(damaged.text()).contains("history.jsonl");
      assertThat(health.status()).isEqualTo(200);
      assertThat(mended.text()).isEqualTo("1 nights");
    }
  }
}
