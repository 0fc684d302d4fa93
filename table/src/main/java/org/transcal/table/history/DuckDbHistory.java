package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.duckdb.DuckDBConnection;
import org.transcal.io.file.InputException;
import org.transcal.io.history.History;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.table.database.Database;

/** A history in a DuckDB database: the table {@code nights}, and its version beside it. */
final class DuckDbHistory implements History {
  private final Path file;
  private final Database database;
  private final Schema schema;

  DuckDbHistory(Path file, Schema schema, Duration patience) {
    this.file = file;
    this.database = new Database(file, patience);
    this.schema = schema;
  }

  @Override
  public List<Night> read(int detailed) {
    if (!database.exists()) {
      return List.of();
    }
    if (database.read(connection -> schema.isOld(file, version(connection)))) {
      database.write(this::migrated);
    }
    return database.read(connection -> new NightTable(file, connection, schema).read(detailed));
  }

  @Override
  public void write(List<Night> nights, Optional<NightTime> oldest) {
    if (!database.exists()) {
      database.create(this::create);
    }
    database.write(
        connection -> {
          migrated(connection);
          new NightTable(file, connection, schema).write(nights, oldest);
          connection.commit();
          return null;
        });
  }

  private Void create(DuckDBConnection connection) throws SQLException {
    connection.setAutoCommit(false);
    schema.create(connection);
    Schema.execute(connection, "CREATE TABLE transcal_history AS SELECT 1 AS version");
    setVersion(connection);
    connection.commit();
    return null;
  }

  private Void migrated(DuckDBConnection connection) throws SQLException {
    int version = version(connection);
    connection.setAutoCommit(false);
    if (schema.isOld(file, version)) {
      schema.migrate(connection, version);
      setVersion(connection);
      connection.commit();
    }
    return null;
  }

  private void setVersion(DuckDBConnection connection) throws SQLException {
    Schema.execute(connection, "UPDATE transcal_history SET version = " + schema.version());
  }

  private int version(DuckDBConnection connection) throws SQLException {
    String sql =
        "SELECT (SELECT count(*) FROM duckdb_tables() WHERE NOT temporary AND table_name IN"
            + " ('transcal_history', '"
            + Schema.TABLE
            + "'))";
    if (number(connection, sql) < 2) {
      throw InputException.in(
          file,
          "it is a DuckDB database but not a history of transcal monitor; name another file, which"
              + " need not exist");
    }
    return number(connection, "SELECT version FROM transcal_history");
  }

  private static int number(DuckDBConnection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getInt(1) : 0;
    }
  }
}
