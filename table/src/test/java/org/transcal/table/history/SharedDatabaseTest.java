package org.transcal.table.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.OutputException;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;

/** A DuckDB history that several programs use. */
class SharedDatabaseTest {
  @TempDir private Path folder;
  private Path file;
  private Process other;

  @BeforeEach
  void makeHistory() {
    file = folder.resolve("h.duckdb");
    write("1");
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (other != null) {
      other.destroyForcibly().waitFor();
    }
  }

  private void write(String at) {
    Histories.open(file).write(List.of(whole(at)), Optional.empty());
  }

  private List<String> times() {
    return Histories.open(file).read(0).stream().map(batch -> batch.at().toString()).toList();
  }

  private void start(String what) throws IOException {
    other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                OtherProgram.class.getName(),
                file.toString(),
                what)
            .redirectError(Redirect.INHERIT)
            .start();
  }

  private String firstLine() throws IOException {
    return other.inputReader().readLine();
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "write"})
  void givenAProgramThatNeverClosesTheFile_thenTheMessageSaysWhichAndWhatToDo(String what)
      throws Exception {
    start(what);
    assertThat(firstLine()).isEqualTo("open");
    ProcessHandle database = other.toHandle().children().findFirst().orElseThrow();
    History impatient = new DuckDbHistory(file, Duration.ofMillis(50));

    assertThatThrownBy(() -> impatient.write(List.of(whole("2")), Optional.empty()))
        .isInstanceOf(OutputException.class)
        .hasMessageStartingWith(file + ": another program has had it open for ")
        .hasMessageContaining("(PID " + database.pid() + "); close it there");
  }

  @Test
  void givenAProgramThatClosesTheFile_thenItsTurnIsAwaited() throws Exception {
    start("write");
    assertThat(firstLine()).isEqualTo("open");

    CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write("2"));
    other.getOutputStream().close();
    written.join();

    assertThat(times()).containsExactly("1", "2");
  }

  @Test
  void givenAnotherReader_thenReadingNeedsNoTurn() throws Exception {
    start("read");
    assertThat(firstLine()).isEqualTo("open");

    assertThat(new DuckDbHistory(file, Duration.ZERO).read(0)).hasSize(1);
  }

  @Test
  void givenADeadWriter_thenCommittedBatchesAreInTheLogBesideTheFileAndOthersAreNowhere()
      throws Exception {
    start("die");
    assertThat(other.waitFor()).isEqualTo(9);
    Path log = Path.of(file + ".wal");
    assertThat(log).exists();
    Path moved = Files.copy(file, folder.resolve("moved.duckdb"));
    Files.copy(log, folder.resolve("moved.duckdb.wal"));

    assertThat(times()).containsExactly("1", "2");
    write("4");

    assertThat(times()).containsExactly("1", "2", "4");
    assertThat(log).doesNotExist();
    file = moved;
    assertThat(times()).containsExactly("1", "2");
  }

  @Test
  void givenThreadsOfOneProgram_thenNothingIsLost() {
    IntStream.range(2, 18).parallel().forEach(i -> write(Integer.toString(i)));

    assertThat(times()).hasSize(17);
  }
}
