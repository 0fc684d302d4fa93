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
import org.junit.jupiter.api.Test;
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

  @Test
  void givenNoFile_thenThereAreNoBatchesAndNoFileIsMade() {
    assertThat(Histories.open(file("duckdb")).read(ALL)).isEmpty();
    assertThat(file("duckdb")).doesNotExist();
  }

  @Test
  void givenWrittenNights_thenTheyReadBackInOrderOfTime() throws IOException {
    History history = Histories.open(file("duckdb"));
    BatchResult odd = segment("2026-11-14", "-1, \"a'\"\n\0½");

    write(history, whole("2026-11-14"), segment("2026-11-14", "b"), odd);
    write(history, whole("2026-11-13"));

    assertThat(history.read(ALL))
        .containsExactly(whole("2026-11-13"), whole("2026-11-14"), odd, segment("2026-11-14", "b"));
    try (Stream<Path> files = Files.list(file("duckdb").getParent())) {
      assertThat(files.map(f -> f.getFileName().toString()).filter(f -> !f.endsWith(".lock")))
          .containsExactly(file("duckdb").getFileName().toString());
    }
  }

  @Test
  void givenANightThatIsWrittenAgain_thenItIsReplacedWithItsSegmentsAndParts() {
    History history = Histories.open(file("duckdb"));
    write(history, whole("2026-11-13"), segment("2026-11-13", "a"));
    write(history, whole("2026-11-14/1"), whole("2026-11-14/2"), whole("2026-11-14/3"));

    write(history, whole("2026-11-13"));
    write(history, whole("2026-11-14T00:00"), segment("2026-11-14T00:00", "b"));

    assertThat(times(history))
        .containsExactly("2026-11-13", "2026-11-14T00:00", "2026-11-14T00:00 b");
  }

  @Test
  void givenAnOldestTime_thenEarlierBatchesOfItsKindAreDropped() {
    History history = Histories.open(file("duckdb"));
    write(history, whole("reference/1"), whole("2026-11-12"), whole("2026-11-13"));

    history.write(
        List.of(whole("2026-11-14"), whole("2026-11-11")),
        Optional.of(BatchTime.parse("2026-11-13")));

    assertThat(times(history)).containsExactly("reference/1", "2026-11-13", "2026-11-14");
  }

  @Test
  void givenManyNights_thenOnlyTheLatestAreReadInDetail() {
    History history = Histories.open(file("duckdb"));
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
    if (extension.equals("parquet")) {
      Histories.export(file(extension), List.of(whole("1"), whole("2")));
    } else {
      write(Histories.open(file(extension)), whole("1"), whole("2"));
    }
    History history = Histories.open(file(extension));
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

  @Test
  void givenATableOfTheFirstVersion_thenItIsReadAndConvertedBesideItself() throws IOException {
    List<BatchResult> two = List.of(whole("1"), segment("1", "-1, \"a'\"\n\0½"));
    Histories.export(file("parquet"), two);
    byte[] before = Files.readAllBytes(file("parquet"));
    History history = Histories.open(file("parquet"));

    assertThat(history.read(ALL)).isEqualTo(two);
    assertThat(history.read(0)).hasSize(2).allMatch(batch -> batch.classes().isEmpty());
    write(history, whole("2"));

    assertThat(times(Histories.open(file("jsonl")))).hasSize(3).contains("1", "2");
    assertThat(Histories.open(file("parquet")).read(ALL)).hasSize(3).containsAll(two);
    assertThat(file("parquet")).hasBinaryContent(before);
  }

  @Test
  void givenAFolderOfTables_thenAllAreReadButThoseBeingWritten() throws IOException {
    Path table = folder.resolve("it's a [table], ½");
    Histories.export(table.resolve("part-1.parquet"), List.of(whole("1"), segment("1", "a")));
    Histories.export(table.resolve("camera=3/part-2.parquet"), List.of(whole("2")));
    Files.createDirectories(table.resolve("_temporary/0"));
    Files.writeString(table.resolve("_temporary/0/part-3.parquet"), "PAR1");
    Files.writeString(table.resolve("_SUCCESS"), "");
    History history = Histories.open(table);

    assertThat(history.read(ALL)).containsExactly(whole("1"), segment("1", "a"), whole("2"));
    assertThatThrownBy(() -> write(history, whole("3")))
        .hasMessageStartingWith(table + ": cannot be written");
  }

  @Test
  void givenAnEmptyFolder_thenThereAreNoBatches() {
    assertThat(Histories.open(folder).read(ALL)).isEmpty();
  }
}
