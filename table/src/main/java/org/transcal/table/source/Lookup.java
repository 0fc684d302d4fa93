package org.transcal.table.source;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;

/** Small queries on an open database. */
record Lookup(Session session) {
  /** Something to find out. */
  interface Question<T> {
    T ask(Lookup lookup) throws SQLException;
  }

  /** The columns of a source and their types, in order. */
  Map<String, String> types(String source) throws SQLException {
    Map<String, String> types = new LinkedHashMap<>();
    Rows rows =
        session.query(
            "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + source + ")");
    while (rows.next()) {
      types.put((String) rows.get(), (String) rows.get());
    }
    return types;
  }

  /** A single number; 0 if there is none. */
  long number(String sql) throws SQLException {
    Rows rows = session.query(sql);
    long number = 0;
    while (rows.next()) {
      number = (long) rows.number();
    }
    return number;
  }

  /** The texts of the first column, empty for SQL's NULL, and the numbers of the second. */
  Map<String, Long> counts(String sql) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    Rows rows = session.query(sql);
    while (rows.next()) {
      String text = (String) rows.get();
      counts.merge(Objects.requireNonNullElse(text, ""), (long) rows.number(), Long::sum);
    }
    return counts;
  }

  /** The texts of the first column; SQL's NULL becomes the text {@code null}. */
  List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    Rows rows = session.query(sql);
    while (rows.next()) {
      texts.add(String.valueOf(rows.get()));
    }
    return texts;
  }
}
