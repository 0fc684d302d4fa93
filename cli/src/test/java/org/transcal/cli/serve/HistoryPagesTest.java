package org.transcal.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.serve.RawClient.Answer;
import org.transcal.io.history.Histories;
import org.transcal.io.history.History;
import org.transcal.metric.Interval;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reading;

/** A history that changes while it is served. */
class HistoryPagesTest {
  @TempDir private Path folder;
  private final List<Integer> drawn = new ArrayList<>();

  private RunningServer server(Path file, History history) throws IOException {
    HistoryPages pages =
        new HistoryPages(
            file,
            history,
            nights -> {
              drawn.add(nights.size());
              return nights.size() + " nights";
            });
    return new RunningServer(RunningServer.loopback(8), Endpoints.of(pages, Optional.empty()));
  }

  private static Night night(String at, double accuracy) {
    Interval interval = new Interval(accuracy - 0.1, accuracy + 0.1);
    return new Night(
        NightTime.parse(at),
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
  void givenNightsWrittenWhileServing_thenNextAnswerHasThem() throws Exception {
    Path file = folder.resolve("history.csv");
    History history = Histories.open(file);
    try (RunningServer server = server(file, Histories.open(file))) {
      Answer before = server.ask("GET /metrics");
      history.write(List.of(night("2026-11-14", 0.625)), Optional.empty());
      Answer first = server.ask("GET /metrics");
      history.write(List.of(night("2026-11-15", 0.75)), Optional.empty());
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
    Path file = folder.resolve("history.csv");
    Histories.open(file).write(List.of(night("1", 0.5)), Optional.empty());
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
    Path file = folder.resolve("history.csv");
    Path other = folder.resolve("other.csv");
    Histories.open(file).write(List.of(night("2026-11-14", 0.625)), Optional.empty());
    Histories.open(other).write(List.of(night("2026-11-14", 0.875)), Optional.empty());
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    assertThat(Files.size(other)).isEqualTo(Files.size(file));
    try (RunningServer server = server(file, Histories.open(file))) {
      server.ask("GET /metrics");
      Files.move(other, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);

      assertThat(server.ask("GET /metrics").text()).contains("\ntranscal_accuracy 0.875\n");
    }
  }

  @Test
  void givenUnreadableHistory_then503AndLaterAgain() throws Exception {
    Path file = folder.resolve("history.csv");
    Files.writeString(file, "this is not a history\n");
    try (RunningServer server = server(file, Histories.open(file))) {
      Answer damaged = server.ask("GET /");
      Answer health = server.ask("GET /health");
      Files.delete(file);
      Histories.open(file).write(List.of(night("1", 0.5)), Optional.empty());
      Answer mended = server.ask("GET /");

      assertThat(damaged.status()).isEqualTo(503);
      assertThat(damaged.header("retry-after")).isEqualTo("5");
      assertThat(damaged.text()).contains("history.csv");
      assertThat(health.status()).isEqualTo(200);
      assertThat(mended.text()).isEqualTo("1 nights");
    }
  }
}
