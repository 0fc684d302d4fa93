package org.transcal.table.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.duckdb.DuckDBConnection;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.io.history.History;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Scratch;
import org.transcal.table.database.Sql;
import org.transcal.table.database.Work;

/**
 * A history in a Parquet file, whose metadata hold the version of the schema.
 *
 * <p>Each write replaces the file, under a lock on a hidden file beside it. DuckDB opens a file
 * several times while reading it, so it reads a copy: the file itself could be replaced meanwhile.
 */
final class ParquetHistory implements History {
  private static final long MEMORY = 1L << 30;
  private static final String OLD = "old.parquet";
  private static final String VERSION = "transcal_history";

  private final Path file;
  private final Schema schema;
  private final Duration patience;

  ParquetHistory(Path file, Schema schema, Duration patience) {
    this.file = file;
    this.schema = schema;
    this.patience = patience;
  }

  @Override
  public List<Night> read(int detailed) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (Scratch scratch = Scratch.open()) {
      Path copy = Files.copy(file, scratch.file(OLD));
      return run(
          scratch,
          connection -> {
            // A view reads only the columns and rows asked for, and details are most of the file.
            load(connection, copy, "VIEW");
            return new NightTable(file, connection, schema).read(detailed);
          });
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  @Override
  public void write(List<Night> nights, Optional<NightTime> oldest) {
    OutputLock lock = OutputLock.waitFor(file, patience);
    try {
      replace(nights, oldest);
    } finally {
      lock.close();
    }
  }

  private void replace(List<Night> nights, Optional<NightTime> oldest) {
    try (Scratch scratch = Scratch.open()) {
      boolean exists = Files.exists(file);
      Path old = scratch.file(OLD);
      Path replacement = scratch.file("new.parquet");
      if (exists) {
        Files.copy(file, old);
      }
      run(
          scratch,
          connection -> {
            if (exists) {
              load(connection, old, "TABLE");
            } else {
              schema.create(connection);
            }
            new NightTable(file, connection, schema).write(nights, oldest);
            save(connection, replacement);
            return null;
          });
      try (AtomicFile output = AtomicFile.open(file)) {
        Files.copy(replacement, output.stream());
        output.commit();
      }
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  private void load(DuckDBConnection connection, Path copy, String kind) throws SQLException {
    int version = version(connection, copy);
    boolean old = schema.isOld(file, version);
    Schema.execute(
        connection,
        "CREATE "
            + (old ? "TABLE" : kind)
            + " nights AS SELECT * FROM read_parquet("
            + Sql.text(copy)
            + ")");
    if (old) {
      schema.migrate(connection, version);
    }
  }

  private void save(DuckDBConnection connection, Path replacement) throws SQLException {
    Schema.execute(
        connection,
        "COPY "
            + Schema.TABLE
            + " TO "
            + Sql.text(replacement)
            + " (FORMAT parquet, KV_METADATA {"
            + VERSION
            + ": '"
            + schema.version()
            + "'})");
  }

  private int version(DuckDBConnection connection, Path copy) throws SQLException {
    String sql =
        "SELECT TRY_CAST(decode(value) AS INTEGER) FROM parquet_kv_metadata("
            + Sql.text(copy)
            + ") WHERE decode(key) = "
            + Sql.text(VERSION);
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      if (row.next()) {
        return row.getInt(1);
      }
    }
    throw InputException.in(
        file,
        "it is a Parquet file but not a history of transcal monitor; name another file, which need"
            + " not exist");
  }

  private <T> T run(Scratch scratch, Work<T> work) {
    try {
      return scratch.run(MEMORY, work);
    } catch (SQLException e) {
      String reason = Reasons.of(e).replace(scratch.file(OLD).toString(), file.toString());
      throw InputException.in(
          file,
          "cannot be read as a Parquet file (%s); if it is damaged, restore a copy of it",
          reason);
    }
  }
}
