package org.transcal.table.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.segment;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;

/** What every history must do, for those of this module. */
class HistoryTest {
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir private Path folder;

  private Path file(String extension) {
    return folder.resolve("deep/it's a history, ½." + extension);
  }

  private static List<String> times(History history) {
    return history.read(ALL).stream()
        .map(batch -> batch.at() + batch.segment().map(s -> " " + s.value()).orElse(""))
        .toList();
  }

  private static void write(History history, BatchResult... batches) {
    history.write(List.of(batches), Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenNoFile_thenThereAreNoBatchesAndNoFileIsMade(String extension) {
    assertThat(Histories.open(file(extension)).read(ALL)).isEmpty();
    assertThat(file(extension)).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenWrittenNights_thenTheyReadBackInOrderOfTime(String extension) throws IOException {
    History history = Histories.open(file(extension));
    BatchResult odd = segment("2026-11-14", "-1, \"a'\"\n\0½");

    write(history, whole("2026-11-14"), segment("2026-11-14", "b"), odd);
    write(history, whole("2026-11-13"));

    assertThat(history.read(ALL))
        .containsExactly(whole("2026-11-13"), whole("2026-11-14"), odd, segment("2026-11-14", "b"));
    try (Stream<Path> files = Files.list(file(extension).getParent())) {
      assertThat(files.map(f -> f.getFileName().toString()).filter(f -> !f.endsWith(".lock")))
          .containsExactly(file(extension).getFileName().toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenANightThatIsWrittenAgain_thenItIsReplacedWithItsSegmentsAndParts(String extension) {
    History history = Histories.open(file(extension));
    write(history, whole("2026-11-13"), segment("2026-11-13", "a"));
    write(history, whole("2026-11-14/1"), whole("2026-11-14/2"), whole("2026-11-14/3"));

    write(history, whole("2026-11-13"));
    write(history, whole("2026-11-14T00:00"), segment("2026-11-14T00:00", "b"));

    assertThat(times(history))
        .containsExactly("2026-11-13", "2026-11-14T00:00", "2026-11-14T00:00 b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenAnOldestTime_thenEarlierBatchesOfItsKindAreDropped(String extension) {
    History history = Histories.open(file(extension));
    write(history, whole("reference/1"), whole("2026-11-12"), whole("2026-11-13"));

    history.write(
        List.of(whole("2026-11-14"), whole("2026-11-11")),
        Optional.of(BatchTime.parse("2026-11-13")));

    assertThat(times(history)).containsExactly("reference/1", "2026-11-13", "2026-11-14");
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenManyNights_thenOnlyTheLatestAreReadInDetail(String extension) {
    History history = Histories.open(file(extension));
    write(history, whole("1"), whole("2"), segment("2", "a"), whole("3"));

    List<BatchResult> batches = history.read(2);

    assertThat(batches).hasSize(4);
    assertThat(batches.get(0).classes()).isEmpty();
    assertThat(batches.get(0).alerts().get(0).text()).isEmpty();
    assertThat(batches.subList(1, 4)).containsExactly(whole("2"), segment("2", "a"), whole("3"));
    assertThat(history.read(0)).hasSize(4).allMatch(batch -> batch.classes().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenAFileOfAnotherKind_thenItIsRefusedAndKept(String extension) throws IOException {
    for (String content : List.of("", "hello", "PAR1", "x".repeat(20_000))) {
      Files.createDirectories(file(extension).getParent());
      Files.writeString(file(extension), content);
      History history = Histories.open(file(extension));

      assertThatThrownBy(() -> history.read(ALL))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file(extension) + ": cannot be read as a ");
      assertThatThrownBy(() -> write(history, whole("1")))
          .hasMessageStartingWith(file(extension) + ": cannot be ");
      assertThat(file(extension)).hasContent(content);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenADamagedFile_thenItIsRefusedAndKept(String extension) throws IOException {
    History history = Histories.open(file(extension));
    write(history, whole("1"), whole("2"));
    byte[] damaged = Files.readAllBytes(file(extension));
    // The file's own marks stay, its content does not.
    for (int i = damaged.length / 4; i < damaged.length - 8; i++) {
      damaged[i] ^= 0x55;
    }
    Files.write(file(extension), damaged);

    assertThatThrownBy(() -> history.read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file(extension) + ": cannot be read as a ")
        .hasMessageContaining("if it is damaged, restore a copy");
    assertThat(file(extension)).hasBinaryContent(damaged);
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenAFolder_thenItIsRefused(String extension) throws IOException {
    Files.createDirectories(file(extension));

    assertThatThrownBy(() -> Histories.open(file(extension)).read(ALL))
        .hasMessageStartingWith(file(extension) + ": cannot be ");
    assertThatThrownBy(() -> write(Histories.open(file(extension)), whole("1")))
        .hasMessageStartingWith(file(extension) + ": cannot be ");
  }
}
