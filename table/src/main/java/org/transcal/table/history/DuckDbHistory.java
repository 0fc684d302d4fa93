package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Database;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;

/** A history in a DuckDB database: the table {@code batches}, and its version beside it. */
final class DuckDbHistory implements History {
  private static final String VERSION = Database.NAME + ".main.transcal_history";

  private final Path file;
  private final Database database;

  DuckDbHistory(Path file, Duration patience) {
    this.file = file;
    this.database = new Database(file, patience);
  }

  @Override
  public List<BatchResult> read(int detailed) {
    return database.exists() ? database.read(session -> table(session).read(detailed)) : List.of();
  }

  @Override
  public void write(List<BatchResult> batches, Optional<BatchTime> oldest) {
    if (!database.exists()) {
      database.create(
          session -> {
            new BatchTable(file, session).create();
            session.execute(
                "CREATE TABLE " + VERSION + " AS SELECT " + BatchRow.VERSION + " AS version");
            return null;
          });
    }
    database.write(
        session -> {
          table(session).write(batches, oldest);
          return null;
        });
  }

  private BatchTable table(Session session) throws SQLException {
    BatchTable table = new BatchTable(file, session);
    table.requireVersion(version(session));
    return table;
  }

  private int version(Session session) throws SQLException {
    // Tables only: views and computed columns run whatever their author wrote.
    String sql =
        "SELECT (SELECT count(*) FROM duckdb_tables() WHERE database_name = '%1$s' AND schema_name"
            + " = 'main' AND table_name IN ('transcal_history', '%2$s')) - (SELECT count(*) FROM"
            + " duckdb_columns() WHERE database_name = '%1$s' AND column_default IS NOT NULL)";
    if (number(session, String.format(Locale.ROOT, sql, Database.NAME, BatchTable.NAME)) < 2) {
      throw InputException.in(
          file,
          "it is a DuckDB database but not a history of transcal monitor; name another file, which"
              + " need not exist");
    }
    return number(session, "SELECT TRY_CAST(version AS INTEGER) FROM " + VERSION);
  }

  private static int number(Session session, String sql) throws SQLException {
    Rows rows = session.query(sql + " LIMIT 1");
    return rows.next() ? (int) rows.number() : 0;
  }
}
