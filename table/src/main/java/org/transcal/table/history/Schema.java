package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.transcal.io.file.InputException;
import org.transcal.io.history.NightRow;
import org.transcal.table.database.Sql;

/**
 * The columns of a history and their versions.
 *
 * @param columns the columns of the newest version
 * @param migrations the SQL that turns version k into k + 1 is number k − 1
 */
record Schema(List<NightRow.Column> columns, List<String> migrations) {
  /** The table of nights. */
  static final String TABLE = "nights";

  /** What this version of transcal reads and writes. */
  static final Schema CURRENT = new Schema(NightRow.COLUMNS, List.of());

  /** The newest version. */
  int version() {
    return migrations.size() + 1;
  }

  /** Creates an empty table of the newest version. */
  void create(DuckDBConnection connection) throws SQLException {
    String definition =
        columns.stream()
            .map(column -> Sql.name(column.name()) + " " + type(column.type()))
            .collect(Collectors.joining(", "));
    execute(connection, "CREATE TABLE " + TABLE + " (" + definition + ")");
  }

  /**
   * Brings a table of an older version up to date.
   *
   * @throws InputException if the version is newer
   */
  void migrate(DuckDBConnection connection, int version) throws SQLException {
    for (String step : migrations.subList(version - 1, migrations.size())) {
      execute(connection, step);
    }
  }

  /** Whether a table of this version must be migrated; refuses newer ones. */
  boolean isOld(Path file, int version) {
    if (version < 1 || version > version()) {
      throw InputException.in(
          file,
          "it is a history of version %d, and this transcal knows versions up to %d; use the newer"
              + " transcal that wrote it",
          version,
          version());
    }
    return version < version();
  }

  static void execute(DuckDBConnection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String type(NightRow.Type type) {
    return switch (type) {
      case TEXT -> "VARCHAR";
      case COUNT -> "BIGINT";
      case NUMBER -> "DOUBLE";
    };
  }
}
