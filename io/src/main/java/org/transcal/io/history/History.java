package org.transcal.io.history;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Segment;

/** Monitored nights on disk. Several processes may use one file: nothing is lost or duplicated. */
public interface History {
  /** How many of the latest times dashboards show evidence for. */
  int DASHBOARD_TIMES = 60;

  /** By time; at equal times all rows first, then segments in their order. */
  Comparator<Night> ORDER =
      Comparator.comparing(Night::at)
          .thenComparing(
              night -> night.segment().orElse(null), Comparator.nullsFirst(Segment::compareTo));

  /**
   * All nights in order of time, each followed by its segments; none if the file does not exist.
   *
   * @param detailed how many of the latest times are read in full; of the others, only rows,
   *     readings, realised accuracy and the metrics of alerts are read
   */
  List<Night> read(int detailed);

  /**
   * Adds nights, replacing all that have the same times, and drops older ones; all or nothing.
   *
   * <p>Parts of a night share its time: a night cut into two parts replaces the same night cut into
   * three, or not cut at all.
   *
   * @param oldest nights of its kind before this time are dropped
   */
  void write(List<Night> nights, Optional<NightTime> oldest);

  /** Whether two times belong to the same night, whatever their parts. */
  static boolean isSameNight(NightTime a, NightTime b) {
    return a.isSameNight(b);
  }

  /** Whether a night is kept: it is not before the oldest, or its time is of another kind. */
  static boolean isKept(NightTime at, Optional<NightTime> oldest) {
    return oldest.filter(o -> at.kind() == o.kind() && at.position() < o.position()).isEmpty();
  }
}
