package org.transcal.table.database;

import java.sql.SQLException;
import org.duckdb.DuckDBConnection;

/** What to do with a database while it is open. */
@FunctionalInterface
public interface Work<T> {
  /** The result; the connection is closed afterwards. */
  T with(DuckDBConnection connection) throws SQLException;
}
