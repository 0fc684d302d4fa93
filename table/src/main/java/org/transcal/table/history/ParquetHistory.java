package org.transcal.table.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Database;
import org.transcal.table.database.Reasons;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
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
  public List<BatchResult> read(int detailed) {
    if (!Files.exists(file)) {
      return List.of();
    }
    return run(
        session -> {
          // A view reads only the columns and rows asked for, and details are most of the file.
          load(session, copy(session), "VIEW");
          return new BatchTable(file, session, schema).read(detailed);
        });
  }

  @Override
  public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
    OutputLock lock = OutputLock.waitFor(file, patience);
    try {
      replace(batches, oldest);
    } finally {
      lock.close();
    }
  }

  private void replace(List<BatchResult> batches, Optional<BatchTime> oldest) {
    run(
        session -> {
          if (Files.exists(file)) {
            load(session, copy(session), "TABLE");
          } else {
            schema.create(session);
          }
          new BatchTable(file, session, schema).write(batches, oldest);
          Path replacement = session.file("new.parquet");
          save(session, replacement);
          try (AtomicFile output = AtomicFile.open(file)) {
            Files.copy(replacement, output.stream());
            output.commit();
          } catch (IOException e) {
            throw new OutputException(file, e);
          }
          return null;
        });
  }

  private Path copy(Session session) {
    try {
      return Files.copy(file, session.file(OLD));
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  private void load(Session session, Path copy, String kind) throws SQLException {
    int version = version(session, copy);
    boolean old = schema.isOld(file, version);
    session.execute(
        "CREATE "
            + (old ? "TABLE" : kind)
            + " "
            + Schema.TABLE
            + " AS SELECT * FROM read_parquet("
            + Sql.text(copy)
            + ")");
    if (old) {
      schema.migrate(session, version);
    }
  }

  private void save(Session session, Path replacement) throws SQLException {
    session.execute(
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

  private int version(Session session, Path copy) throws SQLException {
    String sql =
        "SELECT TRY_CAST(decode(value) AS INTEGER) FROM parquet_kv_metadata("
            + Sql.text(copy)
            + ") WHERE decode(key) = "
            + Sql.text(VERSION);
    Rows rows = session.query(sql + " LIMIT 1");
    if (rows.next()) {
      return (int) rows.number();
    }
    throw InputException.in(
        file,
        "it is a Parquet file but not a history of transcal monitor; name another file, which need"
            + " not exist");
  }

  private <T> T run(Work<T> work) {
    try (Session session = Session.open(1, MEMORY, List.of())) {
      session.execute("ATTACH ':memory:' AS " + Database.NAME);
      try {
        return work.with(session);
      } catch (SQLException e) {
        throw new SQLException(
            Reasons.of(e).replace(session.file(OLD).toString(), file.toString()), e);
      }
    } catch (SQLException e) {
      throw InputException.in(
          file,
          "cannot be read as a Parquet file (%s); if it is damaged, restore a copy of it",
          Reasons.of(e));
    }
  }
}
