package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.monitoring.history.BatchRow.Column;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Appender;
import org.transcal.table.database.Database;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/**
 * Batches in the SQL table {@value #NAME} of an open database, with the columns of {@link
 * BatchRow}.
 *
 * @param file the table's file, for messages
 */
record BatchTable(Path file, Session session) {
  /** The table. */
  static final String NAME = "nights";

  /** The same in SQL. */
  static final String TABLE = Database.NAME + ".main." + NAME;

  private static final String DETAIL = "detail";

  /** Creates an empty table. */
  void create() throws SQLException {
    String definition =
        BatchRow.COLUMNS.stream()
            .map(column -> Sql.name(column.name()) + " " + type(column))
            .collect(Collectors.joining(", "));
    session.execute("CREATE TABLE " + TABLE + " (" + definition + ")");
  }

  /** Refuses a table of another version than the one that this transcal reads and writes. */
  void requireVersion(int version) {
    if (version != BatchRow.VERSION) {
      throw InputException.in(
          file,
          "it is a history of version %d, and this transcal knows version %d only; use the transcal"
              + " that wrote it",
          version,
          BatchRow.VERSION);
    }
  }

  /** All batches in order; with detail for the latest times only, since it is long. */
  List<BatchResult> read(int detailed) throws SQLException {
    requireTypes();
    Map<String, BatchTime> times = times();
    NavigableSet<BatchTime> latest = new TreeSet<>(times.values());
    while (latest.size() > detailed) {
      latest.pollFirst();
    }
    List<String> texts =
        times.keySet().stream().filter(text -> latest.contains(times.get(text))).toList();
    String selected =
        BatchRow.COLUMNS.stream()
            .map(
                column ->
                    column.name().equals(DETAIL)
                        ? "CASE WHEN \"at\" IN (SELECT unnest(?::VARCHAR[])) THEN detail END"
                        : Sql.name(column.name()))
            .collect(Collectors.joining(", "));
    Rows rows = session.query("SELECT " + selected + " FROM " + TABLE, texts);
    List<BatchResult> results = new ArrayList<>();
    while (rows.next()) {
      Object[] values = new Object[BatchRow.COLUMNS.size()];
      for (int c = 0; c < values.length; c++) {
        values[c] = rows.get();
      }
      results.add(
          InputException.naming(
              file, () -> new BatchRow(values).toBatch(times.get((String) values[0]))));
    }
    results.sort(History.ORDER);
    return results;
  }

  /** The times in the table, by text. */
  private Map<String, BatchTime> times() throws SQLException {
    Map<String, BatchTime> times = new HashMap<>();
    Rows rows = session.query("SELECT DISTINCT \"at\" FROM " + TABLE);
    while (rows.next()) {
      String text = Optional.ofNullable((String) rows.get()).orElse("");
      times.put(text, InputException.naming(file, () -> BatchTime.parse(text)));
    }
    return times;
  }

  /** Replaces batches of the same times and drops old ones, in the running transaction. */
  void write(List<BatchResult> batches, Optional<BatchTime> oldest) throws SQLException {
    requireTypes();
    List<BatchTime> written = batches.stream().map(BatchResult::at).distinct().toList();
    List<String> gone = new ArrayList<>();
    times()
        .forEach(
            (text, time) -> {
              if (!History.isKept(time, oldest) || written.stream().anyMatch(time::isSameBatch)) {
                gone.add(text);
              }
            });
    String unnested = " WHERE \"at\" IN (SELECT unnest(?::VARCHAR[]))";
    session.execute("DELETE FROM " + TABLE + unnested, gone);
    Appender appender = session.append(Database.NAME, NAME, BatchRow.COLUMNS.size());
    for (BatchResult batch : batches) {
      if (History.isKept(batch.at(), oldest)) {
        appender.add(BatchRow.of(batch).values());
      }
    }
    appender.finish();
  }

  private void requireTypes() throws SQLException {
    Map<String, String> types = new HashMap<>();
    Rows rows = session.query("SELECT column_name, column_type FROM (DESCRIBE " + TABLE + ")");
    while (rows.next()) {
      types.put((String) rows.get(), (String) rows.get());
    }
    for (Column column : BatchRow.COLUMNS) {
      String type = types.getOrDefault(column.name(), "missing");
      if (!type.equals(type(column))) {
        throw InputException.in(
            file,
            "column %s of table %s is %s; it must be %s",
            column.name(),
            NAME,
            InputException.quote(type),
            type(column));
      }
    }
  }

  private static String type(Column column) {
    return switch (column.type()) {
      case TEXT -> "VARCHAR";
      case COUNT -> "BIGINT";
      case NUMBER -> "DOUBLE";
    };
  }
}
