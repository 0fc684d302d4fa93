package org.transcal.table.source;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
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
    each(
        "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + source + ")",
        row -> types.put((String) row.get(), (String) row.get()));
    return types;
  }

  /** A single number; 0 if there is none. */
  long number(String sql) throws SQLException {
    long[] number = new long[1];
    each(sql, row -> number[0] = (long) row.number());
    return number[0];
  }

  /** The texts of the first column, empty for SQL's NULL, and the numbers of the second. */
  Map<String, Long> counts(String sql) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    each(
        sql,
        row -> {
          String text = (String) row.get();
          counts.merge(Objects.requireNonNullElse(text, ""), (long) row.number(), Long::sum);
        });
    return counts;
  }

  /** The texts of the first column; SQL's NULL becomes the text {@code null}. */
  List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    each(sql, row -> texts.add(String.valueOf(row.get())));
    return texts;
  }

  private void each(String sql, Consumer<Rows> reading) throws SQLException {
    Rows rows = session.query(sql);
    while (rows.next()) {
      reading.accept(rows);
    }
  }
}
