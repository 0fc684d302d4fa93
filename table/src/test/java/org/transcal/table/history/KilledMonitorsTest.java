package org.transcal.table.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;

/**
 * Two monitors write to one history and are killed (SIGKILL) at moments drawn at random.
 *
 * <p>What is asserted holds at every moment, so that the outcome does not depend on them. The
 * script {@code research/bench/chaos/history} runs it with 100 kills.
 */
class KilledMonitorsTest {
  private static final int KILLS = Integer.getInteger("transcal.kills", 4);
  private static final long SEED = Long.getLong("transcal.seed", 1);
  private static final int LONGEST_MILLIS = 150;
  private static final int MOST_WAITS = 3000;
  private static final int NIGHTS_APART = 1_000_000;

  @TempDir private Path folder;

  private Path file;
  private final List<Process> everStarted = new ArrayList<>();

  /** The number of the last reported write of each batch. */
  private final Map<String, Long> reported = new TreeMap<>();

  private record Running(Process process, Path output, Path temporary) {}

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : everStarted) {
      process.destroyForcibly().waitFor();
    }
  }

  private Running start(int number, long write) throws IOException {
    int starts = everStarted.size();
    Path output = folder.resolve("output-" + starts);
    Path temporary = Files.createDirectory(folder.resolve("temporary-" + starts));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                WritingMonitor.class.getName(),
                file.toString(),
                Integer.toString(number * NIGHTS_APART),
                Long.toString(write))
            .redirectOutput(output.toFile())
            .redirectError(Redirect.INHERIT)
            .start();
    everStarted.add(process);
    return new Running(process, output, temporary);
  }

  private static void awaitLine(Running monitor) throws Exception {
    while (!Files.readString(monitor.output).contains("\n")) {
      assertThat(monitor.process.isAlive()).isTrue();
      Thread.sleep(1);
    }
  }

  /** Kills a monitor and notes what it had reported; returns the number of its next write. */
  private long kill(Running monitor) throws Exception {
    monitor.process.destroyForcibly().waitFor();
    awaitEmpty(monitor.temporary);
    String lines = Files.readString(monitor.output);
    long last = 0;
    // The last line may be cut off.
    for (String line : lines.substring(0, lines.lastIndexOf('\n')).lines().toList()) {
      last = Long.parseLong(line.substring(line.indexOf(' ') + 1));
      reported.put(line.substring(0, line.indexOf(' ')), last);
    }
    return last + 1;
  }

  private void requireValid() {
    Map<String, List<BatchResult>> byTime =
        Histories.open(file).read(Integer.MAX_VALUE).stream()
            .collect(Collectors.groupingBy(batch -> batch.at().toString()));
    // Each once, with both segments, all from one write, and no older than was reported.
    byTime.forEach(
        (time, batches) -> {
          assertThat(batches.stream().map(batch -> batch.segment().map(s -> s.value()).orElse("")))
              .containsExactly("", "a", "b");
          assertThat(batches.stream().map(BatchResult::rows).distinct()).hasSize(1);
        });
    assertThat(byTime.keySet()).containsAll(reported.keySet());
    reported.forEach(
        (time, write) -> assertThat(byTime.get(time).get(0).rows()).isGreaterThanOrEqualTo(write));
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "jsonl"})
  void givenMonitorsKilledWhileTheyWrite_thenTheHistoryIsValidAndNothingIsLostOrDoubled(
      String extension) throws Exception {
    file = folder.resolve("history/history." + extension);
    SplittableRandom random = new SplittableRandom(SEED);
    List<Running> monitors = new ArrayList<>(List.of(start(0, 1), start(1, 1)));
    int logs = 0;

    for (int kill = 0; kill < KILLS; kill++) {
      int victim = random.nextInt(2);
      awaitLine(monitors.get(victim));
      Thread.sleep(random.nextInt(LONGEST_MILLIS));
      long next = kill(monitors.get(victim));
      logs += Files.exists(Path.of(file + ".wal")) ? 1 : 0;
      requireValid();
      monitors.set(victim, start(victim, next));
    }
    for (Running monitor : monitors) {
      awaitLine(monitor);
      kill(monitor);
    }

    requireValid();
    History history = Histories.open(file);
    int before = history.read(0).size();
    history.write(List.of(whole("-1")), Optional.empty());
    assertThat(history.read(0)).hasSize(before + 1);
    assertThat(names())
        .allMatch(
            name ->
                List.of(file.getFileName().toString(), "." + file.getFileName() + ".lock")
                    .contains(name));
    System.out.println(
        extension
            + ": "
            + (KILLS + 2)
            + " kills, "
            + before / 3
            + " batches in the history, "
            + reported.size()
            + " of them reported, "
            + logs
            + " write-ahead logs seen after a kill: valid, nothing lost or doubled");
  }

  /** The process of DuckDB ends with its monitor, and leaves at most an empty folder. */
  private static void awaitEmpty(Path temporary) throws Exception {
    for (int i = 0; i < MOST_WAITS; i++) {
      try (Stream<Path> files = Files.walk(temporary)) {
        if (files.allMatch(Files::isDirectory)) {
          return;
        }
      } catch (UncheckedIOException deletedMeanwhile) {
        // Then look again.
      }
      Thread.sleep(10);
    }
    throw new AssertionError("DuckDB left files in " + temporary);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }
}
