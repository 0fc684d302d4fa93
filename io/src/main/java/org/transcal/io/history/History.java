package org.transcal.io.history;

import java.util.List;
import java.util.Optional;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;

/** Monitored nights on disk. Several processes may use one file: nothing is lost or doubled. */
public interface History {
  /**
   * All nights in order of time, each followed by its segments; none if the file does not exist.
   *
   * @param detailed of the latest this many times everything is read, of the others only rows,
   *     readings, realised accuracy and the metrics of their alerts
   */
  List<Night> read(int detailed);

  /**
   * Adds nights, replacing all that have the same times, and drops older ones; all or nothing.
   *
   * @param oldest nights before this time are dropped
   */
  void write(List<Night> nights, Optional<NightTime> oldest);
}
