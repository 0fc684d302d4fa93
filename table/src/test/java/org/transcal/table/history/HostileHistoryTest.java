package org.transcal.table.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Database;

/** Databases made to run something, or to break the reader. */
class HostileHistoryTest {
  private static final String NO_HISTORY = "it is a DuckDB database but not a history";

  @TempDir private Path folder;

  private Path change(String... statements) {
    Path file = folder.resolve("h.duckdb");
    Histories.open(file).write(List.of(whole("1")), Optional.empty());
    new Database(file, Database.PATIENCE)
        .write(
            session -> {
              for (String sql : statements) {
                session.execute(sql);
              }
              return null;
            });
    return file;
  }

  private static void requireRefused(Path file, String message) {
    History history = Histories.open(file);
    assertThatThrownBy(() -> history.read(9))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": " + message);
    assertThatThrownBy(() -> history.write(List.of(whole("2")), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "view_slow.duckdb|" + NO_HISTORY,
        "rows_as_VARCHAR.duckdb|column rows of table nights is \"VARCHAR\"; it must be BIGINT",
      })
  void givenFilesMadeByOthers_thenTheyAreRefused(String name, String message) throws Exception {
    Path file = folder.resolve(name);
    Files.copy(Path.of("src/test/resources/hostile", name), file);

    requireRefused(file, message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE history.main.nights RENAME TO t;"
            + " CREATE VIEW history.main.nights AS SELECT * FROM history.main.t",
        "CREATE SCHEMA history.s; CREATE TABLE history.s.nights AS FROM history.main.nights;"
            + " DROP TABLE history.main.nights",
        "DROP TABLE history.main.transcal_history;"
            + " CREATE TABLE history.main.transcal_history (a INTEGER, version AS (1))",
      })
  void givenOtherThanBaseTables_thenTheyAreRefused(String sql) {
    requireRefused(change(sql), NO_HISTORY);
  }

  @Test
  void givenMacrosWithNamesOfFunctions_thenTheyAreNotUsed() {
    Path file =
        change(
            "CREATE MACRO history.main.unnest(x) AS error('hostile')",
            "CREATE MACRO history.main.len(x) AS error('hostile')",
            "CREATE MACRO history.main.count() AS error('hostile')",
            "CREATE MACRO history.main.duckdb_tables() AS TABLE SELECT error('hostile')");

    assertThat(Histories.open(file).read(9)).containsExactly(whole("1"));
  }

  @Test
  void givenAMissingColumn_thenItIsNamed() {
    requireRefused(
        change("ALTER TABLE history.main.nights DROP COLUMN ece"),
        "column ece of table nights is \"missing\"; it must be DOUBLE");
  }
}
