package org.transcal.table.history;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Database;
import org.transcal.table.database.Session;

class VersionTest {
  @TempDir private Path folder;

  @Test
  void givenANewerFile_thenItIsRefusedAndKept() {
    Path file = folder.resolve("h.duckdb");
    Histories.open(file).write(List.of(whole("1")), Optional.empty());
    new Database(file, Database.PATIENCE)
        .write(
            session -> {
              session.execute("UPDATE history.main.transcal_history SET version = 3");
              return null;
            });

    History history = Histories.open(file);

    String message = file + ": it is a history of version 3, and this transcal knows version 1";
    assertThatThrownBy(() -> history.read(0))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> history.write(List.of(whole("2")), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void givenANewerTable_thenItIsRefused() throws Exception {
    Path file = folder.resolve("h.parquet");
    try (Session session = Session.open(1, 1 << 28, List.of(folder))) {
      session.execute(
          "COPY (SELECT 1 AS price) TO '"
              + file
              + "' (FORMAT parquet, KV_METADATA {transcal_history: '3'})");
    }

    assertThatThrownBy(() -> Histories.open(file).read(0))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": it is a history of version 3");
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
