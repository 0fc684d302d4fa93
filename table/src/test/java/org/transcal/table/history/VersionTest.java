package org.transcal.table.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Database;
import org.transcal.table.database.Session;

class VersionTest {
  /** A later version that writes the name of a column differently. */
  private static final Schema LATER =
      new Schema(
          BatchRow.COLUMNS,
          List.of(
              "ALTER TABLE history.main.nights RENAME segment TO part;"
                  + " UPDATE history.main.nights SET \"at\" = '2'",
              "ALTER TABLE history.main.nights RENAME part TO segment"));

  @TempDir private Path folder;

  private static History open(Path file, Schema schema) {
    return file.toString().endsWith("parquet")
        ? new ParquetHistory(file, schema, Database.PATIENCE)
        : new DuckDbHistory(file, schema, Database.PATIENCE);
  }

  @Test
  void givenTheCurrentSchema_thenItHasTheVersionOfItsColumns() {
    assertThat(Schema.CURRENT.version()).isEqualTo(BatchRow.VERSION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenAnOlderFile_thenItIsMigratedOnceWhenReadOrWritten(String extension) {
    for (boolean writes : List.of(false, true)) {
      Path file = folder.resolve(writes + "." + extension);
      open(file, Schema.CURRENT).write(List.of(whole("1")), Optional.empty());

      History later = open(file, LATER);
      if (writes) {
        later.write(List.of(whole("3")), Optional.empty());
      }

      assertThat(later.read(0)).first().extracting(batch -> batch.at().text()).isEqualTo("2");
      later.write(List.of(whole("1")), Optional.empty());
      assertThat(later.read(0)).hasSize(writes ? 3 : 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "parquet"})
  void givenANewerFile_thenItIsRefusedAndKept(String extension) {
    Path file = folder.resolve("h." + extension);
    open(file, LATER).write(List.of(whole("1")), Optional.empty());

    History history = Histories.open(file);

    String message =
        file + ": it is a history of version 3, and this transcal knows versions up to 1";
    assertThatThrownBy(() -> history.read(0))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> history.write(List.of(whole("2")), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message);
    assertThat(open(file, LATER).read(0)).hasSize(1);
  }

  @Test
  void givenAnotherDatabase_thenItIsRefusedAndKept() {
    Path file = folder.resolve("sales.duckdb");
    new Database(file, Database.PATIENCE)
        .create(
            session -> {
              session.execute("CREATE TABLE history.main.nights AS SELECT 1 AS price");
              return null;
            });

    assertThatThrownBy(() -> Histories.open(file).write(List.of(whole("1")), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file
                + ": it is a DuckDB database but not a history of transcal monitor; name another"
                + " file, which need not exist");
  }

  @Test
  void givenAnotherParquetFile_thenItIsRefused() throws Exception {
    Path file = folder.resolve("sales.parquet");
    try (Session session = Session.open(1, 1 << 28, List.of(folder))) {
      session.execute("COPY (SELECT 1 AS price) TO '" + file + "'");
    }

    assertThatThrownBy(() -> Histories.open(file).read(0))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": it is a Parquet file but not a history");
  }
}
