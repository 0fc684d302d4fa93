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
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.history.BatchRow;
import org.transcal.monitoring.history.History;
import org.transcal.table.database.Appender;
import org.transcal.table.database.Database;
import org.transcal.table.database.Rows;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/** Batches in the SQL table {@link Schema#TABLE} of an open database. */
final class BatchTable {
  private static final int PART = 4096;
  private static final String DETAIL = "detail";

  private final Path file;
  private final Session session;
  private final Schema schema;
  private final List<BatchRow.Column> columns;

  /**
   * A table.
   *
   * @param file the table's file, for messages
   */
  BatchTable(Path file, Session session, Schema schema) {
    this.file = file;
    this.session = session;
    this.schema = schema;
    this.columns = schema.columns();
  }

  /** All batches in order; with detail for the latest times only, since it is long. */
  List<BatchResult> read(int detailed) throws SQLException {
    schema.requireTypes(file, session);
    Map<String, BatchTime> times = times();
    List<String> texts =
        times.keySet().stream()
            .sorted(Comparator.<String, BatchTime>comparing(times::get).thenComparing(t -> t))
            .toList();
    List<BatchTime> distinct = times.values().stream().distinct().sorted().toList();
    List<BatchTime> latest =
        distinct.subList(Math.max(0, distinct.size() - detailed), distinct.size());
    int first = texts.size();
    while (first > 0
        && !latest.isEmpty()
        && times.get(texts.get(first - 1)).compareTo(latest.get(0)) >= 0) {
      first--;
    }
    Map<String, List<String>> known = new HashMap<>();
    for (BatchRow.Column column : columns) {
      if (column.type() == BatchRow.Type.TEXT && !column.name().equals(DETAIL)) {
        known.put(column.name(), distinct(column.name()));
      }
    }
    List<BatchResult> batches = new ArrayList<>();
    known.put("at", texts.subList(0, first));
    read(known, times, batches);
    known.put("at", texts.subList(first, texts.size()));
    known.put(DETAIL, List.of());
    read(known, times, batches);
    return batches;
  }

  /**
   * Adds the batches at the known times, in order.
   *
   * <p>Repeated texts are fetched as indices into the known ones, since creating strings is most of
   * the driver's work. Detail is left out unless its column is known.
   */
  private void read(
      Map<String, List<String>> known, Map<String, BatchTime> times, List<BatchResult> batches)
      throws SQLException {
    List<List<String>> parameters = new ArrayList<>();
    List<String> selected = new ArrayList<>();
    StringBuilder from = new StringBuilder(" FROM " + Schema.TABLE + " AS nights");
    for (BatchRow.Column column : columns) {
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
    List<CompletableFuture<List<BatchResult>>> parts = new ArrayList<>();
    for (List<BatchRow> part = next(rows, known); !part.isEmpty(); part = next(rows, known)) {
      List<BatchRow> fetched = part;
      parts.add(CompletableFuture.supplyAsync(() -> batches(fetched, times)));
    }
    Map<BatchTime, List<BatchResult>> byTime = new TreeMap<>();
    for (CompletableFuture<List<BatchResult>> part : parts) {
      joined(part).forEach(n -> byTime.computeIfAbsent(n.at(), at -> new ArrayList<>()).add(n));
    }
    for (List<BatchResult> batch : byTime.values()) {
      batch.sort(History.ORDER);
      batches.addAll(batch);
    }
  }

  /** The next rows, for other threads to turn into batches. */
  private List<BatchRow> next(Rows rows, Map<String, List<String>> known) throws SQLException {
    List<List<String>> texts =
        columns.stream().map(column -> known.getOrDefault(column.name(), List.of())).toList();
    List<BatchRow> part = new ArrayList<>();
    while (part.size() < PART && rows.next()) {
      part.add(new BatchRow(values(rows, texts)));
    }
    return part;
  }

  private List<BatchResult> batches(List<BatchRow> rows, Map<String, BatchTime> times) {
    return InputException.naming(
        file,
        () -> rows.stream().map(row -> row.toBatch(times.get((String) row.values()[0]))).toList());
  }

  private static List<BatchResult> joined(CompletableFuture<List<BatchResult>> part) {
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
  private Map<String, BatchTime> times() throws SQLException {
    Map<String, BatchTime> times = new HashMap<>();
    for (String text : distinct("at")) {
      times.put(text, InputException.naming(file, () -> BatchTime.parse(text)));
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

  /** Replaces batches of the same times and drops old ones, in the running transaction. */
  void write(List<BatchResult> batches, Optional<BatchTime> oldest) throws SQLException {
    schema.requireTypes(file, session);
    List<BatchTime> written = batches.stream().map(BatchResult::at).distinct().toList();
    List<String> gone = new ArrayList<>();
    times()
        .forEach(
            (text, time) -> {
              if (!History.isKept(time, oldest)
                  || written.stream().anyMatch(t -> History.isSameBatch(time, t))) {
                gone.add(text);
              }
            });
    String unnested = " WHERE \"at\" IN (SELECT unnest(?::VARCHAR[]))";
    session.execute("DELETE FROM " + Schema.TABLE + unnested, gone);
    Appender appender = session.append(Database.NAME, Schema.NAME, columns.size());
    for (BatchResult batch : batches) {
      if (History.isKept(batch.at(), oldest)) {
        appender.add(BatchRow.of(batch).values());
      }
    }
    appender.finish();
  }
}
