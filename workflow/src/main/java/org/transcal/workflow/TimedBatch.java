package org.transcal.workflow;

import java.nio.file.Path;
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
import org.transcal.monitoring.BatchTime;

/** A batch and its rows. */
record TimedBatch(BatchTime at, Batch batch) {
  /** More distinct times than this cannot be batches. */
  private static final int MOST_NIGHTS = 10_000;

  private static final double SECONDS_PER_DAY = 86_400;

  /** The rows of a file, which {@code where} names in messages. */
  static Batch rows(Path where, BatchFile file) {
    return InputException.naming(
        where, () -> new Batch(file.logits(), file.features(), file.labels(), file.columns()));
  }

  /** Parts of n consecutive rows each; the last one may have fewer. */
  List<TimedBatch> parts(int n) {
    List<TimedBatch> parts = new ArrayList<>();
    int all = batch.logits().rows();
    for (int from = 0; from < all; from += n) {
      int[] part = IntStream.range(from, Math.min(all, from + n)).toArray();
      parts.add(new TimedBatch(at.part(parts.size() + 1), select(batch, part)));
    }
    return parts;
  }

  /**
   * The batches of a file in order: one for each day (UTC), or for each number.
   *
   * @param latest the latest date allowed, in seconds since 1970
   */
  static List<TimedBatch> byTime(BatchFile file, Batch batch, double latest) {
    List<String> times = file.times().orElseThrow();
    Map<String, BatchTime> known = new HashMap<>();
    SortedMap<BatchTime, IntStream.Builder> rows = new TreeMap<>();
    for (int i = 0; i < times.size(); i++) {
      int row = i;
      BatchTime at = known.computeIfAbsent(times.get(i), text -> at(file, row, text, latest));
      rows.computeIfAbsent(at, time -> IntStream.builder()).add(row);
      if (rows.size() > MOST_NIGHTS) {
        throw InputException.in(
            file.where(),
            "has more than %,d different times; times with a date are grouped by day, but numbers"
                + " are taken as they are: round them to one number per batch",
            MOST_NIGHTS);
      }
    }
    List<TimedBatch> batches = new ArrayList<>();
    rows.forEach(
        (time, of) -> batches.add(new TimedBatch(time, select(batch, of.build().toArray()))));
    return batches;
  }

  private static BatchTime at(BatchFile file, int row, String text, double latest) {
    return InputException.naming(
        file.where() + ", row " + row,
        () -> {
          BatchTime time = time(text, latest);
          return time.kind() == BatchTime.Kind.DATE ? day(time) : time;
        });
  }

  /** Reads a time that may not be after the latest date allowed. */
  static BatchTime time(String text, double latest) {
    BatchTime time = BatchTime.ofNewBatch(text);
    if (time.kind() == BatchTime.Kind.DATE && time.position() > latest) {
      throw new IllegalArgumentException(
          "Time is '"
              + text
              + "', more than two days ahead of the clock; correct it, or add --allow-future");
    }
    return time;
  }

  private static BatchTime day(BatchTime time) {
    long day = (long) Math.floor(time.position() / SECONDS_PER_DAY);
    return BatchTime.parse(LocalDate.ofEpochDay(day).toString());
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
