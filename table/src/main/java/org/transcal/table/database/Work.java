package org.transcal.table.database;

import java.sql.SQLException;

/** What to do with a database while it is open. */
@FunctionalInterface
public interface Work<T> {
  /** The result; the database is closed afterwards. */
  T with(Session session) throws SQLException;
}
