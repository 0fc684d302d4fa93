package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.transcal.io.file.InputException;
import org.transcal.io.history.History;
import org.transcal.io.history.NightRow;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.table.database.Sql;

/** Nights in the SQL table {@link Schema#TABLE} of an open database. */
final class NightTable {
  private static final int PART = 4096;

  private final Path file;
  private final DuckDBConnection connection;
  private final List<NightRow.Column> columns;

  /**
   * A table.
   *
   * @param file where it comes from, for messages
   */
  NightTable(Path file, DuckDBConnection connection, Schema schema) {
    this.file = file;
    this.connection = connection;
    this.columns = schema.columns();
  }

  /** All nights in order; with detail for the latest times only, since it is long. */
  List<Night> read(int detailed) throws SQLException {
    Map<String, NightTime> times = times();
    NavigableSet<NightTime> latest = new TreeSet<>(times.values());
    while (latest.size() > detailed) {
      latest.pollFirst();
    }
    List<String> texts =
        times.keySet().stream().filter(t -> latest.contains(times.get(t))).toList();
    List<Night> nights = new ArrayList<>();
    read("NOT IN", texts, times, nights);
    read("IN", texts, times, nights);
    nights.sort(History.ORDER);
    return nights;
  }

  private void read(String in, List<String> texts, Map<String, NightTime> times, List<Night> nights)
      throws SQLException {
    boolean complete = in.equals("IN");
    String selected =
        columns.stream()
            .map(column -> Sql.name(column.name()))
            .map(name -> complete || !name.equals("\"detail\"") ? name : "NULL::VARCHAR")
            .collect(Collectors.joining(", "));
    String sql =
        "SELECT " + selected + " FROM nights WHERE \"at\" " + in + " (SELECT unnest(?::VARCHAR[]))";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("VARCHAR", texts.toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        List<CompletableFuture<List<Night>>> parts = new ArrayList<>();
        for (List<NightRow> part = next(rows); !part.isEmpty(); part = next(rows)) {
          List<NightRow> fetched = part;
          parts.add(CompletableFuture.supplyAsync(() -> nights(fetched, times)));
        }
        for (CompletableFuture<List<Night>> part : parts) {
          nights.addAll(joined(part));
        }
      }
    }
  }

  /** The next rows; other threads make nights of them meanwhile. */
  private List<NightRow> next(ResultSet rows) throws SQLException {
    List<NightRow> part = new ArrayList<>();
    while (part.size() < PART && rows.next()) {
      part.add(new NightRow(values(rows)));
    }
    return part;
  }

  private List<Night> nights(List<NightRow> rows, Map<String, NightTime> times) {
    return InputException.naming(
        file,
        () -> rows.stream().map(row -> row.toNight(times.get((String) row.values()[0]))).toList());
  }

  private static List<Night> joined(CompletableFuture<List<Night>> part) {
    try {
      return part.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof InputException bad ? bad : e;
    }
  }

  private Object[] values(ResultSet rows) throws SQLException {
    Object[] values = new Object[columns.size()];
    for (int c = 0; c < values.length; c++) {
      Object value =
          switch (columns.get(c).type()) {
            case TEXT -> rows.getString(c + 1);
            case COUNT -> rows.getLong(c + 1);
            case NUMBER -> rows.getDouble(c + 1);
          };
      values[c] = rows.wasNull() ? null : value;
    }
    return values;
  }

  /** The times in the table, by their texts. */
  private Map<String, NightTime> times() throws SQLException {
    Map<String, NightTime> times = new HashMap<>();
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT DISTINCT \"at\" FROM nights");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String text = String.valueOf(rows.getString(1));
        times.put(text, InputException.naming(file, () -> NightTime.parse(text)));
      }
    }
    return times;
  }

  /** Replaces nights of the same times and drops older ones, in the running transaction. */
  void write(List<Night> nights, Optional<NightTime> oldest) throws SQLException {
    List<NightTime> written = nights.stream().map(Night::at).distinct().toList();
    List<String> gone = new ArrayList<>();
    times()
        .forEach(
            (text, time) -> {
              if (!History.isKept(time, oldest)
                  || written.stream().anyMatch(t -> History.isSameNight(time, t))) {
                gone.add(text);
              }
            });
    String sql = "DELETE FROM nights WHERE \"at\" IN (SELECT unnest(?::VARCHAR[]))";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("VARCHAR", gone.toArray()));
      statement.execute();
    }
    try (DuckDBAppender appender = connection.createAppender(Schema.TABLE)) {
      for (Night night : nights) {
        if (History.isKept(night.at(), oldest)) {
          append(appender, NightRow.of(night));
        }
      }
    }
  }

  private void append(DuckDBAppender appender, NightRow row) throws SQLException {
    appender.beginRow();
    for (int c = 0; c < columns.size(); c++) {
      Object value = row.values()[c];
      if (value == null) {
        appender.appendNull();
      } else {
        switch (columns.get(c).type()) {
          case TEXT -> appender.append((String) value);
          case COUNT -> appender.append((long) value);
          case NUMBER -> appender.append((double) value);
        }
      }
    }
    appender.endRow();
  }
}
