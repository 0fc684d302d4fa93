package org.transcal.table.source;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.duckdb.DuckDBConnection;

/** Small queries on an open database. */
record Lookup(DuckDBConnection connection) {
  /** Something to find out. */
  interface Question<T> {
    T ask(Lookup lookup) throws SQLException;
  }

  /** The columns of a source and their types, in order. */
  Map<String, String> types(String source) throws SQLException {
    Map<String, String> types = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("DESCRIBE SELECT * FROM " + source)) {
      while (rows.next()) {
        types.put(rows.getString(1), rows.getString(2));
      }
    }
    return types;
  }

  /** A single number; 0 if there is none. */
  long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  /** The texts of the first column, empty for SQL's NULL, and the numbers of the second. */
  Map<String, Long> counts(String sql) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        counts.merge(Objects.requireNonNullElse(rows.getString(1), ""), rows.getLong(2), Long::sum);
      }
    }
    return counts;
  }

  /** The texts of the first column; SQL's NULL becomes the text {@code null}. */
  List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(String.valueOf(rows.getString(1)));
      }
    }
    return texts;
  }
}
