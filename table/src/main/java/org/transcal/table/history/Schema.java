package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.table.database.Database;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/**
 * The columns of a history and their versions.
 *
 * @param columns the columns of the newest version
 * @param migrations the SQL that turns version k into k + 1 is number k − 1
 */
record Schema(List<BatchRow.Column> columns, List<String> migrations) {
  /** The table of batches. */
  static final String NAME = "nights";

  /** The same in SQL. */
  static final String TABLE = Database.NAME + ".main." + NAME;

  /** What this version of transcal reads and writes. */
  static final Schema CURRENT = new Schema(BatchRow.COLUMNS, List.of());

  /** The newest version. */
  int version() {
    return migrations.size() + 1;
  }

  /** Creates an empty table of the newest version. */
  void create(Session session) throws SQLException {
    String definition =
        columns.stream()
            .map(column -> Sql.name(column.name()) + " " + type(column.type()))
            .collect(Collectors.joining(", "));
    session.execute("CREATE TABLE " + TABLE + " (" + definition + ")");
  }

  /**
   * Brings a table of an older version up to date.
   *
   * @throws InputException if the version is newer
   */
  void migrate(Session session, int version) throws SQLException {
    for (String step : migrations.subList(version - 1, migrations.size())) {
      session.execute(step);
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

  /** Refuses a table whose columns do not have the types of this schema. */
  void requireTypes(Path file, Session session) throws SQLException {
    Map<String, String> types = new HashMap<>();
    Rows rows = session.query("SELECT column_name, column_type FROM (DESCRIBE " + TABLE + ")");
    while (rows.next()) {
      types.put((String) rows.get(), (String) rows.get());
    }
    for (BatchRow.Column column : columns) {
      String type = types.getOrDefault(column.name(), "missing");
      if (!type.equals(type(column.type()))) {
        throw InputException.in(
            file,
            "column %s of table %s is %s; it must be %s",
            column.name(),
            NAME,
            InputException.quote(type),
            type(column.type()));
      }
    }
  }

  private static String type(BatchRow.Type type) {
    return switch (type) {
      case TEXT -> "VARCHAR";
      case COUNT -> "BIGINT";
      case NUMBER -> "DOUBLE";
    };
  }
}
