package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.segment;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;

/** Tables: histories of 0.1.0, and exports. */
class HistoriesTest {
  private static final int ALL = Integer.MAX_VALUE;
  private static final List<BatchResult> TWO = List.of(whole("1"), segment("1", "=a, \"b\"\n"));

  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void writeTheTable() {
    table = folder.resolve("history.csv");
    Histories.export(table, TWO);
  }

  @Test
  void givenATable_thenItIsReadAsItWasWritten() throws IOException {
    assertThat(Histories.open(table).read(ALL)).isEqualTo(TWO);
    assertThat(Files.readString(table)).startsWith("at,segment_column,segment,rows,");
    assertThat(Histories.store(table)).isEqualTo(folder.resolve("history.jsonl")).doesNotExist();
  }

  @Test
  void givenATable_whenABatchFollows_thenItIsConvertedBesideItself() throws IOException {
    byte[] before = Files.readAllBytes(table);

    Histories.open(table).write(List.of(whole("2")), Optional.empty());

    assertThat(Histories.open(table).read(ALL)).hasSize(3).containsAll(TWO).contains(whole("2"));
    assertThat(Histories.open(folder.resolve("history.jsonl")).read(ALL)).hasSize(3);
    assertThat(table).hasBinaryContent(before);
    Histories.open(table).write(List.of(whole("1")), Optional.empty());
    assertThat(Histories.open(table).read(ALL)).containsExactly(whole("1"), whole("2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.62|fast|line 2, column accuracy is \"fast\"; it must be a number",
        "2000|2.5|line 2, column rows is \"2.5\"; it must be a whole number",
        "1,,,|yesterday,,,|line 2, column at is \"yesterday\"; it must be a time",
        "0.6,0.65|0.65,0.6|line 2: Interval from 0.65 to 0.6",
        ",2000|,2000,2000|line 2 has 34 cells where the header has 33",
        "accuracy_low|low|is not a history of transcal: its first line is \"at,",
        "}\",1|}\",0|line 2, column schema is \"0\"; it must be 1",
        "}\",1|}\",2|line 2 was written by a newer version of transcal (schema 2",
        "}\",1|}|is not a CSV file",
      })
  void givenADamagedTable_thenItIsRefusedAndKept(String part, String damage, String message)
      throws IOException {
    Histories.export(table, List.of(whole("1")));
    String damaged = Files.readString(table).replace(part, damage);
    Files.writeString(table, damaged);

    assertThatThrownBy(() -> Histories.open(table).write(List.of(whole("2")), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(table.toString())
        .hasMessageContaining(message);
    assertThat(table).hasContent(damaged);
    assertThat(Histories.store(table)).doesNotExist();
  }

  @Test
  void givenATableOfANewerVersion_thenItIsRefused() throws IOException {
    Files.writeString(table, "at,more,schema\n1,2,3\n");

    assertThatThrownBy(() -> Histories.open(table).read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("newer version of transcal (schema 3; this version knows 1)");
  }

  @Test
  void givenAnEmptyTable_thenItIsRefused() throws IOException {
    Files.writeString(table, "");

    assertThatThrownBy(() -> Histories.open(table).read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is not a history of transcal");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "new.csv|new.csv: does not exist, and a new history must be a .jsonl or .duckdb file",
        "h.duckdb|h.duckdb: a history in .duckdb needs an add-on",
        "history|history: the extension of a history must be .jsonl or .duckdb",
      })
  void givenAnotherFile_thenTheMessageNamesTheKnownOnes(String name, String message) {
    assertThatThrownBy(() -> Histories.open(Path.of(name)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({"h.parquet, needs an add-on", "h.jsonl, must be .csv or .parquet"})
  void givenAnExportThatIsNotPossible_thenTheMessageSaysWhy(Path file, String message) {
    assertThatThrownBy(() -> Histories.requireExportable(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }
}
