package org.transcal.experiment;

import java.util.Optional;

/** Trials of one task that are finished, so that an interrupted experiment can go on. */
public interface TrialStore {
  /** The trial of a method that was run before, if there is one. */
  Optional<Trial> trial(String method, int repeat);

  /** Keeps a finished trial; may be called by several threads. */
  void keep(Trial trial, int repeat);

  /** The portrait that was made before, if there is one. */
  Optional<TaskPortrait> portrait();

  /** Keeps the portrait. */
  void keep(TaskPortrait portrait);
}
