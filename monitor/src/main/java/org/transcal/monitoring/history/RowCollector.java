package org.transcal.monitoring.history;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;

/** Turns rows into results; of older times, only what charts over time show. */
final class RowCollector {
  private final int detailed;
  private final List<BatchResult> results = new ArrayList<>();
  private final NavigableMap<BatchTime, List<Detailed>> latest = new TreeMap<>();

  /** A row of one of the latest times, whose detail is read at the end. */
  private record Detailed(int index, String where, BatchTime at, BatchRow row) {}

  /** Collects rows of which the latest times are read in full. */
  RowCollector(int detailed) {
    this.detailed = detailed;
  }

  /** Adds a row, which {@code where} names in messages. */
  void add(String where, BatchTime at, BatchRow row) {
    latest
        .computeIfAbsent(at, time -> new ArrayList<>())
        .add(new Detailed(results.size(), where, at, row));
    results.add(InputException.naming(where, () -> row.withoutDetail().toBatch(at)));
    if (latest.size() > detailed) {
      latest.pollFirstEntry();
    }
  }

  /** All results in order. */
  List<BatchResult> results() {
    latest
        .values()
        .forEach(
            rows ->
                rows.forEach(
                    d ->
                        results.set(
                            d.index, InputException.naming(d.where, () -> d.row.toBatch(d.at)))));
    return results.stream().sorted(History.ORDER).toList();
  }
}
