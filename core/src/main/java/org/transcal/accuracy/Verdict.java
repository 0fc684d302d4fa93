package org.transcal.accuracy;

import java.util.Locale;

/** Whether to rely on an estimate of target accuracy. */
public enum Verdict {
  /** Several kinds of evidence agree, and there is no reason against trust. */
  TRUSTWORTHY(28, 10, "with this verdict, all of one data set (Amazon reviews),"),
  /** Neither trustworthy nor untrustworthy. */
  DOUBTFUL(62, 26, "with this verdict,"),
  /** Nothing in the source says much about the target. */
  UNTRUSTWORTHY(21, 33, "with this verdict,");

  private final int tasks;
  private final int points;
  private final String which;

  Verdict(int tasks, int points, String which) {
    this.tasks = tasks;
    this.points = points;
    this.which = which;
  }

  /** The word that results use. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Real tasks with known accuracy that got this verdict in {@code research/bench/quality/trust}.
   */
  public int tasks() {
    return tasks;
  }

  /** Percentage points within which nine in ten of those estimates were right. */
  public int points() {
    return points;
  }

  /** What the verdict has meant so far, in one sentence. */
  public String trackRecord() {
    return "Among "
        + tasks
        + " real tasks "
        + which
        + " 90 % of the estimates were within "
        + points
        + " points of the truth.";
  }
}
