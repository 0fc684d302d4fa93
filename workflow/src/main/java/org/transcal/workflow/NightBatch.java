package org.transcal.workflow;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.transcal.io.BatchFile;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.NightTime;

/** A night and its rows. */
record NightBatch(NightTime at, Batch batch) {
  /** More distinct times than this cannot be nights. */
  private static final int MOST_NIGHTS = 10_000;

  private static final double SECONDS_PER_DAY = 86_400;

  /** Parts of a night of n consecutive rows each; the last one may have fewer. */
  static List<NightBatch> byRows(NightTime at, Batch batch, int rows) {
    List<NightBatch> parts = new ArrayList<>();
    int all = batch.logits().rows();
    for (int from = 0; from < all; from += rows) {
      int[] part = IntStream.range(from, Math.min(all, from + rows)).toArray();
      parts.add(new NightBatch(at.part(parts.size() + 1), select(batch, part)));
    }
    return parts;
  }

  /**
   * The nights of a file in order: one for each day (UTC), or for each number.
   *
   * @param latest the latest date allowed, in seconds since 1970
   */
  static List<NightBatch> byTime(BatchFile file, double latest) {
    List<String> times = file.times().orElseThrow();
    Map<String, NightTime> known = new HashMap<>();
    SortedMap<NightTime, IntStream.Builder> rows = new TreeMap<>();
    for (int i = 0; i < times.size(); i++) {
      int row = i;
      NightTime night = known.computeIfAbsent(times.get(i), text -> night(file, row, text, latest));
      rows.computeIfAbsent(night, time -> IntStream.builder()).add(row);
      if (rows.size() > MOST_NIGHTS) {
        throw InputException.in(
            file.where(),
            "has more than %,d different times; times with a date are grouped by day, but numbers"
                + " are taken as they are: round them to one number per night",
            MOST_NIGHTS);
      }
    }
    List<NightBatch> nights = new ArrayList<>();
    rows.forEach(
        (at, of) -> nights.add(new NightBatch(at, select(file.batch(), of.build().toArray()))));
    return nights;
  }

  private static NightTime night(BatchFile file, int row, String text, double latest) {
    return InputException.naming(
        file.where() + ", row " + row,
        () -> {
          NightTime time = time(text, latest);
          return time.kind() == NightTime.Kind.DATE ? day(time) : time;
        });
  }

  /** Reads a time that may not be after the latest date allowed. */
  static NightTime time(String text, double latest) {
    NightTime time = NightTime.ofNewNight(text);
    if (time.kind() == NightTime.Kind.DATE && time.position() > latest) {
      throw new IllegalArgumentException(
          "Time is '"
              + text
              + "', more than two days ahead of the clock; correct it, or add --allow-future");
    }
    return time;
  }

  private static NightTime day(NightTime time) {
    long day = (long) Math.floor(time.position() / SECONDS_PER_DAY);
    return NightTime.parse(LocalDate.ofEpochDay(day).toString());
  }

  private static Batch select(Batch batch, int[] rows) {
    if (rows.length == batch.logits().rows()) {
      return batch;
    }
    Map<String, List<String>> columns = new LinkedHashMap<>();
    batch
        .columns()
        .forEach(
            (name, values) -> columns.put(name, IntStream.of(rows).mapToObj(values::get).toList()));
    return new Batch(
        batch.logits().selectRows(rows),
        batch.features().map(features -> features.selectRows(rows)),
        batch.labels().map(labels -> labels.select(rows)),
        columns);
  }
}
