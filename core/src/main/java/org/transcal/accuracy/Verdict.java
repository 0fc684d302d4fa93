package org.transcal.accuracy;

import java.util.Locale;

/** Whether to rely on an estimate of target accuracy. */
public enum Verdict {
  /** Optimistic and pessimistic evidence nearly agree. */
  TRUSTWORTHY,
  /** Neither. */
  DOUBTFUL,
  /** The evidence leaves the question open. */
  UNTRUSTWORTHY;

  /** The word that results use. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
