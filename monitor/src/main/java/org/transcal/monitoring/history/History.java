package org.transcal.monitoring.history;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Segment;

/** Monitored batches on disk. Several processes may use one file: nothing is lost or duplicated. */
public interface History {
  /** How many of the latest times dashboards show evidence for. */
  int DASHBOARD_TIMES = 60;

  /** By time; at equal times all rows first, then segments in their order. */
  Comparator<BatchResult> ORDER =
      Comparator.comparing(BatchResult::at)
          .thenComparing(
              batch -> batch.segment().orElse(null), Comparator.nullsFirst(Segment::compareTo));

  /**
   * All batches in order of time, each followed by its segments; none if the file does not exist.
   *
   * @param detailed how many of the latest times are read in full; of the others, only rows,
   *     readings, realised accuracy and the metrics of alerts are read
   */
  List<BatchResult> read(int detailed);

  /**
   * Adds batches, replacing all that have the same times, and drops older ones; all or nothing.
   *
   * <p>Parts of a batch share its time: a batch cut into two parts replaces the same batch cut into
   * three, or not cut at all.
   *
   * @param oldest batches of its kind before this time are dropped
   */
  void write(List<BatchResult> batches, Optional<BatchTime> oldest);

  /** Whether a batch is kept: it is not before the oldest, or its time is of another kind. */
  static boolean isKept(BatchTime at, Optional<BatchTime> oldest) {
    return oldest.filter(o -> at.kind() == o.kind() && at.position() < o.position()).isEmpty();
  }
}
