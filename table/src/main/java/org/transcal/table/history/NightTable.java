package org.transcal.table.history;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.transcal.io.file.InputException;
import org.transcal.io.history.History;
import org.transcal.io.history.NightRow;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.table.database.Appender;
import org.transcal.table.database.Database;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/** Nights in the SQL table {@link Schema#TABLE} of an open database. */
final class NightTable {
  private static final int PART = 4096;
  private static final String DETAIL = "detail";

  private final Path file;
  private final Session session;
  private final Schema schema;
  private final List<NightRow.Column> columns;

  /**
   * A table.
   *
   * @param file the table's file, for messages
   */
  NightTable(Path file, Session session, Schema schema) {
    this.file = file;
    this.session = session;
    this.schema = schema;
    this.columns = schema.columns();
  }

  /** All nights in order; with detail for the latest times only, since it is long. */
  List<Night> read(int detailed) throws SQLException {
    schema.requireTypes(file, session);
    Map<String, NightTime> times = times();
    List<String> texts =
        times.keySet().stream()
            .sorted(Comparator.<String, NightTime>comparing(times::get).thenComparing(t -> t))
            .toList();
    List<NightTime> distinct = times.values().stream().distinct().sorted().toList();
    List<NightTime> latest =
        distinct.subList(Math.max(0, distinct.size() - detailed), distinct.size());
    int first = texts.size();
    while (first > 0
        && !latest.isEmpty()
        && times.get(texts.get(first - 1)).compareTo(latest.get(0)) >= 0) {
      first--;
    }
    Map<String, List<String>> known = new HashMap<>();
    for (NightRow.Column column : columns) {
      if (column.type() == NightRow.Type.TEXT && !column.name().equals(DETAIL)) {
        known.put(column.name(), distinct(column.name()));
      }
    }
    List<Night> nights = new ArrayList<>();
    known.put("at", texts.subList(0, first));
    read(known, times, nights);
    known.put("at", texts.subList(first, texts.size()));
    known.put(DETAIL, List.of());
    read(known, times, nights);
    return nights;
  }

  /**
   * Adds the nights at the known times, in order.
   *
   * <p>Repeated texts are fetched as indices into the known ones, since creating strings is most of
   * the driver's work. Detail is left out unless its column is known.
   */
  private void read(
      Map<String, List<String>> known, Map<String, NightTime> times, List<Night> nights)
      throws SQLException {
    List<List<String>> parameters = new ArrayList<>();
    List<String> selected = new ArrayList<>();
    StringBuilder from = new StringBuilder(" FROM " + Schema.TABLE + " AS nights");
    for (NightRow.Column column : columns) {
      String name = column.name();
      if (name.equals(DETAIL)) {
        selected.add(known.containsKey(DETAIL) ? DETAIL : "NULL::VARCHAR");
      } else if (known.containsKey(name)) {
        String alias = "known" + parameters.size();
        selected.add(alias + ".number");
        from.append(name.equals("at") ? " JOIN" : " LEFT JOIN")
            .append(" (SELECT unnest(t) AS text, unnest(range(len(t))) AS number FROM (SELECT")
            .append(" ?::VARCHAR[] AS t)) ")
            .append(alias + " ON nights." + Sql.name(name) + " = " + alias + ".text");
        parameters.add(known.get(name));
      } else {
        selected.add("nights." + Sql.name(name));
      }
    }
    Rows rows =
        session.query(
            "SELECT " + String.join(", ", selected) + from, parameters.toArray(List<?>[]::new));
    List<CompletableFuture<List<Night>>> parts = new ArrayList<>();
    for (List<NightRow> part = next(rows, known); !part.isEmpty(); part = next(rows, known)) {
      List<NightRow> fetched = part;
      parts.add(CompletableFuture.supplyAsync(() -> nights(fetched, times)));
    }
    Map<NightTime, List<Night>> byTime = new TreeMap<>();
    for (CompletableFuture<List<Night>> part : parts) {
      joined(part).forEach(n -> byTime.computeIfAbsent(n.at(), at -> new ArrayList<>()).add(n));
    }
    for (List<Night> night : byTime.values()) {
      night.sort(History.ORDER);
      nights.addAll(night);
    }
  }

  /** The next rows, for other threads to turn into nights. */
  private List<NightRow> next(Rows rows, Map<String, List<String>> known) throws SQLException {
    List<List<String>> texts =
        columns.stream().map(column -> known.getOrDefault(column.name(), List.of())).toList();
    List<NightRow> part = new ArrayList<>();
    while (part.size() < PART && rows.next()) {
      part.add(new NightRow(values(rows, texts)));
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

  private Object[] values(Rows rows, List<List<String>> texts) {
    Object[] values = new Object[columns.size()];
    for (int c = 0; c < values.length; c++) {
      Object value = rows.get();
      boolean isIndex = value != null && !texts.get(c).isEmpty();
      values[c] = isIndex ? texts.get(c).get(((Long) value).intValue()) : value;
    }
    return values;
  }

  /** The times in the table, by text. */
  private Map<String, NightTime> times() throws SQLException {
    Map<String, NightTime> times = new HashMap<>();
    for (String text : distinct("at")) {
      times.put(text, InputException.naming(file, () -> NightTime.parse(text)));
    }
    return times;
  }

  private List<String> distinct(String column) throws SQLException {
    List<String> texts = new ArrayList<>();
    String name = Sql.name(column);
    String sql =
        "SELECT DISTINCT " + name + " FROM " + Schema.TABLE + " WHERE " + name + " IS NOT NULL";
    Rows rows = session.query(sql);
    while (rows.next()) {
      texts.add((String) rows.get());
    }
    return texts;
  }

  /** Replaces nights of the same times and drops old ones, in the running transaction. */
  void write(List<Night> nights, Optional<NightTime> oldest) throws SQLException {
    schema.requireTypes(file, session);
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
    String unnested = " WHERE \"at\" IN (SELECT unnest(?::VARCHAR[]))";
    session.execute("DELETE FROM " + Schema.TABLE + unnested, gone);
    Appender appender = session.append(Database.NAME, Schema.NAME, columns.size());
    for (Night night : nights) {
      if (History.isKept(night.at(), oldest)) {
        appender.add(NightRow.of(night).values());
      }
    }
    appender.finish();
  }
}
