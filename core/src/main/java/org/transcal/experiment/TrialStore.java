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

  /** A store that keeps nothing. */
  static TrialStore none() {
    return new TrialStore() {
      @Override
      public Optional<Trial> trial(String method, int repeat) {
        return Optional.empty();
      }

      @Override
      public void keep(Trial trial, int repeat) {}

      @Override
      public Optional<TaskPortrait> portrait() {
        return Optional.empty();
      }

      @Override
      public void keep(TaskPortrait portrait) {}
    };
  }
}
